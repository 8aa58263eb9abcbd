extension Receiver {
  /// Makes a receiver from each value, and forwards the values of all these inner receivers.
  ///
  /// ```swift
  /// let (rooms, room) = Receiver<String>.make()
  /// let (messages, message) = Receiver<String>.make()
  /// room.flatMap { name in message.map { "\(name): \($0)" } }.listen { print($0) }
  ///
  /// rooms.broadcast("kitchen")
  /// messages.broadcast("hello")
  /// rooms.broadcast("hall")
  /// messages.broadcast("bye")
  /// // kitchen: hello
  /// // kitchen: bye
  /// // hall: bye
  /// ```
  ///
  /// With a limit of 1 the inner receivers are heard one after the other: the next one when the one before it has
  /// finished.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
  /// let (first, firsts) = Receiver<String>.make()
  /// let (second, seconds) = Receiver<String>.make(strategy: .cold)
  /// receiver.flatMap(maxConcurrent: 1) { $0 == 1 ? firsts : seconds }.listen { print($0) }
  ///
  /// [1, 2].forEach(transmitter.broadcast)
  /// second.broadcast("second")
  /// first.broadcast("first")
  /// first.finish()
  /// // first
  /// // second
  /// ```
  ///
  /// An inner receiver is made when it is about to be heard, and is heard from its replay on. The inner receivers may
  /// broadcast on different threads. The listener hears one value at a time, and the values of each inner receiver in
  /// their order. Finishes when this receiver and all inner receivers have finished. What is kept for an inner receiver
  /// is released when that receiver finishes, or when the listener ends. If
  /// ``Airwave/Transmitter/removeAllListeners()`` is called on the pair of one of these receivers, the listener is
  /// removed.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The greatest number of inner receivers that are heard at the same time, without a limit by
  ///     default. Values that come while the limit is reached wait, in order, and their number is not bounded. A limit
  ///     that is not positive stops the program.
  ///   - transform: Makes an inner receiver. Runs for one value at a time: where the value is broadcast, or, if the
  ///     value had to wait, where an inner receiver finishes or has a value.
  /// - Returns: A receiver of the values of all inner receivers.
  /// - Complexity: One call for each value of this receiver and each listener, and O(1), amortized, for each inner
  ///   receiver and each of its values. Keeps what each inner receiver needs until it finishes, and the values that
  ///   wait.
  @inlinable
  public func flatMap<Output: Sendable>(
    maxConcurrent: Int = .max,
    _ transform: @escaping @Sendable (Value) -> Receiver<Output>
  ) -> Receiver<Output> {
    requirePositive(maxConcurrent, "maxConcurrent")
    return joining { [self] sink, junction in
      let waiting = OperatorState(RingBuffer<Value>())
      let innerCount = OperatorState(0)
      let hasOuter = OperatorState(true)

      func listen() {
        while innerCount.content < maxConcurrent, sink.isOpen, let value = waiting.content.popFirst() {
          innerCount.content += 1
          junction.listenInStep(to: transform(value), sink.receive) {
            innerCount.content -= 1
            listen()
          }
        }
        if !hasOuter.content, innerCount.content == 0 { sink.finish() }
      }
      junction.listen(to: self) { value in
        _ = waiting.content.append(value)
        listen()
      } onFinish: {
        hasOuter.content = false
        listen()
      }
    }
  }

  /// Unavailable: a closure that awaits. It returns a receiver.
  @available(*, unavailable, message: "the closure returns a receiver: use asyncMap or mapLatest to await")
  public func flatMap<Output>(_ transform: (Value) async throws -> Output) -> Receiver<Output> { fatalError() }

  /// Makes a receiver from each value, and forwards the values of the newest inner receiver only.
  ///
  /// ```swift
  /// let (names, name) = Receiver<String>.make()
  /// let (prices, price) = Receiver<Int>.make()
  /// name.flatMapLatest { name in price.map { "\(name) \($0)" } }.listen { print($0) }
  ///
  /// names.broadcast("tea")
  /// names.broadcast("coffee")
  /// prices.broadcast(3)
  /// // coffee 3
  /// ```
  ///
  /// The same as ``map(_:)`` followed by ``switchToLatest()``.
  ///
  /// - Parameter transform: Makes an inner receiver. Runs where the broadcast is made.
  /// - Returns: A receiver of the newest inner receiver's values. Finishes when this receiver and the newest inner
  ///   receiver have finished.
  /// - Complexity: One call for each value of this receiver and each listener; keeps the newest inner receiver.
  @inlinable
  public func flatMapLatest<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Receiver<Output>
  ) -> Receiver<Output> {
    map(transform).switchToLatest()
  }

  /// Forwards the values of all inner receivers, which are the values of this receiver.
  ///
  /// ```swift
  /// let (downloads, download) = Receiver<Receiver<Int>>.make()
  /// let (first, firstProgress) = Receiver<Int>.make()
  /// let (second, secondProgress) = Receiver<Int>.make()
  /// download.merge().listen { print($0) }
  ///
  /// [firstProgress, secondProgress].forEach(downloads.broadcast)
  /// first.broadcast(10)
  /// second.broadcast(20)
  /// first.broadcast(30)
  /// // 10
  /// // 20
  /// // 30
  /// ```
  ///
  /// Each inner receiver is heard from its replay on. Finishes when this receiver and all inner receivers have
  /// finished.
  ///
  /// - Returns: A receiver of the values of all inner receivers.
  /// - Complexity: O(1), amortized, for each inner receiver, value and listener. Keeps what each inner receiver needs
  ///   until it finishes.
  @inlinable
  public func merge<Inner: Sendable>() -> Receiver<Inner> where Value == Receiver<Inner> {
    flatMap { $0 }
  }

  /// Makes a receiver from a value, forwards its values, and ignores the values that come before it has finished.
  ///
  /// ```swift
  /// let (taps, tap) = Receiver<Int>.make()
  /// let (answers, answer) = Receiver<String>.make()
  /// tap.flatMapFirst { number in answer.take(count: 1).map { "\(number): \($0)" } }.listen { print($0) }
  ///
  /// [1, 2].forEach(taps.broadcast)
  /// answers.broadcast("saved")
  /// taps.broadcast(3)
  /// answers.broadcast("saved again")
  /// // 1: saved
  /// // 3: saved again
  /// ```
  ///
  /// RxJS names it `exhaustMap`. A value that is ignored makes no receiver, and is not kept. The inner receiver is
  /// heard from its replay on. Finishes when this receiver and the inner receiver have finished. If
  /// ``Airwave/Transmitter/removeAllListeners()`` is called on the pair of one of them, the listener is removed.
  ///
  /// - Parameter transform: Makes an inner receiver. Runs where the broadcast is made.
  /// - Returns: A receiver of the values of one inner receiver at a time.
  /// - Complexity: One call for each value that is not ignored and each listener, and O(1) for each value of an inner
  ///   receiver; keeps what one inner receiver needs.
  @inlinable
  public func flatMapFirst<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Receiver<Output>
  ) -> Receiver<Output> {
    joining { [self] sink, junction in
      let hasInner = OperatorState(false)
      let hasOuter = OperatorState(true)
      junction.listen(to: self) { value in
        guard !exchange(&hasInner.content, with: true) else { return }
        junction.listenInStep(to: transform(value), sink.receive) {
          hasInner.content = false
          if !hasOuter.content { sink.finish() }
        }
      } onFinish: {
        hasOuter.content = false
        if !hasInner.content { sink.finish() }
      }
    }
  }

  /// Forwards the values of the newest inner receiver only. The inner receivers are the values of this receiver.
  ///
  /// ```swift
  /// let (stations, station) = Receiver<Receiver<String>>.make()
  /// let (news, newsReceiver) = Receiver<String>.make()
  /// let (music, musicReceiver) = Receiver<String>.make()
  /// station.switchToLatest().listen { print($0) }
  ///
  /// stations.broadcast(newsReceiver)
  /// news.broadcast("headlines")
  /// stations.broadcast(musicReceiver)
  /// news.broadcast("weather")
  /// music.broadcast("a song")
  /// // headlines
  /// // a song
  /// ```
  ///
  /// A new inner receiver is heard from its replay on, and the one before it is no longer heard. Finishes when this
  /// receiver and the newest inner receiver have finished.
  ///
  /// - Returns: A receiver of the newest receiver's values.
  /// - Complexity: O(1) for each value and listener; keeps the newest receiver.
  @inlinable
  public func switchToLatest<Inner: Sendable>() -> Receiver<Inner> where Value == Receiver<Inner> {
    joining { [self] sink, junction in
      let newest = OperatorState<Disposable?>(nil)
      let generation = OperatorState(0)
      // The sources that may still have values: the receiver of receivers, and the newest receiver.
      let hasOuter = OperatorState(true)
      let hasInner = OperatorState(false)

      junction.listen(to: self) { receiver in
        generation.content += 1
        hasInner.content = true
        let own = generation.content
        newest.content?.dispose()
        newest.content = junction.listenInStep(to: receiver) { value in
          if own == generation.content { sink(value) }
        } onFinish: {
          guard own == generation.content else { return }
          hasInner.content = false
          if !hasOuter.content { sink.finish() }
        }
      } onFinish: {
        hasOuter.content = false
        if !hasInner.content { sink.finish() }
      }
    }
  }
}
