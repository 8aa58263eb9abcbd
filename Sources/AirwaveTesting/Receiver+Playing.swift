public import Airwave

extension Receiver {
  /// Makes a receiver from a drawing of its values, as ``Marbles`` draws them: one column for each interval.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let keys = Receiver.playing("-sw---|", ["s": "s", "w": "sw"], every: .seconds(1), clock: clock)
  /// keys.debounce(for: .seconds(2), clock: clock).listen { print("\($0) at \(clock.now)") } onFinish: { print("end") }
  ///
  /// clock.advance(by: .seconds(6))
  /// // sw at 4.0 seconds
  /// // end
  /// ```
  ///
  /// | Sign | Meaning |
  /// |---|---|
  /// | `-` | nothing |
  /// | `a` | the value of this character |
  /// | `(ab)`, `(a\|)` | several values in one column, or values and the end |
  /// | `\|` | the end; without it, the receiver does not finish |
  ///
  /// Spaces count for nothing. The play begins anew for each listener, when it joins: the first column is heard inside
  /// the call of `listen`, and each column after it an interval later. To have all listeners share one play, which
  /// begins with the first listener, add `share()`.
  ///
  /// - Parameters:
  ///   - marbles: The drawing. If it has a sign that has no meaning, a value that is not in `values`, a parenthesis
  ///     without its counterpart, or anything behind the end, it stops the program, with a message that names the sign
  ///     and its position.
  ///   - values: The value of each character.
  ///   - interval: The time between two columns. An interval that is not positive stops the program.
  ///   - clock: The clock that measures the interval. With a ``ManualClock``, values are heard inside the call that
  ///     moves it.
  /// - Returns: A receiver of the values.
  /// - Complexity: O(*n*) in the length of the drawing, and one alarm for each listener.
  public static func playing<C: Clock>(
    _ marbles: String,
    _ values: [Character: Value],
    every interval: Duration,
    clock: C
  ) -> Receiver<Value> where C.Duration == Duration {
    if interval <= .zero { fatalError("AirwaveTesting: 'every' must be positive, but is \(interval)") }
    let interval = checked(interval, "every", of: "AirwaveTesting")
    do {
      let columns = try MarbleText(marbles, values).columns
      let chords = columns.enumerated().filter { !$1.values.isEmpty || $1.isEnd }.map { index, column in
        Chord(offset: interval * index, values: column.values, isEnd: column.isEnd)
      }
      return score(chords, clock: clock)
    } catch {
      fatalError("AirwaveTesting: in '\(visible(marbles))', \(error)")
    }
  }
}
