extension Variable {
  /// Changes the value in place, and broadcasts it once. No change made to this variable at the same time is lost.
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
  /// Nothing is locked while `body` runs. If the variable is set in between, on another thread or by `body` itself, `body` is
  /// called again with the newer value, as the function given to Clojure's `swap!` is: let it change the value and do
  /// nothing else that must happen once. Keep `body` short: one that another thread always
  /// comes between, or that sets the same variable each time, does not come to an end.
  ///
  /// - Parameter body: Changes the value. If it throws, nothing is set.
  /// - Returns: What `body` returns, from the call whose change was taken.
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

  /// Broadcasts the present value again, as if it was set anew. A variable that keeps its value elsewhere sets it there, too.
  ///
  /// - Complexity: A copy of the value, and one set.
  @inlinable
  public func rebroadcast() {
    withValue { _ in }
  }

  /// The newest set, unnoticed by observers, and its stamp.
  @inlinable @inline(__always)
  var present: (value: Value, stamp: LamportTimestamp) {
    switch elsewhere {
    case nil:
      return content.withLock { ($0.value, $0.stamp) }
    case .storage(let read):
      // Until a set is passed on, the storage does not know it.
      let (value, stamp, isWaiting) = content.withLock { ($0.value, $0.stamp, $0.waiting > 0) }
      return (isWaiting ? value : read(), stamp)
    case .document(let field):
      return field.present()
    }
  }

  /// Sets the value, with a stamp made from that of the present value, unless that is nil. Says whether it was set.
  @inlinable @inline(__always)
  func set(_ value: Value, _ stamp: (LamportTimestamp) -> LamportTimestamp?) -> Bool {
    let isElsewhere = elsewhere != nil
    if isElsewhere, case .document(let field) = elsewhere { return field.set(value, stamp) }
    // It takes its place among the broadcasts while it takes its place here, so that the two orders are one. Listeners are
    // called outside. The old value goes outside, too: until this one is broadcast it is kept to be replayed (Contract 5).
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
