extension Variable {
  /// Changes the value in place, and broadcasts it once. Concurrent changes of this variable are not lost.
  ///
  /// ```swift
  /// let count = Variable(0)
  /// let old = count.withValue { count in
  ///   defer { count += 1 }
  ///   return count
  /// }
  /// print(old, count.value)
  /// // 0 1
  /// ```
  ///
  /// No lock is held while `body` runs. If the variable is set meanwhile, on another thread or by `body` itself, `body`
  /// is called again with the newer value, as Clojure's `swap!` does with its function. So `body` should only change
  /// the value, and have no side effect that must happen once. Keep `body` short: if the variable is set during each
  /// call of `body`, `withValue` does not return.
  ///
  /// - Parameter body: Changes the value. If it throws, nothing is set.
  /// - Returns: The result of the call of `body` whose change was taken.
  /// - Complexity: A copy of the value for each call of `body`, and one set.
  @inlinable
  @discardableResult
  public func withValue<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    while true {
      var (value, stamp) = present
      let result = try body(&value)
      if set(value, { $0 == stamp ? $0.next(in: number) : nil }) { return result }
    }
  }

  /// Sets the variable to its present value, so that the value is broadcast again. A variable that keeps its value
  /// elsewhere sets it there, too.
  ///
  /// ```swift
  /// import Synchronization
  ///
  /// let disk = Mutex(5)
  /// let volume = Variable(get: { disk.withLock { $0 } }, set: { new in disk.withLock { $0 = new } })
  /// volume.receiver.listen { print($0) }
  ///
  /// disk.withLock { $0 = 7 }  // Other code writes to the storage.
  /// volume.rebroadcast()
  /// // 5
  /// // 7
  /// ```
  ///
  /// - Complexity: A copy of the value, and one set.
  @inlinable
  public func rebroadcast() {
    withValue { _ in }
  }

  /// The newest value and its timestamp. Reading them does not take part in Observation.
  @inlinable @inline(__always)
  var present: (value: Value, stamp: LamportTimestamp) {
    switch elsewhere {
    case nil:
      return content.withLock { ($0.value, $0.stamp) }
    case .storage(let storage):
      // The storage has an older value until every set is passed on.
      let (value, stamp, isWaiting) = content.withLock { ($0.value, $0.stamp, $0.waiting > 0) }
      return (isWaiting ? value : storage.read(), stamp)
    case .document(let field):
      return field.present()
    }
  }

  /// Sets the value, unless `stamp` returns nil. `stamp` makes the timestamp of the set from that of the present value.
  ///
  /// - Returns: Whether the value was set.
  @inlinable @inline(__always)
  func set(_ value: Value, _ stamp: (LamportTimestamp) -> LamportTimestamp?) -> Bool {
    let isElsewhere = elsewhere != nil
    if isElsewhere, case .document(let field) = elsewhere { return field.set(value, stamp) }
    // The position among the broadcasts is reserved under the lock that orders the sets, so that both orders are the
    // same. Listeners are called after unlocking. The old value is released after unlocking, too: until the new value
    // is broadcast, the replay buffer or the broadcast of the old value holds it (Contract 5).
    let place = content.withLock { content -> Reservation? in
      guard let next = stamp(content.stamp) else { return nil }
      content.stamp = next
      if isElsewhere { content.waiting += 1 }
      content.value = value
      return transmitter.reserve(value)
    }
    guard let place else { return false }
    transmitter.broadcast(value, in: place)
    observers.notify()
    return true
  }
}
