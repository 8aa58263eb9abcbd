/// The place of a variable's value outside of the variable, and what became of the sets that were passed on to it.
///
/// The sets of such a variable are broadcast on a pair of their own, whose only listener writes each value, reads back
/// what is stored, and broadcasts that on the pair of the variable. So listeners, bonds, and the replay have what is
/// stored, and the calls are made one at a time.
@usableFromInline
final class Storage<Value: Sendable>: Sendable {
  typealias Waiter = UnsafeContinuation<Void, Never>

  /// What became of a set. It is the same, as far as bonds are concerned, if the stored value is the one that was set.
  typealias Outcome = (stored: Value, failure: StorageFailure<Value>?, isSame: Bool, isKnownToBeSame: Bool)

  private struct Progress {
    /// The number of sets that were written or have failed, and were broadcast.
    var completed = 0
    /// Whether a set was written or has failed, and is being broadcast.
    var isBroadcasting = false
    /// The calls of `stored()` that wait, each for a number of completed sets. The numbers do not decrease.
    var waiters: [(Int, Waiter)] = []
    /// Whether this storage has corrected a set since the last set that was no correction.
    var hasCorrected = false
  }

  @usableFromInline let read: @Sendable () -> Value
  let failures: Receiver<StorageFailure<Value>>
  private let write: @Sendable (Value) throws -> Void
  private let failed: Transmitter<StorageFailure<Value>>
  /// Taken while the lock of the variable's content is held, and not the other way round.
  private let progress = Lock(Progress())

  init(read: @escaping @Sendable () -> Value, write: @escaping @Sendable (Value) throws -> Void) {
    (self.read, self.write) = (read, write)
    (failed, failures) = Receiver.make()
  }

  /// Writes a set, and reads back what is stored.
  func store(_ value: Value) -> Outcome {
    var failure: StorageFailure<Value>?
    do { try write(value) } catch { failure = StorageFailure(value: value, error: error) }
    let stored = read()
    let isEqual = areEqual(value, stored)
    // A failed write of a type that cannot be compared has changed the value, and a write that succeeded has not.
    return (
      stored: stored,
      failure: failure,
      isSame: isEqual ?? (failure == nil),
      isKnownToBeSame: isEqual == true
    )
  }

  /// Counts a set that was written or has failed. Called under the lock of the content.
  ///
  /// If no newer set waits, the content has what is stored: the same object that the replay keeps, so that a later set
  /// releases no object under the lock (Contract 5). If the storage has another value than the one that was set, that
  /// value gets a timestamp of its own, so that bonds carry it to the variables that have the set. Two storages that do
  /// not keep one value would correct each other for ever: so a storage corrects only one of the corrections that
  /// follow a set.
  ///
  /// - Returns: A value to release after unlocking.
  func count(_ outcome: Outcome, in content: inout Variable<Value>.Content, of number: Int) -> Value? {
    content.waiting -= 1
    progress.withLock { $0.isBroadcasting = true }
    if content.waiting > 0 { return nil }
    let mayCorrect = progress.withLock { progress in
      if !content.stamp.isCorrection { progress.hasCorrected = false }
      if outcome.isSame || progress.hasCorrected { return false }
      progress.hasCorrected = true
      return true
    }
    if mayCorrect { content.stamp = content.stamp.correction(in: number) }
    return exchange(&content.value, with: outcome.stored)
  }

  func report(_ failure: StorageFailure<Value>) {
    failed.broadcast(failure)
  }

  /// Called after a set was broadcast. Resumes the calls of `stored()` that wait for it.
  func complete() {
    let resumed = progress.withLock { progress in
      progress.isBroadcasting = false
      progress.completed += 1
      let resumed = Array(progress.waiters.prefix { $0.0 <= progress.completed })
      progress.waiters.removeFirst(resumed.count)
      return resumed
    }
    for (_, waiter) in resumed { waiter.resume() }
  }

  /// Adds a waiter for all sets made so far. Called under the lock of the content.
  ///
  /// - Returns: Whether there is nothing to wait for.
  func wait(_ waiter: Waiter, for content: Variable<Value>.Content) -> Bool {
    progress.withLock { progress in
      let pending = content.waiting + (progress.isBroadcasting ? 1 : 0)
      if pending > 0 { progress.waiters.append((progress.completed + pending, waiter)) }
      return pending == 0
    }
  }
}

/// Whether two values are equal. Nil if their type is not `Equatable`.
private func areEqual<Value>(_ left: Value, _ right: Value) -> Bool? {
  func compare<Same: Equatable>(_ type: Same.Type) -> Bool { (left as? Same) == (right as? Same) }
  guard let type = Value.self as? any Equatable.Type else { return nil }
  return compare(type)
}
