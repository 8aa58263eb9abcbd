import Airwave
import AirwaveTesting
import Foundation
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Marbles: any clock, any values, any number of them", .patient)
struct MarblesLimitsTests {
  private let clock = ManualClock()

  @Test("have a scale in time with a clock that moves by itself")
  func scale() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let clock = LeapingClock()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver)
    for value in 1...3 {
      transmitter.broadcast(value)
      clock.leap(by: .milliseconds(100))
    }

    let lines = marbles.description.split(separator: "\n")
    #expect(lines.last == "one column = 0.005 seconds")
    #expect(lines.first == "1-------------------2-------------------3-")
  }

  @Test("stand still while the clock has stepped back")
  func steppingBack() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let clock = LeapingClock()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver, "first")
    for seconds in [-5, 10, -7, 8] {
      clock.leap(by: .seconds(seconds))
      transmitter.broadcast(seconds + 10)
    }
    clock.leap(by: .seconds(-9))
    marbles.record(receiver, "late")

    #expect(
      marbles.description == """
        first 5------------------------(a3)----b-
        late                                   --
        a = 20
        b = 18
        one column = 0.2 seconds
        """
    )
    #expect(!marbles.svg.isEmpty)
  }

  @Test("have a scale for all times that there are", arguments: [.zero, .seconds(86_400), Duration(attoseconds: .max)])
  func longTimes(time: Duration) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let clock = LeapingClock()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver)
    clock.leap(by: time)
    transmitter.broadcast(1)

    let line = marbles.description.prefix { $0 != "\n" }
    #expect(line.count <= 61 && line.hasSuffix("1-"))
  }

  @Test("have a column for each of 200 moves of a clock, and then one for 2, 5, 10, … moves")
  func manyMoves() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver)
    for _ in 1..<200 { clock.advance(by: .seconds(1)) }
    transmitter.broadcast(1)
    let narrow = marbles.description
    clock.advance(by: .seconds(1))
    let wide = marbles.description
    for _ in 200..<100_000 { clock.advance(by: .seconds(1)) }
    transmitter.finish()

    #expect(narrow == String(repeating: "-", count: 199) + "1")
    #expect(wide == String(repeating: "-", count: 99) + "1-\none column = 2 moves of the clock")
    let long = String(repeating: "-", count: 99)
    #expect(marbles.description == "1\(long)|\none column = 1000 moves of the clock")
  }

  @Test("have at most 60 values of a receiver in a column")
  func crowdedColumn() {
    let (transmitter, receiver) = Receiver<String>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver)
    for _ in 0..<100_000 { transmitter.broadcast("x") }
    transmitter.finish()

    #expect(marbles.description == "(" + String(repeating: "x", count: 60) + "…|)")
    #expect(marbles.svg.components(separatedBy: "<rect class=\"marble").count == 61)
  }

  @Test(
    "have a letter for a value that is no visible character, and keep each value in a line",
    arguments: [
      ("\r\n", #"\r\n"#), ("\u{1B}[31m", #"\u{1B}[31m"#), ("\u{1B}", #"\u{1B}"#), ("\n", #"\n"#), ("\t", #"\t"#),
      ("\u{2028}", #"\u{2028}"#), ("\u{85}", #"\u{0085}"#), ("\u{A0}", "\u{A0}"), ("\u{301}", "\u{301}"),
      ("x\r\ny", #"x\r\ny"#), ("…", "…"),
      ("e" + String(repeating: "\u{301}", count: 100), "e" + String(repeating: "\u{301}", count: 59) + "…"),
    ]
  )
  func invisible(value: String, shown: String) throws {
    let (transmitter, receiver) = Receiver<String>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver, "two\r\nlines\u{1B}")
    transmitter.broadcast(value)

    #expect(Array(marbles.description.utf8) == Array("two\\r\\nlines\\u{1B} a\na = \(shown)".utf8))
    #expect(XMLParser(data: Data(marbles.svg.utf8)).parse())
    #expect(!marbles.svg.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
  }

  @Test("have letters that are characters of several scalars, too", arguments: ["é", "e\u{301}", "👨‍👩‍👧‍👦", "中", "?"])
  func visible(value: String) {
    let (transmitter, receiver) = Receiver<String>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver)
    transmitter.broadcast(value)
    #expect(marbles.description == value)
  }

  @Test(
    "a wait for a text sees the receivers that are recorded after it has begun",
    arguments: ["rowA 1", "rowA (1|)", "rowA 1\nrowB -"]
  )
  func recordedLater(text: String) async {
    let marbles = Marbles(clock: ManualClock())
    let (transmitter, receiver) = Receiver<Int>.make()
    async let expected: Void = marbles.expect(text, within: .patience)
    await until { marbles.drawingCount.withLock { $0 } > 0 }
    marbles.record(receiver, "rowA")
    transmitter.broadcast(1)
    if text.hasSuffix("|)") { transmitter.finish() }
    if text.contains("rowB") { marbles.record(receiver, "rowB") }
    await expected

    #expect(marbles.description == text)
  }

  @Test("a wait for a text draws few diagrams, however many values there are", arguments: [(200, 50), (1, 10_000)])
  func manyValuesAwaited(columns: Int, valuesPerColumn: Int) async {
    func play(_ marbles: Marbles, _ clock: ManualClock) {
      let (transmitter, receiver) = Receiver<Int>.make()
      marbles.record(receiver, "row")
      for column in 0..<columns {
        if column > 0 { clock.advance(by: .seconds(1)) }
        for _ in 0..<valuesPerColumn { transmitter.broadcast(1) }
      }
      transmitter.finish()
    }
    let (first, second) = (ManualClock(), ManualClock())
    let (drawn, awaited) = (Marbles(clock: first), Marbles(clock: second))
    play(drawn, first)
    let text = drawn.description
    let start = ContinuousClock.now
    async let expected: Void = awaited.expect(text, within: .patience)
    play(awaited, second)
    await expected
    let pauseCount = Int(start.duration(to: .now) / .milliseconds(10))
    let drawingCount = awaited.drawingCount.withLock { $0 }

    #expect(awaited.description == text)
    #expect(drawingCount <= (text.contains("…") ? pauseCount : 0) + 3)
  }
}

/// A clock that a test sets, and that is not a `ManualClock`.
private final class LeapingClock: Clock, Sendable {
  private let offset = Mutex(Duration.zero)

  var now: ManualClock.Instant { ManualClock.Instant(offset: offset.withLock { $0 }) }
  var minimumResolution: Duration { .zero }

  func leap(by duration: Duration) { offset.withLock { $0 += duration } }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) {}
}
