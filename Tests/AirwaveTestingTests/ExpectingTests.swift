import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.expect and Transmitter.play", .inTurn, .patient)
struct ExpectingTests {
  private let clock = ManualClock()
  private let transmitter: Transmitter<Int>
  private let receiver: Receiver<Int>
  private let numbers: [Character: Int] = ["a": 1, "b": 2]

  init() {
    (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  }

  /// The lines of the difference behind the first one. None if there is no difference.
  private func difference(_ marbles: String, _ body: () -> Void) throws -> [String] {
    do {
      try receiver.expect(marbles, numbers, every: .seconds(1), clock: clock, body)
      return []
    } catch let error as MarbleDifference {
      return error.description.split(separator: "\n").dropFirst().map(String.init)
    }
  }

  @Test(
    "agree with what is played",
    arguments: ["-a-b|", "(ab)--a", "a", "--(b|)", "b 9s a|", "a 1.5s b 500ms |", "-"]
  )
  func agrees(marbles: String) throws {
    let lines = try difference(marbles) {
      transmitter.play(marbles, numbers, every: .seconds(1), clock: clock)
    }
    #expect(lines == [])
  }

  @Test("draw a value that comes late, another value, a missing end and a further value")
  func differs() throws {
    let lines = try difference("-a-b|") {
      transmitter.play("--a", numbers, every: .seconds(1), clock: clock)
      transmitter.broadcast(7)
    }
    #expect(lines == ["expected -a-b|", "heard    7-a--", "a = 1", "b = 2"])
  }

  @Test("show many columns as the few in which something happens")
  func long() throws {
    let lines = try difference("a 1000s b") {
      transmitter.play("a 999s b", numbers, every: .seconds(1), clock: clock)
    }
    #expect(lines == ["expected a-b", "heard    ab-", "a = 1", "b = 2", "columns 0, 1000, 1001"])
  }

  @Test("hear what is replayed in the first column, and name the line of the call")
  func replayed() throws {
    transmitter.broadcast(2)
    let line = #line + 2
    do {
      try receiver.expect("a", numbers, every: .seconds(1), clock: clock)
      Issue.record("nothing is thrown")
    } catch let error as MarbleDifference {
      #expect(error.description.contains("ExpectingTests.swift:\(line))"))
    }
    #expect(try difference("b") {} == [])
  }

  @Test("a play is heard by all, stops when it is disposed of, and ends the pair if it has an end")
  func plays() {
    let (early, bag) = (receiver.record(allowingUnread: true), DisposeBag())
    transmitter.play("-a-b", numbers, every: .seconds(1), clock: clock).disposed(by: bag)
    clock.advance(by: .seconds(2))
    let late = receiver.record(allowingUnread: true)
    bag.dispose()
    clock.advance(by: .seconds(2))
    transmitter.play("b|", numbers, every: .seconds(1), clock: clock)
    clock.advance(by: .seconds(1))

    #expect([early.values, late.values] == [[1, 2], [1, 2]])
    #expect(clock.sleeperCount == 0 && receiver.listenerCount == 0)
  }

  @Test("signs that have a value are no time")
  func digits() throws {
    let (sending, received) = Receiver<Int>.make()
    let values: [Character: Int] = ["9": 9, "s": 0]
    try received.expect("9s", values, every: .seconds(1), clock: clock) {
      sending.play(" 9s ", values, every: .seconds(1), clock: clock)
    }
    #expect(clock.now.offset == .seconds(1))
  }

  #if os(Linux) || os(macOS)
  @Test("a time without an end stops the program")
  func tooLong() async {
    await #expect(processExitsWith: .failure) {
      _ = Receiver.playing("a 99999999999s a", ["a": 1], every: .seconds(1), clock: ManualClock())
    }
  }
  #endif
}
