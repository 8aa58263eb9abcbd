public import Airwave

/// The error of an expectation whose drawing differs from what was heard.
///
/// ```swift
/// import AirwaveTesting
///
/// let clock = ManualClock()
/// let ticks = Receiver.timer(every: .seconds(2), clock: clock).map { _ in 1 }
/// do {
///   try ticks.expect("--a---a", ["a": 1], every: .seconds(1), clock: clock)
/// } catch let difference as MarbleDifference {
///   for row in difference.description.split(separator: "\n").dropFirst() { print(row) }
/// }
/// // expected --a---a
/// // heard    --a-a-a
/// // a = 1
/// ```
public struct MarbleDifference: Error, Equatable, CustomStringConvertible {
  /// The drawing that was expected, what was heard, drawn below it, and the line of the expectation.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let ticks = Receiver.timer(every: .seconds(2), clock: clock).map { _ in 1 }
  /// do {
  ///   try ticks.expect("--a---a", ["a": 1], every: .seconds(1), clock: clock)
  /// } catch let difference as MarbleDifference {
  ///   print(difference.description.hasPrefix("Expected the first line, but heard the second:"))
  /// }
  /// // true
  /// ```
  public let description: String
}

extension Receiver where Value: Equatable {
  /// Listens while a clock moves, and throws if the values, their times or the end differ from a drawing.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let pauses = receiver.debounce(for: .seconds(2), clock: clock)
  ///
  /// try pauses.expect("---a-b-|", ["a": 1, "b": 3], every: .seconds(1), clock: clock) {
  ///   transmitter.play("-a-b---|", ["a": 1, "b": 3], every: .seconds(1), clock: clock)
  /// }
  /// ```
  ///
  /// It adds a listener, calls `body`, and moves the clock to the last column of the drawing. `body` may move the
  /// clock, too. The first column is the instant of the call: it has the replay, and what is broadcast before the clock
  /// is moved. A value that is heard between two columns belongs to the earlier one. The signs are those of
  /// ``playing(_:_:every:clock:)``.
  ///
  /// What tasks, actors and queues go on with is heard only if it is heard before the clock is moved on. For such
  /// values use ``Marbles``.
  ///
  /// - Parameters:
  ///   - marbles: The drawing. If it has no meaning, it stops the program, with a message that names the sign and its
  ///     position.
  ///   - values: The value of each character.
  ///   - interval: The time between two columns. An interval that is not positive stops the program.
  ///   - clock: The clock to move.
  ///   - fileID: The file of the call. Omit this argument and `line`.
  ///   - line: The line of the call.
  ///   - body: Broadcasts, or begins to.
  /// - Throws: ``MarbleDifference``, whose description draws both, one below the other. Any error of `body`.
  /// - Complexity: O(*n*) in the number of values; keeps all of them.
  public func expect(
    _ marbles: String,
    _ values: [Character: Value],
    every interval: Duration,
    clock: ManualClock,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: () throws -> Void = {}
  ) throws {
    let text = read(marbles, values, every: interval)
    let start = clock.now
    let heard = Lock<[Event]>([])
    let hear = { @Sendable (value: Value?) in
      let column = column(at: start.duration(to: clock.now), every: interval)
      heard.withLock { $0.append(Event(column: column, value: value)) }
    }
    let listening = listen(to: { hear($0) }, onFinish: { hear(nil) }, fileID: fileID, line: line)
    defer { listening.dispose() }
    try body()
    clock.advance(to: start.advanced(by: text.length - interval))
    let expected = text.columns.flatMap { drawn in
      let column = column(at: drawn.offset, every: interval)
      return drawn.values.map { Event(column: column, value: $0) } + (drawn.isEnd ? [Event(column: column)] : [])
    }
    let events = heard.withLock { $0 }
    if events == expected { return }
    let columnCount = column(at: text.length - interval, every: interval) + 1
    let picture = Picture(values: values, columnCount: columnCount, expected: expected, heard: events)
    throw MarbleDifference(
      description: "Expected the first line, but heard the second: (\(fileID):\(line))\n\(picture.text)"
    )
  }

  /// A value, or the end, which has none.
  private struct Event: Equatable, Sendable {
    let column: Int
    var value: Value?
  }

  private struct Picture {
    let values: [Character: Value]
    let columnCount: Int
    let expected: [Event]
    let heard: [Event]

    var text: String {
      // Columns in which nothing happens are left out if there are many.
      let busy = Set((expected + heard).map(\.column)).sorted()
      let last = max(columnCount, (busy.last ?? 0) + 1)
      let isShort = last <= 100
      let places = Dictionary(uniqueKeysWithValues: busy.enumerated().map { ($1, $0) })
      func row(_ title: String, _ events: [Event]) -> MarbleDiagram.Row {
        let marks = events.map { event in
          MarbleDiagram.Mark(
            kind: event.value.map { .value(name(of: $0)) } ?? .end,
            column: isShort ? event.column : places[event.column] ?? 0
          )
        }
        return MarbleDiagram.Row(name: title, start: 0, marks: marks)
      }
      let diagram = MarbleDiagram(
        rows: [row("expected", expected), row("heard", heard)],
        columnCount: isShort ? last : busy.count,
        scale: nil
      )
      let shown = Set((expected + heard).compactMap { $0.value.map(name(of:)) })
      let legend = values.filter { shown.contains(String($0.key)) }.sorted { $0.key < $1.key }
        .map { "\($0.key) = \(visible(shortened(String(describing: $0.value), to: 60)))" }
        .filter { $0.first != $0.last || $0.count != 5 }
      let columns = isShort ? [] : ["columns " + busy.map(String.init).joined(separator: ", ")]
      return ([diagram.text] + legend + columns).joined(separator: "\n")
    }

    /// The character of a value, or else its description.
    private func name(of value: Value) -> String {
      values.filter { $0.value == value }.keys.min().map(String.init) ?? String(describing: value)
    }
  }
}

private func column(at offset: Duration, every interval: Duration) -> Int {
  Int(clamping: offset.attoseconds / interval.attoseconds)
}
