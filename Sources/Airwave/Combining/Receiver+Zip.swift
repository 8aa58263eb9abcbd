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
    .joining(behind: max(length, other.length)) { [self] (sink, junction: Junction<EventOfTwo<Value, Other>>) in
      let (mine, theirs) = (waiting(of: self), waiting(of: other))
      // While values of one receiver wait, none of the other one does. A value that finds its partner is not kept.
      junction.handleEvents { event in
        switch event {
        case .first(let value):
          if theirs.content.values.isEmpty { return mine.content.append(value) }
          sink((value, theirs.content.values.removeFirst()))
        case .second(let value):
          if mine.content.values.isEmpty { return theirs.content.append(value) }
          sink((mine.content.values.removeFirst(), value))
        case .firstFinish: mine.content.isFinished = true
        case .secondFinish: theirs.content.isFinished = true
        }
        if mine.content.isOver || theirs.content.isOver { sink.finish() }
      }
      junction.listen(to: self, EventOfTwo.first, onFinish: .firstFinish)
      junction.listen(to: other, EventOfTwo.second, onFinish: .secondFinish)
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
  /// - Complexity: O(*k*) for each tuple and listener with *k* receivers, and one allocation for each value. Keeps the
  ///   values that wait for their partners. If one source is always ahead of another, their number grows without bound.
  @inlinable
  public func zip<each Other: Sendable>(
    _ others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    zip(withEach: repeat each others)
  }

  /// The implementation of all forms of `zip` for several receivers.
  @inlinable
  func zip<each Other: Sendable>(
    withEach others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    .joining(behind: longest(self, repeat each others)) { [self] (sink, junction: Junction<Step>) in
      let mine = waiting(of: self)
      let theirs = (repeat waiting(of: each others))
      // A value that makes no tuple changes its own queue and this count. The pack is searched only after a tuple.
      let emptyCount = OperatorState(1)
      for _ in repeat each theirs { emptyCount.content += 1 }
      let emit = {
        sink((mine.content.values.removeFirst(), repeat (each theirs).content.values.removeFirst()))
        var isOver = mine.content.isOver
        emptyCount.content = mine.content.values.isEmpty ? 1 : 0
        for other in repeat each theirs {
          if !other.content.values.isEmpty { continue }
          emptyCount.content += 1
          isOver = isOver || other.content.isFinished
        }
        if isOver { sink.finish() }
      }
      junction.handleEvents { $0.run() }
      queue(self, in: mine, emptyCount, junction, then: emit, onFinish: sink.finish)
      repeat queue(each others, in: each theirs, emptyCount, junction, then: emit, onFinish: sink.finish)
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
    let sources = Array(receivers)
    if sources.isEmpty { return .empty }
    return .joining(behind: longest(of: sources)) { (sink, junction: Junction<IndexedEvent<Value>>) in
      let queues = sources.map(waiting)
      let readyCount = OperatorState(0)
      junction.handleEvents { event in
        let queue = queues[event.index]
        guard let value = event.value else {
          queue.content.isFinished = true
          if queue.content.isOver { sink.finish() }
          return
        }
        if queue.content.values.isEmpty { readyCount.content += 1 }
        queue.content.append(value)
        guard readyCount.content == queues.count else { return }
        sink(queues.map { $0.content.values.removeFirst() })
        readyCount.content = queues.count { !$0.content.values.isEmpty }
        if queues.contains(where: { $0.content.isOver }) { sink.finish() }
      }
      junction.listen(toEach: sources, { (index: $0, value: $1) }, onFinish: { (index: $0, value: nil) })
    } listenerCount: {
      sources.reduce(0) { $0 + $1.listenerCount }
    }
  }
}

/// The values of one receiver that wait for their partners.
@usableFromInline
struct ZipQueue<Value>: ~Copyable {
  @usableFromInline var values = RingBuffer<Value>()
  @usableFromInline var isFinished = false

  @inlinable init() {}

  @inlinable var isOver: Bool { isFinished && values.isEmpty }

  @inlinable mutating func append(_ value: Value) {
    _ = values.append(value)
  }
}

/// Makes room for the values of a receiver that wait.
@inlinable
func waiting<Value>(of receiver: Receiver<Value>) -> OperatorState<ZipQueue<Value>> {
  OperatorState(ZipQueue())
}

/// Listens to a receiver: each of its values waits for its partners.
@inlinable
func queue<Value>(
  _ receiver: Receiver<Value>,
  in waiting: OperatorState<ZipQueue<Value>>,
  _ emptyCount: OperatorState<Int>,
  _ junction: Junction<Step>,
  then emit: @escaping () -> Void,
  onFinish finish: @escaping () -> Void
) {
  let step = { (value: Value) in
    Step {
      if waiting.content.values.isEmpty { emptyCount.content -= 1 }
      waiting.content.append(value)
      if emptyCount.content == 0 { emit() }
    }
  }
  let finalStep = Step {
    waiting.content.isFinished = true
    if waiting.content.isOver { finish() }
  }
  junction.listen(to: receiver, step, onFinish: finalStep)
}
