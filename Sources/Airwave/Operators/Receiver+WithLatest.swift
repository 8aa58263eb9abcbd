extension Receiver {
  /// Forwards each value together with the newest value of another receiver.
  ///
  /// ```swift
  /// let (taps, tap) = Receiver<Int>.make()
  /// let (names, name) = Receiver<String>.make()
  /// tap.withLatest(from: name).listen { tap, name in print(tap, name) }
  ///
  /// taps.broadcast(1)
  /// names.broadcast("Ada")
  /// names.broadcast("Grace")
  /// taps.broadcast(2)
  /// // 2 Grace
  /// ```
  ///
  /// The other receiver is listened to first. A value that comes before the other receiver has had a value is left out.
  /// Sources may broadcast on different threads; the listener hears one tuple at a time. Finishes when this receiver
  /// finishes. When the other receiver has finished, its last value stays its newest.
  ///
  /// - Parameter other: The receiver whose newest value to add.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener; keeps one value.
  @inlinable
  public func withLatest<Other: Sendable>(from other: Receiver<Other>) -> Receiver<(Value, Other)> {
    .combining { [self] sink, sources in
      let newest = sources.latest(of: other, mayFinish: false)
      sources.trigger(self) { value in sink((value, newest.unwrapped())) }
      return {}
    } listenerCount: { [self] in
      listenerCount
    }
  }

  /// Unavailable: a variable in place of its receiver.
  @available(*, unavailable, message: "use withLatest(from: variable.receiver)")
  public func withLatest<Other>(from variable: Variable<Other>) -> Receiver<(Value, Other)> { fatalError() }

  /// Forwards each value together with the newest values of other receivers.
  ///
  /// ```swift
  /// let (name, age) = (Variable("Ada"), Variable(36))
  /// let (taps, tap) = Receiver<Int>.make()
  /// tap.withLatest(from: name.receiver, age.receiver).listen { print($0, $1, $2) }
  ///
  /// taps.broadcast(1)
  /// // 1 Ada 36
  /// ```
  ///
  /// The same as adding the newest value of one receiver, for any number of them. A value that comes before each of
  /// them has had a value is left out.
  ///
  /// - Parameter others: The receivers whose newest values to add. Their number and types are arbitrary.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(*k*) for each value and listener with *k* others, without allocation unless a delivery to the
  ///   listener is in progress; keeps one value of each.
  @inlinable
  public func withLatest<each Other: Sendable>(
    from others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    withLatest(ofEach: repeat each others)
  }

  /// The implementation of all forms of `withLatest(from:)` for several receivers.
  @inlinable func withLatest<each Other: Sendable>(
    ofEach others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    .combining { [self] sink, sources in
      let theirs = (repeat sources.latest(of: each others, mayFinish: false))
      sources.trigger(self) { value in sink((value, repeat (each theirs).unwrapped())) }
      return {}
    } listenerCount: { [self] in
      listenerCount
    }
  }

  /// Forwards the newest value whenever another receiver has a value.
  ///
  /// ```swift
  /// let (positions, position) = Receiver<Int>.make()
  /// let (frames, frame) = Receiver<Void>.make()
  /// position.sample(on: frame).listen { print($0) }
  ///
  /// [1, 2, 3].forEach(positions.broadcast)
  /// frames.broadcast(())
  /// frames.broadcast(())
  /// positions.broadcast(4)
  /// frames.broadcast(())
  /// // 3
  /// // 4
  /// ```
  ///
  /// Each value is forwarded once at most, as in RxSwift: a value of the other receiver has no effect if no value has
  /// come since the last one was forwarded. (ReactiveSwift repeats the newest value; `frame.withLatest(from: position)`
  /// does that.) Finishes when no further value can be forwarded: when the other receiver has finished, which forwards
  /// a waiting value, or when this receiver has finished and its last value was forwarded.
  ///
  /// - Parameter other: The receiver that says when to forward the newest value. It is listened to last, so that one of
  ///   its replayed values forwards the newest replayed value.
  /// - Returns: A receiver of some of the values.
  /// - Complexity: O(1) for each value and listener; keeps one value.
  @inlinable
  public func sample<Other: Sendable>(on other: Receiver<Other>) -> Receiver<Value> {
    joining { [self] sink, junction in
      let newest = OperatorState<Value?>(nil)
      let isFinished = OperatorState(false)
      func forward() {
        if let value = exchange(&newest.content, with: nil) { sink(value) }
        if isFinished.content { sink.finish() }
      }
      junction.listen(to: self) { value in
        newest.content = value
      } onFinish: {
        isFinished.content = true
        if newest.content == nil { sink.finish() }
      }
      junction.listen(to: other) { _ in
        forward()
      } onFinish: {
        isFinished.content = true
        forward()
      }
    }
  }
}
