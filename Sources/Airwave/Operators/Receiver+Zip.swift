extension Receiver {
  /// Forwards the values of two receivers in step: the first of each together, then the second of each, and so on.
  ///
  /// ```swift
  /// let (questions, question) = Receiver<String>.make()
  /// let (answers, answer) = Receiver<Int>.make()
  /// question.zip(answer).listen { question, answer in print(question, answer) }
  ///
  /// questions.broadcast("1 + 1")
  /// questions.broadcast("2 + 2")
  /// answers.broadcast(2)
  /// answers.broadcast(4)
  /// // 1 + 1 2
  /// // 2 + 2 4
  /// ```
  ///
  /// Sources may broadcast on different threads; the listener hears one tuple at a time. Finishes when no further tuple
  /// can be complete: when a source has finished, and none of its values waits.
  ///
  /// - Parameter other: The receiver to zip with this one.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener. Keeps the values that wait for their partners. If one source is
  ///   always ahead of the other, their number grows without bound.
  @inlinable
  public func zip<Other: Sendable>(_ other: Receiver<Other>) -> Receiver<(Value, Other)> {
    .combining { [self] sink, sources in
      let (mine, theirs) = (sources.queue(of: self), sources.queue(of: other))
      return { sink((sources.next(of: mine), sources.next(of: theirs))) }
    } listenerCount: { [self] in
      listenerCount + other.listenerCount
    }
  }

  /// Forwards the values of several receivers in step: the first of each together, then the second of each, and so on.
  ///
  /// ```swift
  /// let (letter, number) = (Receiver.just("a", "b"), Receiver.just(1, 2))
  /// letter.zip(number, Receiver.just(true, false)).listen { print($0, $1, $2) }
  /// // a 1 true
  /// // b 2 false
  /// ```
  ///
  /// The same as zipping two receivers, for any number of them. Finishes when a source has finished, and none of its
  /// values waits.
  ///
  /// - Parameter others: The receivers to zip with this one. Their number and types are arbitrary.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(*k*) for each tuple and listener with *k* receivers, without allocation for a value unless a
  ///   delivery to the listener is in progress. Keeps the values that wait for their partners. If one source is always
  ///   ahead of another, their number grows without bound.
  @inlinable
  public func zip<each Other: Sendable>(_ others: repeat Receiver<each Other>) -> Receiver<(Value, repeat each Other)> {
    zip(withEach: repeat each others)
  }

  /// Forwards the values of several receivers in step: the first of each together, then the second of each, and so on.
  ///
  /// ```swift
  /// let numbers = Receiver.just(1, 2)
  /// Receiver.zip(numbers, numbers, numbers, numbers, numbers).listen { print($0, $1, $2, $3, $4) }
  /// // 1 1 1 1 1
  /// // 2 2 2 2 2
  /// ```
  ///
  /// The same as the method, for those who write the first receiver as an argument, too.
  ///
  /// - Parameters:
  ///   - first: A receiver.
  ///   - others: The receivers to zip with it. Their number and types are arbitrary.
  /// - Returns: A receiver of tuples.
  /// - Complexity: That of the method.
  @inlinable
  public static func zip<each Other: Sendable>(
    _ first: Receiver<Value>,
    _ others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    first.zip(withEach: repeat each others)
  }

  /// The implementation of all forms of `zip` for several receivers.
  @inlinable func zip<each Other: Sendable>(
    withEach others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    .combining { [self] sink, sources in
      let mine = sources.queue(of: self)
      let theirs = (repeat sources.queue(of: each others))
      return { sink((sources.next(of: mine), repeat sources.next(of: each theirs))) }
    } listenerCount: { [self] in
      totalListenerCount(self, repeat each others)
    }
  }

  /// Forwards the values of any number of receivers in step: the first of each together, then the second of each, and
  /// so on.
  ///
  /// ```swift
  /// let pairs = (1...3).map { _ in Receiver<Int>.make() }
  /// Receiver.zip(pairs.map(\.receiver)).listen { print($0) }
  ///
  /// for (number, pair) in pairs.enumerated() { [number, number + 10].forEach(pair.transmitter.broadcast) }
  /// // [0, 1, 2]
  /// // [10, 11, 12]
  /// ```
  ///
  /// The same as zipping several receivers, for receivers of one type in a sequence. With an empty sequence it finishes
  /// at once.
  ///
  /// - Parameter receivers: The receivers to zip.
  /// - Returns: A receiver of arrays, in the order of the receivers.
  /// - Complexity: O(1) for each value and listener, and O(*k*) for each array and each listener with *k* receivers.
  ///   Keeps the values that wait for their partners. If one source is always ahead of another, their number grows
  ///   without bound.
  @inlinable
  public static func zip(_ receivers: some Sequence<Receiver<Value>>) -> Receiver<[Value]> {
    let receivers = Array(receivers)
    if receivers.isEmpty { return .empty }
    return .combining { sink, sources in
      let queues = receivers.map(sources.queue)
      return { sink(queues.map(sources.next)) }
    } listenerCount: {
      totalListenerCount(of: receivers)
    }
  }
}
