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
  /// the end is the last that was recorded of the pair: a shared receiver may have ended and connected again.
  ///
  /// - Parameters:
  ///   - recording: The values of a pair.
  ///   - clock: The clock that measures the times. With a ``ManualClock``, values are heard inside the call that moves
  ///     it.
  /// - Returns: A receiver of the values.
  /// - Throws: A ``RecordingError`` with the number of the line, if a value is no `Value`, or was recorded as text
  ///   only, because its type is not `Encodable`.
  /// - Complexity: O(*n*) for *n* values, which the receiver keeps, and one timer for each listener.
  public static func playing<C: Clock>(
    _ recording: Recording,
    clock: C
  ) throws(RecordingError) -> Receiver<Value> where C.Duration == Duration {
    var chords: [Chord<Value>] = []
    for event in recording.events {
      guard event.value != nil || event.line == recording.events.last?.line else { continue }
      if chords.last?.offset != event.offset { chords.append(Chord(offset: event.offset)) }
      if let value: Value = try recording.value(of: event) {
        chords[chords.count - 1].values.append(value)
      } else {
        chords[chords.count - 1].isEnd = true
      }
    }
    return score(chords, clock: clock)
  }
}

extension Recording {
  /// Decodes the value of an event. Nil if the event is the end.
  fileprivate func value<Value: Decodable>(of event: Event) throws(RecordingError) -> Value? {
    guard let line = event.value else { return nil }
    guard event.hasJSON else {
      throw .line(
        event.line,
        of: path,
        "the value was recorded as text only. Make its type Encodable, and record again."
      )
    }
    do {
      return try JSONDecoder().decode(RecordedValue<Value>.self, from: line).json
    } catch {
      throw .line(event.line, of: path, "the value is no \(Value.self): \(reason(error))")
    }
  }
}
