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
    .joining(behind: max(length, other.length)) { [self] (sink, junction: Junction<EventOfTwo<Value, Other>>) in
      let (mine, theirs) = (OperatorState<Value?>(nil), OperatorState<Other?>(nil))
      let isOneFinished = OperatorState(false)
      let finish = { (hasValue: Bool) in
        if isOneFinished.content || !hasValue { sink.finish() }
        isOneFinished.content = true
      }
      junction.handleEvents { event in
        switch event {
        case .first(let value): mine.content = value
        case .second(let value): theirs.content = value
        case .firstFinish: return finish(mine.content != nil)
        case .secondFinish: return finish(theirs.content != nil)
        }
        if let value = mine.content, let other = theirs.content { sink((value, other)) }
      }
      junction.listen(to: self, EventOfTwo.first, onFinish: .firstFinish)
      junction.listen(to: other, EventOfTwo.second, onFinish: .secondFinish)
    } listenerCount: { [self] in
      listenerCount + other.listenerCount
    }
  }

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
  /// - Complexity: O(*k*) for each value and listener with *k* receivers, and one allocation; keeps one value of each.
  @inlinable
  public func combineLatest<each Other: Sendable>(
    _ others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    combineLatest(withEach: repeat each others)
  }

  /// The implementation of all forms of `combineLatest` for several receivers.
  @inlinable
  func combineLatest<each Other: Sendable>(
    withEach others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    .joining(behind: longest(self, repeat each others)) { [self] (sink, junction: Junction<Step>) in
      let mine = roomForLatest(of: self)
      let theirs = (repeat roomForLatest(of: each others))
      let unfinished = OperatorState(1)
      // The pack is searched for missing values until the first tuple is complete. After it none is missing.
      let isComplete = OperatorState(false)
      for _ in repeat each theirs { unfinished.content += 1 }
      let emit = {
        guard let value = mine.content else { return }
        if !isComplete.content {
          for other in repeat each theirs {
            if other.content == nil { return }
          }
          isComplete.content = true
        }
        sink((value, repeat (each theirs).unwrapped()))
      }
      let finish = { (hasValue: Bool) in
        unfinished.content -= 1
        if !hasValue || unfinished.content == 0 { sink.finish() }
      }
      junction.handleEvents { $0.run() }
      keepLatest(of: self, in: mine, junction, then: emit, onFinish: finish)
      repeat keepLatest(of: each others, in: each theirs, junction, then: emit, onFinish: finish)
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
    let sources = Array(receivers)
    if sources.isEmpty { return .empty }
    return .joining(behind: longest(of: sources)) { (sink, junction: Junction<IndexedEvent<Value>>) in
      let latest = OperatorState(LatestValues<Value>(count: sources.count))
      let unfinished = OperatorState(sources.count)
      junction.handleEvents { event in
        if let value = event.value {
          if latest.content.update(event.index, value) { sink(latest.content.values) }
        } else {
          unfinished.content -= 1
          if unfinished.content == 0 || !latest.content.hasValue(event.index) { sink.finish() }
        }
      }
      junction.listen(toEach: sources, { (index: $0, value: $1) }, onFinish: { (index: $0, value: nil) })
    } listenerCount: {
      sources.reduce(0) { $0 + $1.listenerCount }
    }
  }
}

/// The newest value of each of several receivers.
@usableFromInline
struct LatestValues<Value> {
  /// The values, until each receiver has had one. Empty after that.
  @usableFromInline var first: [Value?]
  @usableFromInline var missingCount: Int
  /// One value of each receiver. Empty until each receiver has had a value.
  @usableFromInline var values: [Value] = []

  @inlinable
  init(count: Int) {
    first = Array(repeating: nil, count: count)
    missingCount = count
  }

  @inlinable
  func hasValue(_ index: Int) -> Bool {
    missingCount == 0 || first[index] != nil
  }

  /// Replaces the value of a receiver.
  ///
  /// - Returns: Whether each receiver has had a value.
  @inlinable
  mutating func update(_ index: Int, _ value: Value) -> Bool {
    if missingCount == 0 {
      values[index] = value
      return true
    }
    if first[index] == nil { missingCount -= 1 }
    first[index] = value
    if missingCount > 0 { return false }
    values = first.compactMap { $0 }
    first = []
    return true
  }
}

/// Makes room for the newest value of a receiver.
@inlinable
func roomForLatest<Value>(of receiver: Receiver<Value>) -> OperatorState<Value?> {
  OperatorState(nil)
}

/// Listens to a receiver: keeps each value as the newest, and then calls `emit`. Calls `finish` at the end.
@inlinable
func keepLatest<Value>(
  of receiver: Receiver<Value>,
  in latest: OperatorState<Value?>,
  _ junction: Junction<Step>,
  then emit: @escaping () -> Void,
  onFinish finish: ((_ hasValue: Bool) -> Void)?
) {
  let step = { (value: Value) in
    Step {
      latest.content = value
      emit()
    }
  }
  let finalStep = finish.map { finish in Step { finish(latest.content != nil) } }
  junction.listen(to: receiver, step, onFinish: finalStep)
}
