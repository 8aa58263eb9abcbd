extension Receiver {
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
    joining { [self] (sink, junction: Junction<EventOfTwo<Value, IndexedEvent<Inner>>>) in
      let newest = OperatorState<Disposable?>(nil)
      let generation = OperatorState(0)
      // The sources that may still have values: the receiver of receivers, and the newest receiver.
      let hasOuter = OperatorState(true)
      let hasInner = OperatorState(false)

      junction.handleEvents { event in
        switch event {
        case .first(let receiver):
          newest.content?.dispose()
          generation.content += 1
          hasInner.content = true
          let origin = generation.content
          newest.content = junction.listen(to: receiver, { .second((origin, $0)) }, onFinish: .second((origin, nil)))
        case .second((let origin, let value)):
          guard origin == generation.content else { break }
          if let value { sink(value) } else { hasInner.content = false }
        case .firstFinish:
          hasOuter.content = false
        case .secondFinish:
          break  // The end of an inner receiver has the number of the receiver.
        }
        if !hasOuter.content, !hasInner.content { sink.finish() }
      }
      junction.listen(to: self, { .first($0) }, onFinish: .firstFinish)
    }
  }
}
