extension Receiver {
  /// Forwards the newest values of two receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (names, name) = Receiver<String>.make()
  /// let (ages, age) = Receiver<Int>.make()
  /// name.combineLatest(age).listen { name, age in print(name, age) }
  ///
  /// names.broadcast("Ada")
  /// ages.broadcast(36)
  /// ages.broadcast(37)
  /// // Ada 36
  /// // Ada 37
  /// ```
  ///
  /// The first tuple is sent when each receiver has had a value. Sources may broadcast on different threads; the
  /// listener hears one tuple at a time. Finishes when both sources have finished, or as soon as one source has
  /// finished without a value, because no tuple can then be complete.
  ///
  /// - Parameter other: The receiver to combine with this one.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each.
  @inlinable
  public func combineLatest<Other: Sendable>(_ other: Receiver<Other>) -> Receiver<(Value, Other)> {
    .combining { [self] sink, sources in
      let (mine, theirs) = (sources.latest(of: self), sources.latest(of: other))
      return { sink((mine.unwrapped(), theirs.unwrapped())) }
    } listenerCount: { [self] in
      listenerCount + other.listenerCount
    }
  }

  /// Unavailable: a variable in place of its receiver.
  @available(*, unavailable, message: "use combineLatest(variable.receiver)")
  public func combineLatest<Other>(_ variable: Variable<Other>) -> Receiver<(Value, Other)> { fatalError() }

  /// Forwards the newest values of several receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (width, height, depth) = (Variable(1), Variable(2), Variable(3))
  /// width.receiver.combineLatest(height.receiver, depth.receiver).listen { print($0, $1, $2) }
  ///
  /// depth.value = 4
  /// // 1 2 3
  /// // 1 2 4
  /// ```
  ///
  /// The same as combining two receivers, for any number of them. The first tuple is sent when each receiver has had a
  /// value. Finishes when all sources have finished, or as soon as one source has finished without a value.
  ///
  /// - Parameter others: The receivers to combine with this one. Their number and types are arbitrary.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(*k*) for each value and listener with *k* receivers, without allocation unless a delivery to the
  ///   listener is in progress; keeps one value of each.
  @inlinable
  public func combineLatest<each Other: Sendable>(
    _ others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    combineLatest(withEach: repeat each others)
  }

  /// Forwards the newest values of several receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let side = Variable(1)
  /// let sides = side.receiver
  /// Receiver.combineLatest(sides, sides, sides, sides, sides).listen { print($0, $1, $2, $3, $4) }
  /// // 1 1 1 1 1
  /// ```
  ///
  /// The same as the method, for those who write the first receiver as an argument, too.
  ///
  /// - Parameters:
  ///   - first: A receiver.
  ///   - others: The receivers to combine with it. Their number and types are arbitrary.
  /// - Returns: A receiver of tuples.
  /// - Complexity: That of the method.
  @inlinable
  public static func combineLatest<each Other: Sendable>(
    _ first: Receiver<Value>,
    _ others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    first.combineLatest(withEach: repeat each others)
  }

  /// The implementation of all forms of `combineLatest` for several receivers.
  @inlinable func combineLatest<each Other: Sendable>(
    withEach others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    .combining { [self] sink, sources in
      let mine = sources.latest(of: self)
      let theirs = (repeat sources.latest(of: each others))
      return { sink((mine.unwrapped(), repeat (each theirs).unwrapped())) }
    } listenerCount: { [self] in
      totalListenerCount(self, repeat each others)
    }
  }

  /// Forwards the newest values of any number of receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let pairs = (1...3).map { _ in Receiver<Int>.make() }
  /// Receiver.combineLatest(pairs.map(\.receiver)).listen { print($0) }
  ///
  /// for (number, pair) in pairs.enumerated() { pair.transmitter.broadcast(number) }
  /// pairs[1].transmitter.broadcast(9)
  /// // [0, 1, 2]
  /// // [0, 9, 2]
  /// ```
  ///
  /// The same as combining several receivers, for receivers of one type in a sequence. With an empty sequence it
  /// finishes at once.
  ///
  /// - Parameter receivers: The receivers to combine.
  /// - Returns: A receiver of arrays, in the order of the receivers.
  /// - Complexity: O(1) for each value and listener, or O(*k*) with *k* receivers if the listener keeps the previous
  ///   array; O(*k*) for each listener. Keeps one value of each receiver.
  @inlinable
  public static func combineLatest(_ receivers: some Sequence<Receiver<Value>>) -> Receiver<[Value]> {
    let receivers = Array(receivers)
    if receivers.isEmpty { return .empty }
    return .combining { sink, sources in
      // The first value of each receiver waits apart, until an array can be made. The array is then changed in place.
      let first = OperatorState([Value?](repeating: nil, count: receivers.count))
      let latest = OperatorState<[Value]>([])
      for (index, receiver) in receivers.enumerated() {
        sources.add(receiver) { value in
          if first.content.isEmpty { latest.content[index] = value } else { first.content[index] = value }
        }
      }
      return {
        if !first.content.isEmpty { latest.content = exchange(&first.content, with: []).compactMap { $0 } }
        sink(latest.content)
      }
    } listenerCount: {
      totalListenerCount(of: receivers)
    }
  }
}
