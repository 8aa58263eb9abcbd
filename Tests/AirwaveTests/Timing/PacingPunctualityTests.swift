import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Pacing: the clock decides, not when a task gets to run", .timeLimit(.minutes(1)))
struct PacingPunctualityTests {
  @Test("debounce forwards what had its silence, though the next value is quicker than the task")
  func debounce() async throws {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.debounce(for: .seconds(1), clock: clock).record()
    transmitter.broadcast(1)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(60))
    transmitter.broadcast(2)
    transmitter.finish()
    try await heard.finish()

    #expect(heard.values == [1, 2])
  }

  @Test("throttle forwards a value that comes after the pause", arguments: [true, false])
  func throttle(latest: Bool) async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = recordTimes(receiver.throttle(for: .seconds(1), latest: latest, clock: clock), clock)
    watch { transmitter.broadcast(1) }
    await clock.waitForSleepers()
    watch {
      clock.advance(by: .seconds(60))
      transmitter.broadcast(2)
    }
    await until { watch.isIdle || clock.sleeperCount == 1 }
    clock.advance(by: .seconds(60))
    transmitter.finish()
    await until { watch.isIdle }

    #expect(heard.values.map(\.event) == [.value(1), .value(2), .end])
    #expect(heard.values.prefix(2).map(\.time) == [0, 60])
  }

  @Test("take forwards nothing that comes too late")
  func take() async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = watch { recordTimes(receiver.take(for: .seconds(1), clock: clock), clock) }
    await clock.waitForSleepers()
    transmitter.broadcast(1)
    clock.advance(by: .seconds(60))
    transmitter.broadcast(2)
    await until { watch.isIdle }

    #expect(heard.values.map(\.event) == [.value(1), .end])
  }

  @Test("delay counts from when a value comes, though the listener is busy then")
  func delay() async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Timed>()
    watch {
      _ = receiver.delay(for: .seconds(1), clock: clock).listen { value in
        heard.append(Timed(value, at: clock.seconds))
        if value == 1 {
          transmitter.broadcast(2)
          clock.advance(by: .seconds(60))
        }
      }
      transmitter.broadcast(1)
    }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    await until { watch.isIdle || clock.sleeperCount == 1 }

    #expect(heard.values == [Timed(1, at: 1), Timed(2, at: 61)])
    #expect(clock.sleeperCount == 0)
    transmitter.finish()
  }
}
