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
