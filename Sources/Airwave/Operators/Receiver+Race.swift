extension Receiver {
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
  /// RxSwift names it `amb`. A receiver that finishes without a value has also answered: the listener then hears the
  /// end. The receivers are listened to in their order, so that the first one that replays a value is chosen, and those
  /// behind it are not listened to. Finishes with the chosen receiver. If the transmitter of a receiver that may still
  /// be chosen, or is chosen, removes its listeners, the listener is removed.
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
}
