#if canImport(Darwin)
import Synchronization
#endif

/// A lock around the state that it guards. It is held for a few instructions, and never while code of a user runs
/// (Contract 5): look and take inside, act and release references outside.
///
/// On Darwin it is a `Mutex`, which donates priority to the thread that holds it. Elsewhere it is a word of its own
/// (``LockWord``), which costs half as much and whose order the thread sanitizer sees.
@usableFromInline
package final class Lock<State: ~Copyable>: @unchecked Sendable {
  // Unchecked: only the thread that holds the lock accesses `state`, and callers let no reference that is not `Sendable`
  // escape from it.

  #if canImport(Darwin)
  private let mutex = Mutex<Void>(())
  #else
  @usableFromInline let word = LockWord()
  #endif
  @exclusivity(unchecked) @usableFromInline var state: State

  @inlinable package init(_ state: consuming State) {
    self.state = state
  }

  #if canImport(Darwin)
  @usableFromInline
  package func withLock<Result: ~Copyable>(_ body: (inout State) -> Result) -> Result {
    mutex.withLock { _ in Unsent(value: body(&state)) }.value
  }

  /// Carries a result out of `Mutex.withLock`, which requires it to be sent. Unchecked for the reason above.
  private struct Unsent<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    let value: Value
  }
  #else
  @inlinable @inline(__always)
  package func withLock<Result: ~Copyable>(_ body: (inout State) -> Result) -> Result {
    word.lock()
    defer { word.unlock() }
    return body(&state)
  }
  #endif

  /// Whether another thread waits. The caller holds the lock.
  @inlinable var isContended: Bool {
    #if canImport(Darwin)
    // The kernel wakes a thread that waits when the mutex is unlocked.
    false
    #else
    word.isContended
    #endif
  }
}
