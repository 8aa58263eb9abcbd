import Airwave
import TestSupport
import Testing

@Suite("Pacing: a negative duration traps with its name", .inTurn, .patient)
struct PacingBadInputTests {
  #if os(Linux) || os(macOS)
  @Test("debounce")
  func debounce() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.debounce(for: .seconds(-1))
    }
    #expect(try message(of: result).contains("'for' must not be negative, but is -1.0 seconds"))
  }

  @Test("throttle")
  func throttle() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.throttle(for: .milliseconds(-500), latest: true)
    }
    #expect(try message(of: result).contains("'for' must not be negative, but is -0.5 seconds"))
  }

  @Test("delay")
  func delay() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.delay(for: .seconds(-2))
    }
    #expect(try message(of: result).contains("'for' must not be negative, but is -2.0 seconds"))
  }

  @Test("take")
  func take() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.take(for: .seconds(-3))
    }
    #expect(try message(of: result).contains("'for' must not be negative, but is -3.0 seconds"))
  }

  @Test("skip")
  func skip() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.skip(for: .seconds(-4))
    }
    #expect(try message(of: result).contains("'for' must not be negative, but is -4.0 seconds"))
  }

  @Test("collect")
  func collect() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.collect(for: .seconds(-5))
    }
    #expect(try message(of: result).contains("'for' must not be negative, but is -5.0 seconds"))
  }

  @Test("collect with a count")
  func collectWithCount() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.collect(count: 1, for: .seconds(-6))
    }
    #expect(try message(of: result).contains("'for' must not be negative, but is -6.0 seconds"))
  }

  private func message(of result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }
  #endif
}
