/// The type-erased base class of `Mailbox`, which an `ActorQueue` drains.
@usableFromInline
class AnyMailbox: @unchecked Sendable {
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
/// that is posted on the main actor to a listener on the main actor is handled before `post` returns, unless a listener
/// of the same queue is running, or more turns wait than one drain takes.
@usableFromInline
final class Mailbox<Value: Sendable>: AnyMailbox, @unchecked Sendable {
  // Unchecked: the lock of the queue guards `posted`. `handle` and `onFinish` are used only on the actor.

  @usableFromInline let queue: ActorQueue
  @usableFromInline let handle: (Value) -> Void
  @usableFromInline let onFinish: () -> Void
  @usableFromInline let disposable: Disposable

  /// The values of the turns that wait. A turn for the end has no value.
  private var posted = SegmentedQueue<Value>()

  @usableFromInline
  init(in queue: ActorQueue, handle: @escaping (Value) -> Void, onFinish: @escaping () -> Void, disposable: Disposable)
  {
    self.queue = queue
    self.handle = handle
    self.onFinish = onFinish
    self.disposable = disposable
  }

  @inlinable
  func post(_ value: Value) {
    // The holder of the gate keeps other threads from posting to this listener meanwhile.
    if queue.isHere, queue.isFree { hear(value) } else { postLater(value) }
  }

  /// A function of its own, so that a value that is handled at once does not pay for its registers.
  @inlinable @inline(never)
  func postLater(_ value: Value) {
    wait(for: value)
  }

  /// Ends the listener after all values that were posted before are handled.
  @inlinable
  func finish() {
    if disposable.end() { deliverEnd() }
  }

  /// Appends a turn for the end, behind the values that were posted before.
  @usableFromInline
  func deliverEnd() {
    if !queue.add(self, isHere: queue.isHere, {}) { disposable.dispose() }
  }

  override func takeTurn() {
    if let value = queue.exclusively({ posted.popFirst() }) {
      hear(value)
    } else if !disposable.isSilent {
      onFinish()
    }
  }

  @inlinable
  func hear(_ value: Value) {
    if !disposable.isSilent { handle(value) }
  }

  @usableFromInline
  func wait(for value: Value) {
    if !queue.add(self, isHere: queue.isHere, { posted.append(value) }) { disposable.dispose() }
  }
}
