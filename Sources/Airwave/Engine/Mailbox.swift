/// What has turns in a line.
@usableFromInline
class AnyMailbox: @unchecked Sendable {
  // Unchecked because it has subclasses, which say what guards their members.

  /// On the actor of the line: handles the oldest of what was posted.
  func takeTurn() {
    preconditionFailure("overridden by every subclass")
  }
}

/// Carries the values of one listener to the actor that its closure is isolated to, or to a dispatch queue: in order, and
/// one at a time.
///
/// Values are posted by the owner of a gate, hence by one thread at a time, and handled on the actor. What is posted on
/// the main actor for the main actor is handled before `post` returns, unless a listener of its line is running.
@usableFromInline
final class Mailbox<Value: Sendable>: AnyMailbox, @unchecked Sendable {
  // Unchecked: the line guards `posted`; `batch`, `handle` and `onFinish` are used on the actor only.

  @usableFromInline let line: Line
  @usableFromInline let handle: (Value) -> Void
  @usableFromInline let onFinish: () -> Void
  @usableFromInline let disposable: Disposable

  /// A value for each turn that waits, but for that of the end.
  private var posted: [Value] = []
  /// Those of them that have been fetched, the newest first.
  private var batch: [Value] = []

  @usableFromInline
  init(in line: Line, handle: @escaping (Value) -> Void, onFinish: @escaping () -> Void, disposable: Disposable) {
    self.line = line
    self.handle = handle
    self.onFinish = onFinish
    self.disposable = disposable
  }

  @inlinable
  func post(_ value: Value) {
    let isHere = line.isHere
    // Whoever owns the gate keeps others from posting to this listener meanwhile.
    if isHere, line.isFree { hear(value) } else { wait(for: value, isHere: isHere) }
  }

  /// Ends the listening when all that was posted before is handled.
  @inlinable
  func finish() {
    if disposable.end() { deliverEnd() }
  }

  /// Has the end handled behind all that was posted before.
  @usableFromInline
  func deliverEnd() {
    if !line.add(self, isHere: line.isHere, {}) { disposable.dispose() }
  }

  override func takeTurn() {
    if batch.isEmpty {
      batch = line.exclusively { exchange(&posted, with: []) }
      batch.reverse()
    }
    if let value = batch.popLast() {
      // Not even the room for many is kept.
      if batch.isEmpty { batch = [] }
      hear(value)
    } else if !disposable.registration.isDisposed {
      onFinish()
    }
  }

  @inlinable
  func hear(_ value: Value) {
    if !disposable.registration.isDisposed { handle(value) }
  }

  @usableFromInline
  func wait(for value: Value, isHere: Bool) {
    if !line.add(self, isHere: isHere, { posted.append(value) }) { disposable.dispose() }
  }
}
