import Synchronization

/// The type-erased base class of `Mailbox`, which an `ActorQueue` drains.
@usableFromInline class AnyMailbox: @unchecked Sendable {
  // Unchecked because the class has subclasses, which say what guards their members.

  /// Called on the actor: handles the oldest value that was posted.
  func takeTurn() {
    preconditionFailure("overridden by every subclass")
  }
}

/// Carries the values of one listener, in order and one at a time, to the actor that its closure is isolated to, or to
/// a dispatch queue.
///
/// The holder of a gate posts the values, so one thread at a time posts. The values are handled on the actor. A value
/// that is posted on the main actor to a listener on the main actor is handled before `post` returns, except as
/// `ActorQueue.add` says.
@usableFromInline final class Mailbox<Value: Sendable>: AnyMailbox, @unchecked Sendable {
  // Unchecked: the lock of the queue guards `posted`. `closures` are used only on the actor.

  /// The closures of the listener. What they have captured on the actor need not be `Sendable`, and its `deinit` may
  /// use other objects of the actor. So they are released on the actor (Contract 11), whichever thread releases the
  /// mailbox.
  @usableFromInline final class Closures: @unchecked Sendable {
    // Unchecked: the closures are used and released only on the actor.
    @usableFromInline let handle: (Value) -> Void
    @usableFromInline let onFinish: () -> Void

    @usableFromInline init(handle: @escaping (Value) -> Void, onFinish: @escaping () -> Void) {
      (self.handle, self.onFinish) = (handle, onFinish)
    }
  }

  @usableFromInline let queue: ActorQueue
  /// An owned reference, which `deinit` passes to the actor.
  @usableFromInline let closures: Unmanaged<Closures>
  @usableFromInline let disposable: Disposable

  /// The values of the turns that wait. A turn for the end has no value.
  private var posted = SegmentedQueue<Value>()

  @usableFromInline
  init(in queue: ActorQueue, handle: @escaping (Value) -> Void, onFinish: @escaping () -> Void, disposable: Disposable)
  {
    self.queue = queue
    closures = .passRetained(Closures(handle: handle, onFinish: onFinish))
    self.disposable = disposable
  }

  deinit {
    queue.release(closures)
  }

  @inlinable func post(_ value: Value) {
    // The holder of the gate keeps other threads from posting to this listener meanwhile.
    if queue.isHere, queue.isFree { hear(value) } else { postLater(value) }
  }

  /// A function of its own, so that a value that is handled at once does not pay for its registers.
  @inlinable @inline(never) func postLater(_ value: Value) {
    enqueue(value)
  }

  @usableFromInline func enqueue(_ value: Value) {
    // Before the post: the turn may be taken at once.
    instrument?.waiting(disposable, 1)
    if !queue.add(self, isHere: queue.isHere, { posted.append(value) }) { disposable.dispose() }
  }

  /// Ends the listener. The end is delivered behind the values that were posted before.
  @inlinable func finish() {
    if disposable.end(as: .ended) { deliverEnd() }
  }

  /// Delivers the end behind the values that were posted before.
  @usableFromInline func deliverEnd() {
    let isHere = queue.isHere
    if isHere, queue.isFree {
      hearEnd()
    } else if !queue.add(self, isHere: isHere, {}) {
      disposable.dispose()
    }
  }

  override func takeTurn() {
    if let value = queue.exclusively({ posted.popFirst() }) {
      instrument?.waiting(disposable, -1)
      hear(value)
    } else {
      hearEnd()
    }
  }

  @inlinable func hear(_ value: Value) {
    if !disposable.isSilent { closures._withUnsafeGuaranteedRef { $0.handle(value) } }
  }

  private func hearEnd() {
    if !disposable.isSilent { closures._withUnsafeGuaranteedRef { $0.onFinish() } }
  }
}

/// Takes turns in which nothing happens, behind the values that wait. Calls a closure once no queue has it any more.
final class HandledMarker: AnyMailbox, @unchecked Sendable {
  // Unchecked because the superclass is. The closure is `Sendable`, and does not change.
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  deinit {
    action()
  }

  override func takeTurn() {}
}
