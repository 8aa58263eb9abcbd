#if canImport(Darwin)
public import Synchronization
#endif

/// A lock around the state that it guards. It is held only briefly, and never while user code runs (Contract 5):
/// callers read and change the state while they hold it, and call closures and release references afterwards.
///
/// On Darwin it is a `Mutex`, which donates priority to the thread that holds it. Priorities differ much there: a
/// thread that holds a spinlock might not run while the main thread spins for it. Elsewhere it is a spinlock in one
/// word (``LockWord``), which costs half as much, and whose ordering the thread sanitizer sees.
@usableFromInline package final class Lock<State: ~Copyable>: @unchecked Sendable {
  // Unchecked: only the thread that holds the lock accesses `state`. There is one exception: the holder of a gate reads
  // the replay without the lock, because no other thread changes it. Callers let no reference escape that is not
  // `Sendable`.

  #if canImport(Darwin)
  @usableFromInline let mutex = Mutex<Void>(())
  #else
  @usableFromInline let word = LockWord()
  #endif
  @exclusivity(unchecked) @usableFromInline var state: State

  @inlinable package init(_ state: consuming State) {
    self.state = state
  }

  #if canImport(Darwin)
  @inlinable @inline(__always) package func withLock<Result: ~Copyable>(_ body: (inout State) -> Result) -> Result {
    mutex.withLock { _ in Unsent(value: body(&state)) }.value
  }

  /// Carries a result out of `Mutex.withLock`, which requires it to be sent. Unchecked for the reason above.
  @usableFromInline struct Unsent<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable init(value: consuming Value) { self.value = value }
  }
  #else
  @inlinable @inline(__always) package func withLock<Result: ~Copyable>(_ body: (inout State) -> Result) -> Result {
    word.lock()
    defer { word.unlock() }
    return body(&state)
  }
  #endif
}

extension Lock: CustomReflectable where State: ~Copyable {
  /// A mirror without children: reading the state takes the lock. Also, `Mirror` copies each field, and traps if
  /// `State` cannot be copied (https://github.com/swiftlang/swift/issues/89489).
  @usableFromInline package var customMirror: Mirror { withoutChildren(self) }
}
