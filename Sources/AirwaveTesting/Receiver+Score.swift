import Airwave

/// What a receiver sends at an instant: values, and then the end, if this is the end.
struct Chord<Value: Sendable>: Sendable {
  /// The time since the listener joined.
  let offset: Duration
  var values: [Value]
  var isEnd: Bool

  init(offset: Duration, values: [Value] = [], isEnd: Bool = false) {
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
  static func score<C: Clock>(_ chords: [Chord<Value>], clock: C) -> Receiver<Value>
  where C.Duration == Duration {
    .joining { sink, junction in
      let start = clock.now
      func wait(for rest: ArraySlice<Chord<Value>>) {
        guard let next = rest.first else { return }
        let send = {
          for value in next.values where sink.isOpen { sink(value) }
          if next.isEnd { sink.finish() } else { wait(for: rest.dropFirst()) }
        }
        // What is due at once is sent inside the call of `listen`, so that no clock can be late with it.
        if next.offset == .zero { return junction.run(send) }
        junction.run(at: start.advanced(by: next.offset), of: clock, send)
      }
      wait(for: chords[...])
    }
  }
}
