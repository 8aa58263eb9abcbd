/// The sources that `combineLatest`, `zip` or `withLatest` combines for one listener. Their values may differ in type.
///
/// The operator first adds all sources, and then starts them: a source that replays has values at once. After that, the
/// counts and the values change in steps of the junction only, and so on one thread at a time.
@usableFromInline final class Combination {
  @usableFromInline typealias Start = (Junction, _ send: @escaping () -> Void) -> Void

  /// The number of sources that have no value for the next tuple.
  @exclusivity(unchecked) @usableFromInline var missingCount = 0
  @exclusivity(unchecked) @usableFromInline var unfinishedCount = 0
  /// Whether the newest tuple took the last value of a source that has finished. The listener finishes after it.
  @exclusivity(unchecked) @usableFromInline var isOver = false
  /// The functions that listen to the sources, in the order of the sources.
  @exclusivity(unchecked) @usableFromInline var starts: [Start] = []
  @usableFromInline let finish: () -> Void

  @inlinable init(finish: @escaping () -> Void) {
    self.finish = finish
  }

  /// Listens to the sources. `send` is called after a value that leaves no source without one.
  @inlinable func start(_ junction: Junction, _ send: @escaping () -> Void) {
    for start in exchange(&starts, with: []) { start(junction, send) }
  }

  /// Adds a source whose newest value is combined.
  ///
  /// - Parameters:
  ///   - receiver: The source.
  ///   - mayFinish: Whether the end of the source is noticed.
  /// - Returns: The newest value.
  @inlinable func latest<Value>(of receiver: Receiver<Value>, mayFinish: Bool = true) -> OperatorState<Value?> {
    let latest = OperatorState<Value?>(nil)
    add(receiver, mayFinish: mayFinish) { latest.content = $0 }
    return latest
  }

  /// Adds a source whose newest value is combined. The listener finishes when all sources have finished, or when one
  /// has finished without a value.
  ///
  /// - Parameters:
  ///   - receiver: The source.
  ///   - mayFinish: Whether the end of the source is noticed.
  ///   - keep: Keeps a value.
  @inlinable func add<Value>(_ receiver: Receiver<Value>, mayFinish: Bool = true, keep: @escaping (Value) -> Void) {
    (missingCount, unfinishedCount) = (missingCount + 1, unfinishedCount + 1)
    let isMissing = OperatorState(true)
    starts.append { [self] junction, send in
      let receive = { [self] (value: Value) in
        keep(value)
        if isMissing.content {
          isMissing.content = false
          missingCount -= 1
        }
        if missingCount == 0 { send() }
      }
      let end = { [self] in
        unfinishedCount -= 1
        if isMissing.content || unfinishedCount == 0 { finish() }
      }
      junction.listen(to: receiver, receive, onFinish: mayFinish ? end : nil)
    }
  }

  /// Adds the source whose values are sent together with those of the sources before it, unless one of them has none.
  /// The listener finishes with this source.
  @inlinable func trigger<Value>(_ receiver: Receiver<Value>, _ send: @escaping (Value) -> Void) {
    starts.append { [self] junction, _ in
      junction.listen(to: receiver, { [self] in if missingCount == 0 { send($0) } }, onFinish: finish)
    }
  }

  /// Adds a source whose values wait for the values of the other sources. The listener finishes when the source has
  /// finished, and none of its values waits.
  ///
  /// - Returns: The values that wait.
  @inlinable func queue<Value>(of receiver: Receiver<Value>) -> ZipQueue<Value> {
    let queue = ZipQueue<Value>()
    missingCount += 1
    starts.append { [self] junction, send in
      let receive = { [self] (value: Value) in
        let isEmpty = queue.values.isEmpty
        if isEmpty, missingCount == 1 {
          queue.newest = value
          send()
          if isOver { finish() }
        } else {
          if isEmpty { missingCount -= 1 }
          _ = queue.values.append(value)
        }
      }
      let end = { [self] in
        queue.isFinished = true
        if queue.values.isEmpty { finish() }
      }
      junction.listen(to: receiver, receive, onFinish: end)
    }
    return queue
  }

  /// Removes the oldest value of a source. Each source must have one.
  @inlinable func next<Value>(of queue: ZipQueue<Value>) -> Value {
    if let newest = exchange(&queue.newest, with: nil) { return newest }
    let value = queue.values.removeFirst()
    if queue.values.isEmpty {
      missingCount += 1
      isOver = isOver || queue.isFinished
    }
    return value
  }
}

/// The values of one source of `zip` that wait for their partners.
@usableFromInline final class ZipQueue<Value> {
  @exclusivity(unchecked) @usableFromInline var values = RingBuffer<Value>()
  /// A value that waits for no other, while its tuple is made. No other value of the source waits then.
  @exclusivity(unchecked) @usableFromInline var newest: Value?
  @exclusivity(unchecked) @usableFromInline var isFinished = false

  @inlinable init() {}
}

extension Receiver {
  /// Makes an operator that combines sources. `operation` is called for each listener: it adds the sources, and returns
  /// the function that sends a tuple.
  @inlinable static func combining(
    named name: StaticString = #function,
    _ operation: @escaping @Sendable (Sink<Value>, Combination) -> () -> Void,
    listenerCount: @escaping @Sendable () -> Int
  ) -> Receiver<Value> {
    let attach = { @Sendable (sink: Sink<Value>, junction: Junction) in
      let combination = Combination(finish: sink.finish)
      combination.start(junction, operation(sink, combination))
    }
    return .joining(named: name, attach, listenerCount: listenerCount)
  }
}
