import Synchronization

/// The release of a listener's closure may run a `deinit` that disposes of another listener, whose closure captures an
/// object that does the same, and so on. A listener that is removed from inside of such a release is released when the
/// present one has been, so that a chain of listeners of one pair uses constant stack.
extension AnyChannel {
  /// For a holder that has removed a listener: has the calling thread release it, unless a thread already releases one.
  ///
  /// - Returns: Whether the caller must release the listeners that are removed meanwhile.
  @inline(__always) func beginReleasing() -> Bool {
    // Acquires `released` from the thread that has cleared the identity.
    guard releasingThread.load(ordering: .acquiring) == 0 else { return false }
    // Relaxed: a thread compares the identity only with its own.
    releasingThread.store(currentThread, ordering: .relaxed)
    return true
  }

  /// Releases a listener after the gate is left.
  ///
  /// - Parameters:
  ///   - listener: The listener that was removed.
  ///   - isOutermost: What `beginReleasing` has returned.
  @inline(__always) func release(_ listener: consuming AnyListener?, isOutermost: Bool) {
    if isOutermost {
      _ = consume listener
      while !released.isEmpty { released.removeLast() }
      // Publishes that `released` is empty.
      releasingThread.store(0, ordering: .releasing)
    } else if releasingThread.load(ordering: .relaxed) == currentThread, let listener {
      released.append(listener)
    }
  }
}
