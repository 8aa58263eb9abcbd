public import Airwave
internal import Foundation

extension Receiver where Value: Decodable {
  /// Makes a receiver from what a pair of another run of the program sent: its values at their times, and its end.
  ///
  /// ```swift compile
  /// import AirwaveTesting
  ///
  /// let recording = try Recording(contentsOf: "taps.jsonl", pair: "taps")
  /// let clock = ManualClock()
  /// let taps = try Receiver<Int>.playing(recording, clock: clock)
  /// taps.debounce(for: .milliseconds(300), clock: clock).listen { print($0) }
  /// clock.advance(by: .seconds(60))
  /// ```
  ///
  /// ``Recording`` shows what is heard. The times are counted from the start of the recording. The play begins anew for
  /// each listener, when it joins. Values with the same time are heard one after the other. The receiver finishes if
  /// the end is the last that was recorded of the pair: a shared receiver may have ended and connected again. Values
  /// that the recording could not keep are not heard; ``Recording/leftOut`` has their lines.
  ///
  /// - Parameters:
  ///   - recording: The values of a pair.
  ///   - clock: The clock that measures the times. With a ``ManualClock``, values are heard inside the call that moves
  ///     it.
  /// - Returns: A receiver of the values.
  /// - Throws: A ``RecordingError`` with the number of the line, if a value is no `Value`.
  /// - Complexity: O(*n*) for *n* values, which the receiver keeps, and one timer for each listener.
  public static func playing<C: Clock>(
    _ recording: Recording,
    clock: C
  ) throws(RecordingError) -> Receiver<Value> where C.Duration == Duration {
    var chords: [Chord<Value>] = []
    func last(at offset: Duration) -> Int {
      if chords.last?.offset != offset { chords.append(Chord(offset: offset)) }
      return chords.count - 1
    }
    for event in recording.events {
      switch event.content {
      case .value(let line):
        let value: Value = try recording.value(in: line, number: event.line)
        chords[last(at: event.offset)].values.append(value)
      case .end where event.line == recording.events.last?.line: chords[last(at: event.offset)].isEnd = true
      case .end, .leftOut: break
      }
    }
    return score(chords, clock: clock)
  }
}

extension Recording {
  /// Decodes the value of a line.
  fileprivate func value<Value: Decodable>(in line: Data, number: Int) throws(RecordingError) -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy =
      .convertFromString(positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do {
      return try decoder.decode(RecordedValue<Value>.self, from: line).json
    } catch {
      throw .line(number, of: path, "the value is no \(Value.self): \(reason(error))")
    }
  }
}
