import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Contract 12: bad input traps with its name", .inTurn)
struct Contract12BadInputTests {
  #if os(Linux) || os(macOS)
  @Test("a negative limit stops make")
  func limit() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make(strategy: .warm(upTo: -1))
    }
    #expect(try message(of: result).contains("'upTo' must not be negative, but is -1"))
  }

  @Test("a negative limit of what is kept until it is heard stops make, and share")
  func untilHeardLimit() async throws {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Receiver<Int>.make(strategy: .untilHeard(upTo: -1))
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Receiver<Int>.never.share(strategy: .untilHeard(upTo: -1))
      },
    ]
    for result in results {
      #expect(try message(of: result).contains("'upTo' must not be negative, but is -1"))
    }
  }

  @Test("a negative count stops skip, before a listener joins")
  func skip() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.skip(count: -2)
    }
    #expect(try message(of: result).contains("'count' must not be negative, but is -2"))
  }

  @Test("a negative count stops take, before a listener joins")
  func take() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.take(count: .min)
    }
    #expect(try message(of: result).contains("'count' must not be negative, but is -9223372036854775808"))
  }

  @Test("a negative count stops collect, before a listener joins")
  func collect() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.collect(count: -3)
    }
    #expect(try message(of: result).contains("'count' must not be negative, but is -3"))
  }

  @Test("a negative count stops windows, before a listener joins")
  func windows() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.windows(ofCount: -5)
    }
    #expect(try message(of: result).contains("'count' must not be negative, but is -5"))
  }

  @Test("a negative count stops collect with an interval, before a listener joins")
  func collectWithInterval() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.collect(count: -4, for: .seconds(1))
    }
    #expect(try message(of: result).contains("'count' must not be negative, but is -4"))
  }
  #endif

  @Test("a negative limit does no harm until a pair is made of it")
  func strategyAlone() {
    let strategies: Set<ReplayStrategy> = [.warm(upTo: -1), .warm(upTo: -1), .warm(upTo: 0)]
    #expect(strategies.count == 2)
  }

  @Test("counts from zero to the largest are fine", arguments: everyStrategy, [0, 1, .max])
  func fine(strategy: ReplayStrategy, count: Int) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (skipped, taken) = (receiver.skip(count: count).record(), receiver.take(count: count).record())

    [1, 2].forEach(transmitter.broadcast)

    let (rest, beginning) = (Array([1, 2].dropFirst(count)), Array([1, 2].prefix(count)))
    #expect([skipped.values, taken.values] == [rest, beginning])
  }

  #if os(Linux) || os(macOS)
  private func message(of result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }
  #endif
}
