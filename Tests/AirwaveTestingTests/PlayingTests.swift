import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.playing", .inTurn, .patient)
struct PlayingTests {
  private let clock = ManualClock()
  private let letters: [Character: String] = ["a": "a", "b": "b", "c": "c"]

  @Test(
    "sends what is drawn, as Marbles draws it",
    arguments: ["a-b-|", "--a", "(ab)-(c|)", "-", "|", "aa-(aaa)--b---", "a(b|)"]
  )
  func draws(text: String) {
    let receiver = Receiver.playing(text, letters, every: .seconds(1), clock: clock)
    let marbles = Marbles(clock: clock)
    marbles.record(receiver)
    let columnCount = text.replacing(/\(.*?\)/, with: "x").count
    for _ in 1..<columnCount { clock.advance(by: .seconds(1)) }

    // What is heard in the first column is heard by joining.
    let drawn = marbles.description.replacing(/[\[\]]/, with: "")
    let expected = text.hasPrefix("(ab)") ? "ab" + text.dropFirst(4) : text
    #expect(drawn == expected)
  }

  @Test("plays at the instants of the columns, from joining, for each listener")
  func instants() {
    let receiver = Receiver.playing("a - (bc) |", letters, every: .seconds(2), clock: clock)
    let heard = Heard<String>()
    func listen(_ name: String) {
      receiver.listen {
        heard.append("\(name)\($0)\(clock.now.offset.components.seconds)")
      } onFinish: {
        heard.append("\(name)|\(clock.now.offset.components.seconds)")
      }
    }
    clock.advance(by: .seconds(10))
    listen("x")
    clock.advance(by: .seconds(3))
    listen("y")
    clock.advance(by: .seconds(60))

    #expect(heard.values == ["xa10", "ya13", "xb14", "xc14", "x|16", "yb17", "yc17", "y|19"])
    #expect(clock.sleeperCount == 0)
  }

  @Test("is one play for all listeners if it is shared, and ends with its last listener")
  func shared() {
    let receiver = Receiver.playing("-a-b-c", letters, every: .seconds(1), clock: clock).share()
    let first = receiver.record()
    clock.advance(by: .seconds(2))
    let second = receiver.take(count: 1).record(allowingUnread: true)
    clock.advance(by: .seconds(1))

    #expect([first.values, second.values] == [["a", "b"], ["b"]])
    #expect(clock.sleeperCount == 1)
  }

  @Test("a listener that leaves inside a column hears no more of it")
  func leaves() {
    let receiver = Receiver.playing("(ab)-c|", letters, every: .seconds(1), clock: clock)
    let passed = Heard<String>()
    let heard = receiver.handleEvents(onValue: { passed.append($0) }).take(count: 1).record(allowingUnread: true)
    clock.advance(by: .seconds(9))

    #expect([heard.values, passed.values] == [["a"], ["a"]])
    #expect(clock.sleeperCount == 0)
  }

  @Test("a late clock does not change the order")
  func late() async throws {
    let receiver = Receiver.playing("-a-b-(ca)|", letters, every: .microseconds(1), clock: ContinuousClock())
    let recorder = receiver.record()
    let values = try await recorder.next(4, within: .patience)
    try await recorder.finish(within: .patience)

    #expect(values == ["a", "b", "c", "a"])
  }

  #if os(Linux) || os(macOS)
  static let mistakes = [
    ("a-x", "in 'a-x', 'x' at position 3 has no value"),
    ("a|-", "in 'a|-', '-' at position 3 is behind the end"),
    ("(a|b)", "in '(a|b)', 'b' at position 4 is behind the end"),
    ("|(a)", "in '|(a)', '(' at position 2 is behind the end"),
    ("-(ab", "in '-(ab', '(' at position 2 is not closed"),
    ("((a))", "in '((a))', '(' at position 2 is inside other parentheses"),
    ("a)", "in 'a)', ')' at position 2 closes a parenthesis that is not open"),
    ("(a-b)", "in '(a-b)', '-' at position 3 is inside parentheses, which are one column"),
    ("\n\u{1}", "in '\\n\\u{01}', '\\u{01}' at position 2 has no value"),
  ]

  #if compiler(>=6.3)
  // Before Swift 6.3 the closure of an exit test cannot capture a value.
  @Test(
    "a drawing without meaning stops the program, and names the sign and its position",
    arguments: 0..<mistakes.count
  )
  func mistake(index: Int) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
      _ = Receiver.playing(PlayingTests.mistakes[index].0, ["a": 1, "b": 2], every: .seconds(1), clock: ManualClock())
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)

    #expect(message.contains("AirwaveTesting: \(Self.mistakes[index].1)"), "\(message)")
  }
  #endif

  @Test("an interval that is not positive stops the program")
  func zero() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver.playing("a", ["a": 1], every: .zero, clock: ManualClock())
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)

    #expect(message.contains("AirwaveTesting: 'every' must be positive, but is 0.0 seconds"))
  }
  #endif
}
