extension Receiver {
  /// Forwards the values of several receivers as they come.
  ///
  /// ```swift
  /// let (left, lefts) = Receiver<String>.make()
  /// let (right, rights) = Receiver<String>.make()
  /// lefts.merge(with: rights).listen { print($0) }
  ///
  /// left.broadcast("left")
  /// right.broadcast("right")
  /// // left
  /// // right
  /// ```
  ///
  /// The listener hears the replays in the order of the receivers. Sources may broadcast on different threads. The
  /// listener hears one value at a time, and the values of each source in their order. A value that comes while the
  /// listener handles a value of another source is delivered after it. Finishes when all sources have finished.
  ///
  /// - Parameter others: The receivers to merge with this one.
  /// - Returns: A receiver of all values.
  /// - Complexity: O(1) for each value and listener; keeps nothing.
  @_disfavoredOverload
  @inlinable
  public func merge(with others: Receiver<Value>...) -> Receiver<Value> {
    // Disfavored, so that a call without an argument means the `merge()` of a receiver of receivers, where that
    // applies.
    .merge([self] + others)
  }

  /// Forwards the values of several receivers as they come.
  ///
  /// ```swift
  /// let (left, right) = (Receiver.just(1, 2), Receiver.just(3))
  /// Receiver.merge(left, right).listen { print($0) }
  /// // 1
  /// // 2
  /// // 3
  /// ```
  ///
  /// The same as calling ``merge(with:)`` on the first receiver with the others.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - others: More receivers.
  /// - Returns: A receiver of all values.
  /// - Complexity: O(1) for each value and listener; keeps nothing.
  @inlinable
  public static func merge(
    _ first: Receiver<Value>,
    _ second: Receiver<Value>,
    _ others: Receiver<Value>...
  ) -> Receiver<Value> {
    .merge([first, second] + others)
  }

  /// Forwards the values of any number of receivers as they come.
  ///
  /// ```swift
  /// let pairs = (1...3).map { _ in Receiver<Int>.make() }
  /// Receiver.merge(pairs.map(\.receiver)).listen { print($0) }
  ///
  /// for (number, pair) in pairs.enumerated() { pair.transmitter.broadcast(number) }
  /// // 0
  /// // 1
  /// // 2
  /// ```
  ///
  /// The same as ``merge(with:)``, for receivers in a sequence. With an empty sequence it finishes at once.
  ///
  /// - Parameter receivers: The receivers to merge.
  /// - Returns: A receiver of all values.
  /// - Complexity: O(1) for each value and listener, and O(*k*) for each listener with *k* receivers; keeps nothing.
  @inlinable
  public static func merge(_ receivers: some Sequence<Receiver<Value>>) -> Receiver<Value> {
    let sources = Array(receivers)
    if sources.isEmpty { return .empty }
    return .joining { sink, junction in
      let unfinished = OperatorState(sources.count)
      for source in sources {
        junction.listen(to: source, sink.receive) {
          unfinished.content -= 1
          if unfinished.content == 0 { sink.finish() }
        }
      }
    } listenerCount: {
      totalListenerCount(of: sources)
    }
  }

  /// Forwards the values of the receiver that is the first to have one, and leaves the others.
  ///
  /// ```swift
  /// let (mirror, mirrors) = Receiver<String>.make()
  /// let (origin, origins) = Receiver<String>.make()
  /// origins.race(with: mirrors).listen { print($0) }
  ///
  /// mirror.broadcast("mirror")
  /// origin.broadcast("origin")
  /// mirror.broadcast("mirror again")
  /// // mirror
  /// // mirror again
  /// ```
  ///
  /// RxSwift names it `amb`. A receiver is chosen by its first value. One that finishes without a value before any
  /// other has a value is chosen, too: the listener then hears the end. The receivers are listened to in the order in
  /// which they are given. The first one that replays a value is chosen, and the receivers after it are not listened
  /// to. Finishes when the chosen receiver finishes. If ``Airwave/Transmitter/removeAllListeners()`` is called on the
  /// pair of the chosen receiver, or on the pair of any of them before one is chosen, the listener is removed.
  ///
  /// - Parameter others: The receivers that race with this one.
  /// - Returns: A receiver of the values of one receiver.
  /// - Complexity: O(1) for each value and listener, and O(*k*) for each listener with *k* receivers; keeps nothing.
  @inlinable
  public func race(with others: Receiver<Value>...) -> Receiver<Value> {
    .race([self] + others)
  }

