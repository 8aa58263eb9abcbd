/// Carries the values of one listener to the actor that its closure is isolated to, or to a dispatch queue: in order, and
/// one at a time.
///
/// Values are posted by the owner of a gate, hence by one thread at a time, and handled on the actor. What is posted on
/// the main actor for the main actor is handled before `post` returns, unless a listener of its line is running.
@usableFromInline
final class Mailbox<Value: Sendable>: @unchecked Sendable {
  // Unchecked: `handle` and `onFinish` are used on the actor only, and posting is for one thread at a time.

  @usableFromInline let line: Line
  @usableFromInline let handle: (Value) -> Void
  @usableFromInline let onFinish: () -> Void
  @usableFromInline let disposable: Disposable

  @usableFromInline
  init(in line: Line, handle: @escaping (Value) -> Void, onFinish: @escaping () -> Void, disposable: Disposable) {
    self.line = line
    self.handle = handle
    self.onFinish = onFinish
    self.disposable = disposable
  }

  @inlinable
  func post(_ value: Value) {
    // Whoever owns the gate keeps others from posting to this listener meanwhile.
    if line.isHere, line.isFree { hear(value) } else { wait { self.hear(value) } }
  }

  /// Ends the listening when all that was posted before is handled.
  @inlinable
  func finish() {
    if disposable.end() { deliverEnd() }
  }

  /// Has the end handled behind all that was posted before.
  @inlinable
  func deliverEnd() {
    wait { if !self.disposable.registration.isDisposed { self.onFinish() } }
  }

  @inlinable
  func hear(_ value: Value) {
    if !disposable.registration.isDisposed { handle(value) }
  }

  @inlinable
  func wait(_ turn: @escaping () -> Void) {
    if !line.add(turn) { disposable.dispose() }
  }
}
