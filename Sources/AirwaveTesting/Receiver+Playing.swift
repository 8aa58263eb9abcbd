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
  /// | ` 9s ` | 9 seconds without a value |
  ///
  /// Spaces count for nothing. A time between spaces, such as `9s`, `1.5s`, `300ms` or `2m`, passes before the next
  /// column, unless its first character has a value: in `a 9s b` with columns of a second, `b` is heard 10 seconds
  /// after `a`. The signs in parentheses take one column together. (In RxJS, parentheses and each sign inside them
  /// take a frame each.)
  ///
  /// The play begins anew for each listener, when it joins: the first column is heard inside
  /// the call of `listen`, and each column after it an interval later. To have all listeners share one play, which
  /// begins with the first listener, add `share()`.
  ///
  /// - Parameters:
  ///   - marbles: The drawing. If it has a sign that has no meaning, a value that is not in `values`, a parenthesis
  ///     without its counterpart, or anything after the end, it stops the program, with a message that names the sign
  ///     and its position.
  ///   - values: The value of each character.
  ///   - interval: The time between two columns. An interval that is not positive stops the program.
  ///   - clock: The clock that measures the interval. With a ``ManualClock``, values are heard inside the call that
  ///     moves it.
  /// - Returns: A receiver of the values.
  /// - Complexity: O(*n*) in the length of the drawing, and one timer for each listener.
  public static func playing<C: Clock>(
    _ marbles: String,
    _ values: [Character: Value],
    every interval: Duration,
    clock: C
  ) -> Receiver<Value> where C.Duration == Duration {
    score(chords(marbles, values, every: interval), clock: clock)
  }
}

extension Transmitter {
  /// Broadcasts what a drawing shows, from now on: one column for each interval, and the end.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.listen { print("\($0) at \(clock.now)") } onFinish: { print("end") }
  ///
  /// transmitter.play("a-b 9s a|", ["a": 1, "b": 2], every: .seconds(1), clock: clock)
  /// clock.advance(by: .seconds(20))
  /// // 1 at 0.0 seconds
  /// // 2 at 2.0 seconds
  /// // 1 at 12.0 seconds
  /// // end
  /// ```
  ///
  /// The signs are those of ``Airwave/Receiver/playing(_:_:every:clock:)``. There is one play for all listeners of the
  /// pair, whenever they join. The first column is broadcast inside this call, so add the listeners before.
  ///
  /// - Parameters:
  ///   - marbles: The drawing. If it has no meaning, it stops the program, with a message that names the sign and its
  ///     position.
  ///   - values: The value of each character.
  ///   - interval: The time between two columns. An interval that is not positive stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A disposable that stops the play.
  /// - Complexity: O(*n*) in the length of the drawing, and one timer.
  @discardableResult
  public func play<C: Clock>(
    _ marbles: String,
    _ values: [Character: Value],
    every interval: Duration,
    clock: C
  ) -> Disposable where C.Duration == Duration {
    Receiver<Value>.playing(marbles, values, every: interval, clock: clock).listen(to: broadcast, onFinish: finish)
  }
}

/// Reads a drawing. Stops the program if it has no meaning.
private func chords<Value: Sendable>(
  _ marbles: String,
  _ values: [Character: Value],
  every interval: Duration
) -> [Chord<Value>] {
  read(marbles, values, every: interval).columns.map {
    Chord(offset: $0.offset, values: $0.values, isEnd: $0.isEnd)
  }
}

/// Reads a drawing. Stops the program if it has no meaning, or if the interval is not positive.
func read<Value>(_ marbles: String, _ values: [Character: Value], every interval: Duration) -> MarbleText<Value> {
  if interval <= .zero { fatalError("AirwaveTesting: 'every' must be positive, but is \(interval)") }
  do {
    return try MarbleText(marbles, values, every: checked(interval, "every", of: "AirwaveTesting"))
  } catch {
    fatalError("AirwaveTesting: in '\(visible(marbles))', \(error)")
  }
}
