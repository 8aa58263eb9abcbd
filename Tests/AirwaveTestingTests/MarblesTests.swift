import Airwave
import AirwaveTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Marbles", .patient)
struct MarblesTests {
  private let clock = ManualClock()

  @Test("draw a line for each receiver, and a column for each move of the clock")
  func lines() {
    let (transmitter, receiver) = Receiver<String>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver, "all")
    marbles.record(receiver.filter { $0 != "b" }.take(count: 2), "two")
    for value in ["a", nil, "b", "c"] {
      value.map(transmitter.broadcast)
      clock.advance(by: .seconds(1))
    }
    transmitter.finish()

    #expect(
      marbles.description == """
        all a-bc---|
        two a--(c|)
        """
    )
  }

  @Test("tell several values, replayed ones, those from elsewhere, and the end apart")
  func signs() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    [1, 2].forEach(transmitter.broadcast)
    let marbles = Marbles(clock: clock)
    marbles.record(receiver)
    clock.advance(by: .seconds(1))
    [3, 4].forEach(transmitter.broadcast)
    clock.advance(by: .seconds(1))
    transmitter.broadcast(5)
    transmitter.finish()
    clock.advance(by: .seconds(1))

    #expect(marbles.description == "[12](34)(5|)")
  }

  @Test("show what is heard on the main actor though the recording began elsewhere, and the other way round")
  func elsewhere() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let marbles = Marbles(clock: clock)
    await MainActor.run { marbles.record(receiver, "main") }
    marbles.record(receiver, "here")
    transmitter.broadcast(1)
    clock.advance(by: .seconds(1))
    await MainActor.run { transmitter.broadcast(2) }

    #expect(
      marbles.description == """
        main 1'2-
        here 1-2'
        """
    )
  }

  @Test("give longer values letters that are free, and explain them")
  func legend() {
    let (transmitter, receiver) = Receiver<String>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver, "words")
    ["a", "apple", "-", "pear\nand more", "apple", ""].forEach {
      transmitter.broadcast($0)
      clock.advance(by: .seconds(1))
    }

    #expect(
      marbles.description == """
        words abcdbe-
        b = apple
        c = -
        d = pear\\nand more
        e = \("")
        """
    )
  }

  @Test("explain letters in the order in which they are given, and count the values that have none")
  func manyLetters() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver)
    (100..<155).forEach(transmitter.broadcast)

    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let legend = zip(letters, 100...).map { "\($0) = \($1)" }
    #expect(marbles.description == (["(\(letters)???)"] + legend + ["? = 3 more"]).joined(separator: "\n"))
  }

  @Test("begin where the recording began")
  func late() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver, "first")
    transmitter.broadcast(1)
    clock.advance(by: .seconds(1))
    marbles.record(receiver, "second")
    transmitter.broadcast(2)

    #expect(
      marbles.description == """
        first  12
        second  2
        """
    )
  }

  @Test("show a debounced search")
  func search() {
    let (keys, key) = Receiver<String>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(key, "keys")
    let words = key.debounce(for: .seconds(2), clock: clock).share()
    marbles.record(words, "search")
    for key in ["s", "w"] {
      keys.broadcast(key)
      clock.advance(by: .seconds(1))
    }
    clock.advance(by: .seconds(1))

    #expect(
      marbles.description == """
        keys   sw--
        search ---w
        """
    )
  }

  @Test("are attached to the test, with both texts, when they are not as expected")
  func expecting() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver)
    transmitter.broadcast(1)
    marbles.expect("1")
    let issues = await issues { marbles.expect("2") }
    let line = #line - 1

    #expect(issues.map(\.line) == [line])
    #expect(issues.map(\.text) == ["Expected the first picture, but got the second:\n2\n\n1"])
  }

  @Test("can be waited for, and are as expected at once, later or not at all")
  func waiting() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver.asyncMap { $0 + 1 })
    transmitter.broadcast(1)
    await marbles.expect("2", within: .patience)
    await marbles.expect("2", within: .zero)
    clock.advance(by: .seconds(1))
    transmitter.broadcast(2)
    transmitter.finish()
    await marbles.expect("2(3|)", within: .patience)
    let issues = await issues { await marbles.expect("4", within: .milliseconds(1)) }
    let line = #line - 1
    let cancelled = Task { await marbles.expect("4", within: .patience) }
    cancelled.cancel()
    await cancelled.value

    #expect(issues.map(\.line) == [line])
    #expect(issues.map(\.text) == ["Expected the first picture, but got the second:\n4\n\n2(3|)"])
    #expect(receiver.listenerCount == 0)
  }

  @Test("are a well-formed document of SVG, whatever the values are")
  func svg() throws {
    let (transmitter, receiver) = Receiver<String>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast("<&>\u{0}\u{FFFE}")
    let marbles = Marbles(clock: clock)
    marbles.record(receiver, "a < b")
    clock.advance(by: .seconds(1))
    transmitter.broadcast("b")
    transmitter.finish()

    let parser = XMLParser(data: Data(marbles.svg.utf8))
    #expect(parser.parse())
    #expect(marbles.svg.components(separatedBy: "<rect class=\"marble").count == 3)
    #expect(marbles.svg.contains("replayed") && marbles.svg.contains("class=\"end\""))
  }

  @Test("have literal colors in attributes, so that viewers without style sheets show them")
  func colors() throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver, "a")
    marbles.record(receiver, "b")
    transmitter.broadcast(1)
    transmitter.finish()

    let svg = marbles.svg
    let elements = svg.split(separator: "<").filter { ["svg", "rect"].contains($0.prefix { $0.isLetter }) }
    #expect(elements.allSatisfy { $0.contains(" fill=\"#") } && elements.count == 4)
    let lines = svg.split(separator: "<").filter { ["line", "path"].contains($0.prefix { $0.isLetter }) }
    #expect(lines.allSatisfy { $0.contains(" stroke=\"#") } && lines.count == 5)
    #expect(!svg.contains("var("))
  }

  @Test("have columns that are as wide as their fullest cell, and lines that reach the end")
  func columns() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let marbles = Marbles(clock: clock)
    marbles.record(receiver, "a")
    marbles.record(receiver.filter { $0 > 2 }, "b")
    [1, 2, 3].forEach(transmitter.broadcast)
    clock.advance(by: .seconds(1))
    transmitter.broadcast(4)
    transmitter.finish()

    let svg = marbles.svg
    #expect(svg.contains(#"d="M33 12V100M137 12V100M209 12V100""#))
    let ends = svg.components(separatedBy: "\n").filter { $0.contains(#"class="end""#) }
    #expect(ends.map { $0.contains(#"x1="189""#) } == [true, true])
    #expect(svg.components(separatedBy: #"class="line" x1="33""#).count == 3)
    #expect(svg.components(separatedBy: #"x2="189" y2="32"/>"#).count == 2)
  }

  @Test("explain dashed and square values in the picture", arguments: [false, true])
  func notes(isExplained: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    if isExplained { transmitter.broadcast(1) }
    let marbles = Marbles(clock: clock)
    marbles.record(receiver)
    if isExplained { await MainActor.run { transmitter.broadcast(2) } } else { transmitter.broadcast(2) }

    let svg = marbles.svg
    #expect(svg.contains("dashed = replayed") == isExplained)
    #expect(svg.contains("square = heard on another isolation") == isExplained)
    #expect(marbles.description == (isExplained ? "[1]2'" : "2"))
  }

  @Test("listen until they are released, and keep nothing alive")
  func lifetime() {
    let (transmitter, receiver) = Receiver<Int>.make()
    do {
      let marbles = Marbles(clock: clock)
      marbles.record(receiver)
      #expect(receiver.listenerCount == 1)
      withExtendedLifetime(marbles) {}
    }
    #expect(receiver.listenerCount == 0)
    withExtendedLifetime(transmitter) {}
  }
}