  /// Forwards the values of the receiver that is the first to have one, and leaves the others.
  ///
  /// ```swift
  /// let (answers, answer) = Receiver<String>.make()
  /// let stored = Receiver.just("stored")
  /// Receiver.race(answer, stored).listen { print($0) }
  ///
  /// answers.broadcast("too late")
  /// // stored
  /// ```
  ///
  /// The same as calling ``race(with:)`` on the first receiver with the others.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - others: More receivers.
  /// - Returns: A receiver of the values of one receiver.
  /// - Complexity: O(1) for each value and listener, and O(*k*) for each listener with *k* receivers; keeps nothing.
  @inlinable
  public static func race(
    _ first: Receiver<Value>,
    _ second: Receiver<Value>,
    _ others: Receiver<Value>...
  ) -> Receiver<Value> {
    .race([first, second] + others)
  }

  /// Forwards the values of the receiver that is the first of any number of receivers to have one, and leaves the
  /// others.
  ///
  /// ```swift
  /// let pairs = (1...3).map { _ in Receiver<Int>.make() }
  /// Receiver.race(pairs.map(\.receiver)).listen { print($0) }
  ///
  /// for (number, pair) in pairs.enumerated().reversed() { pair.transmitter.broadcast(number) }
  /// // 2
  /// ```
  ///
  /// The same as ``race(with:)``, for receivers in a sequence. With an empty sequence it finishes at once.
  ///
  /// - Parameter receivers: The receivers that race.
  /// - Returns: A receiver of the values of one receiver.
  /// - Complexity: O(1) for each value and listener, and O(*k*) for each listener with *k* receivers; keeps nothing.
  @inlinable
  public static func race(_ receivers: some Sequence<Receiver<Value>>) -> Receiver<Value> {
    let receivers = Array(receivers)
    if receivers.isEmpty { return .empty }
    return .joining { sink, junction in
      let chosen = OperatorState<Int?>(nil)
      let sources = OperatorState<[Disposable]>([])
      /// Returns whether a receiver is chosen, after it has answered.
      func isChosen(_ index: Int) -> Bool {
        if let chosen = chosen.content { return chosen == index }
        chosen.content = index
        for (other, source) in exchange(&sources.content, with: []).enumerated() where other != index {
          source.dispose()
        }
        return true
      }
      // In one step, so that no other thread chooses a receiver before all have been listened to.
      junction.run {
        for (index, receiver) in receivers.enumerated() {
          let source = junction.listenInStep(to: receiver) { value in
            if isChosen(index) { sink(value) }
          } onFinish: {
            if isChosen(index) { sink.finish() }
          }
          // Either it has answered, or it has ended, and its end is the next step. Those behind it are too late.
          if chosen.content != nil || !source.isLive { return }
          sources.content.append(source)
        }
      }
    } listenerCount: {
      totalListenerCount(of: receivers)
    }
  }

  /// Forwards given values before the values of this receiver.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  /// transmitter.broadcast(3)
  ///
  /// receiver.prepend(1, 2).listen { print($0) }
  /// transmitter.broadcast(4)
  /// // 1
  /// // 2
  /// // 3
  /// // 4
  /// ```
  ///
  /// Each listener hears the given values, then the replay, and then the values that are broadcast. The listener has
  /// already joined the pair when it hears the given values. A value that is broadcast meanwhile is heard after the
  /// replay. In Combine and RxSwift it would be missed. If operators stand before this one, their closures run for the
  /// first replayed value before the listener hears the given values. For each later value they run after the listener
  /// has heard the value before it.
  ///
  /// - Parameter values: The values to hear first.
  /// - Returns: A receiver of the given values, followed by the values of this receiver.
  /// - Complexity: O(1) for each value and listener; the receiver keeps the given values.
  @inlinable
  public func prepend(_ values: Value...) -> Receiver<Value> {
    prepend(contentsOf: values)
  }

  /// Forwards the values of a sequence before the values of this receiver.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.prepend(contentsOf: 1...2).listen { print($0) }
  /// transmitter.broadcast(3)
  /// // 1
  /// // 2
  /// // 3
  /// ```
  ///
  /// The same as ``prepend(_:)``, for values in a sequence.
  ///
  /// - Parameter values: The values to hear first. The sequence is read at once.
  /// - Returns: A receiver of the given values, followed by the values of this receiver.
  /// - Complexity: O(1) for each value and listener; the receiver keeps the given values.
  @inlinable
  public func prepend(contentsOf values: some Sequence<Value>) -> Receiver<Value> {
    let first = Array(values)
    return joining { [self] sink, junction in
      let isFirst = OperatorState(true)
      func sendFirst() {
        guard exchange(&isFirst.content, with: false) else { return }
        for value in first where sink.isOpen { sink(value) }
      }
      junction.run {
        // The listener joins before it hears the first of these values, so that it misses no value of the receiver.
        junction.listenInStep(to: self) { value in
          sendFirst()
          if sink.isOpen { sink(value) }
        } onFinish: {
          sink.finish()
        }
        sendFirst()
      }
    }
  }
}
