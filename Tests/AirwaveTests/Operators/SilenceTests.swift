import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.silence", .inTurn, .patient)
struct SilenceTests {
  @Test("reports each pause once, the first from joining, replay included", arguments: everyStrategy)
  func reports(strategy: ReplayStrategy) {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    transmitter.broadcast(0)
    let heard = Heard<Int>()
    receiver.silence(for: .seconds(5), clock: clock).listen { heard.append(clock.seconds) }
    for time in 1...30 {
      clock.advance(by: .seconds(1))
      if [3, 7, 12, 13].contains(time) { transmitter.broadcast(time) }
    }

    #expect(heard.values == [12, 18])
    #expect(clock.sleeperCount == 0)
  }

  @Test("reports a pause before anything is broadcast, and finishes with the pair")
  func beforeTheFirst() async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    let derived = receiver.silence(for: .seconds(2), clock: watch(clock)).map { clock.seconds }
    let heard = recordTimes(derived, clock).heard
    await until { clock.sleeperCount >= 1 }
    clock.advance(by: .seconds(2))
    await until { heard.values.count == 1 }
    clock.advance(by: .seconds(10))
    let before = (heard.values, derived.replayed)
    transmitter.finish()

    #expect(before == ([Timed(2, at: 2)], []))
    #expect(heard.values == [Timed(2, at: 2), .end(at: 12)])
    #expect([clock.sleeperCount, receiver.listenerCount] == [0, 0])
  }

  @Test("its task sleeps no more when the listener ends, or the pair", arguments: [true, false])
  func ends(byDisposal: Bool) async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Tally()
    let listening = receiver.silence(for: .seconds(2), clock: clock).listen { heard.add(1) }
    await until { clock.sleeperCount >= 1 }
    if byDisposal { listening.dispose() } else { transmitter.finish() }
    await until { clock.sleeperCount == 0 }
    clock.advance(by: .seconds(10))

    #expect(heard.count == 0)
    #expect(listening.isDisposed && receiver.listenerCount == 0)
  }

  @Test("a time-out: stops listening after a pause")
  func timeOut() {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let silence = receiver.silence(for: .seconds(2), clock: clock)
    let (heard, listening) = recordTimes(receiver.take(until: silence), clock)
    transmitter.broadcast(1)
    clock.advance(by: .seconds(2))
    transmitter.broadcast(2)

    #expect(listening.isDisposed)
    #expect(heard.values == [Timed(1, at: 0), .end(at: 2)])
  }

  #if os(Linux) || os(macOS)
  @Test("a negative interval stops the program")
  func negative() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.silence(for: .seconds(-2))
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)

    #expect(output.contains("Airwave: 'for' must not be negative, but is -2.0 seconds"))
  }
  #endif
}
