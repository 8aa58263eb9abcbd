/// What a receiver sends at an instant: values, and then the end, if this is the end.
package struct Chord<Value: Sendable>: Sendable {
  /// The time since the listener joined.
  package let offset: Duration
  package var values: [Value]
  package var isEnd: Bool

  package init(offset: Duration, values: [Value] = [], isEnd: Bool = false) {
    self.offset = offset
    self.values = values
    self.isEnd = isEnd
  }
}

extension Receiver {
  /// Makes a receiver that sends given values at given times, to each listener from its joining on.
  ///
  /// - Parameters:
  ///   - chords: What to send, in the order of the offsets. If none is the end, the receiver does not finish.
  ///   - clock: The clock that measures the offsets.
  /// - Returns: A receiver of the values.
  package static func score<C: Clock>(_ chords: [Chord<Value>], clock: C) -> Receiver<Value>
  where C.Duration == Duration {
    .joining(behind: 0) { (sink, junction: Junction<Int>) in
      let start = clock.now
      junction.handleEvents { [weak junction] index in
        for value in chords[index].values where sink.isOpen { sink(value) }
        if chords[index].isEnd { return sink.finish() }
        guard index + 1 < chords.count else { return }
        junction?.send(index + 1, at: start.advanced(by: chords[index + 1].offset), of: clock)
      }
      guard let first = chords.first else { return }
      // What is due at once is sent inside the call of `listen`, so that no clock can be late with it.
      if first.offset == .zero {
        junction.send(0)
      } else {
        junction.send(0, at: start.advanced(by: first.offset), of: clock)
      }
    }
  }
}
