public import Synchronization

/// A `Mutex` whose order the thread sanitizer sees.
///
/// On Linux the sanitizer does not see into `Mutex`, and reports races that are none. It sees the atomic load and store
/// here, which cost nothing beside the lock and change nothing about it.
///
/// Hold it to look and to take; act, and let go of what was taken, outside (Contract 5).
@usableFromInline
package struct Lock<State: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Unchecked because the state need not be `Sendable`: `mutex` guards it, and callers let nothing of it escape.
  @usableFromInline let mutex: Mutex<Unchecked>
  @usableFromInline let order = Atomic<Bool>(false)

  @usableFromInline
  struct Unchecked: ~Copyable, @unchecked Sendable {
    @usableFromInline var state: State

    @inlinable init(state: consuming State) {
      self.state = state
    }
  }

  @inlinable package init(_ state: consuming State) {
    mutex = Mutex(Unchecked(state: state))
  }

  @inlinable package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    mutex.withLock { content in
      _ = order.load(ordering: .acquiring)
      defer { order.store(true, ordering: .releasing) }
      return Unsent(value: body(&content.state))
    }.value
  }

  /// Unchecked for the reason above: takes a result out of `Mutex.withLock`, which wants it to be sent.
  @usableFromInline
  struct Unsent<Result>: @unchecked Sendable {
    @usableFromInline let value: Result

    @inlinable init(value: Result) {
      self.value = value
    }
  }
}
