import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("AirwaveTesting: bad input stops the program with its name", .inTurn, .patient)
struct TestingBadInputTests {
  #if os(Linux) || os(macOS)
  @Test("a negative limit for a value")
  func next() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await Receiver<Int>.make().receiver.record().next(within: .seconds(-1))
    }
    #expect(try message(of: result).contains("AirwaveTesting: 'within' must not be negative, but is -1.0 seconds"))
  }

  @Test("a negative limit for several values")
  func nextValues() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await Receiver<Int>.make().receiver.record().next(0, within: .milliseconds(-1))
    }
    #expect(try message(of: result).contains("AirwaveTesting: 'within' must not be negative, but is -0.001 seconds"))
  }

  @Test("a negative limit for the end")
  func finish() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await Receiver<Int>.make().receiver.record().finish(within: .seconds(-2))
    }
    #expect(try message(of: result).contains("AirwaveTesting: 'within' must not be negative, but is -2.0 seconds"))
  }

  @Test("a negative limit for sleepers")
  func waitForSleepers() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await ManualClock().waitForSleepers(0, within: .seconds(-3))
    }
    #expect(try message(of: result).contains("AirwaveTesting: 'within' must not be negative, but is -3.0 seconds"))
  }

  @Test("a negative number of values")
  func valueCount() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try await Receiver<Int>.make().receiver.record().next(-1)
    }
    #expect(try message(of: result).contains("AirwaveTesting: 'count' must not be negative, but is -1"))
  }

  @Test("a negative number of sleepers")
  func sleeperCount() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await ManualClock().waitForSleepers(-1)
    }
    #expect(try message(of: result).contains("AirwaveTesting: 'count' must not be negative, but is -1"))
  }

  @Test("a clock that is moved backwards")
  func backwards() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ManualClock().advance(by: .seconds(-1))
    }
    #expect(try message(of: result).contains("AirwaveTesting: 'by' must not be negative, but is -1.0 seconds"))
  }

  @Test("a clock that is moved beyond the last instant")
  func beyond() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let clock = ManualClock()
      clock.advance(by: Duration(attoseconds: .max))
      clock.advance(by: .zero)
      clock.advance(by: Duration(attoseconds: 1))
    }
    let text = "AirwaveTesting: 'by' must not exceed what the clock can count, but is 1e-18 seconds"
    #expect(try message(of: result).contains(text))
  }

  private func message(of result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }
  #endif
}
