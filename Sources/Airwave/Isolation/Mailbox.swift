/// What has turns in a queue.
@usableFromInline
class AnyMailbox: @unchecked Sendable {
  // Unchecked because it has subclasses, which say what guards their members.

  /// On the actor: handles the oldest value that was posted.
  func takeTurn() {
    preconditionFailure("overridden by every subclass")
  }
}

/// Carries the values of one listener to the actor that its closure is isolated to, or to a dispatch queue: in order, and
/// one at a time.
///
/// Values are posted by the owner of a gate, hence by one thread at a time, and handled on the actor. What is posted on
/// the main actor for the main actor is handled before `post` returns, unless a listener of its queue is running.
@usableFromInline
final class Mailbox<Value: Sendable>: AnyMailbox, @unchecked Sendable {
  // Unchecked: the queue guards `posted`; `batch`, `handle` and `onFinish` are used on the actor only.

  @usableFromInline let queue: ActorQueue
  @usableFromInline let handle: (Value) -> Void
  @usableFromInline let onFinish: () -> Void
  @usableFromInline let disposable: Disposable

  /// A value for each turn that waits, but for that of the end.
  private var posted: [Value] = []
  /// Those of them that have been taken, the newest first.
  private var batch: [Value] = []

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
    let isHere = queue.isHere
    // The owner of the gate keeps other threads from posting to this listener meanwhile.
    if isHere, queue.isFree { hear(value) } else { wait(for: value, isHere: isHere) }
  }

  /// Ends the listening when all that was posted before is handled.
  @inlinable
  func finish() {
    if disposable.end() { deliverEnd() }
  }

  /// Has the end handled behind all that was posted before.
  @usableFromInline
  func deliverEnd() {
    if !queue.add(self, isHere: queue.isHere, {}) { disposable.dispose() }
  }

  override func takeTurn() {
    if batch.isEmpty {
      batch = queue.exclusively { exchange(&posted, with: []) }
      batch.reverse()
    }
    if let value = batch.popLast() {
      // Not even the room for many is kept.
      if batch.isEmpty { batch = [] }
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
  func wait(for value: Value, isHere: Bool) {
    if !queue.add(self, isHere: isHere, { posted.append(value) }) { disposable.dispose() }
  }
}
