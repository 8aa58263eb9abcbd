extension Receiver {
  /// Forwards the values of several receivers in step: the first of each together, then the second of each, and so on.
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
  /// Sources may broadcast from different threads; the listener hears one tuple at a time. Finishes when no further tuple
  /// can come: when a source has finished and none of its values waits.
  ///
  /// - Parameter others: The receivers to zip with this one, of any number and types.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(*k*) for each value and listener with *k* receivers. Keeps the values that wait for their partners: a
  ///   source that is always ahead of another makes it grow without bound.
  @inlinable
  public func zip<each Other: Sendable>(
    _ others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    .joining { [self] (sink, junction: Junction<Step>) in
      let mine = waiting(of: self)
      let theirs = (repeat waiting(of: each others))
      let emit = {
        var isComplete = !mine.content.values.isEmpty
        for other in repeat each theirs { isComplete = isComplete && !other.content.values.isEmpty }
        if isComplete, let value = mine.content.values.popFirst() {
          sink((value, repeat (each theirs).content.values.removeFirst()))
        }
        var isOver = mine.content.isOver
        for other in repeat each theirs { isOver = isOver || other.content.isOver }
        if isOver { sink.finish() }
      }
      junction.handleEvents { $0.run() }
      queue(self, in: mine, junction, then: emit)
      repeat queue(each others, in: each theirs, junction, then: emit)
    } listenerCount: { [self] in
      totalListenerCount(self, repeat each others)
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
}

/// Room for the values of a receiver that wait.
@inlinable
func waiting<Value>(of receiver: Receiver<Value>) -> Memory<ZipQueue<Value>> {
  Memory(ZipQueue())
}

/// Lets each value of a receiver wait for its partners.
@inlinable
func queue<Value>(
  _ receiver: Receiver<Value>,
  in waiting: Memory<ZipQueue<Value>>,
  _ junction: Junction<Step>,
  then emit: @escaping () -> Void
) {
  let step = { (value: Value) in
    Step {
      _ = waiting.content.values.append(value)
      emit()
    }
  }
  let finish = Step {
    waiting.content.isFinished = true
    emit()
  }
  junction.listen(to: receiver, step, onFinish: finish)
}
