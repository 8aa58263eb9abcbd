import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.timestamped")
struct TimestampedTests {
  @Test("adds the instant at which the listener hears the value, replayed or not")
  func instants() {
    let clock = ManualClock()
    let start = clock.now
    let (transmitter, receiver) = Receiver<String>.make(strategy: .cold)
    let timestamped = receiver.timestamped(clock: clock)
    let heard = Heard<String>()
    let note = { @Sendable (value: String, instant: ManualClock.Instant) in
      heard.append("\(value) \(start.duration(to: instant))")
    }
    timestamped.listen { note($0.value, $0.instant) }
    transmitter.broadcast("a")
    clock.advance(by: .seconds(2))
    transmitter.broadcast("b")
    timestamped.listen { value, instant in note(value, instant) }

    #expect(heard.values == ["a 0.0 seconds", "b 2.0 seconds", "a 2.0 seconds", "b 2.0 seconds"])
  }

  @Test("a share behind it keeps the instant of the broadcast")
  func shared() {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let shared = receiver.timestamped(clock: clock).share(strategy: .cold)
    let first = clock.now
    shared.listen { _ in }
    transmitter.broadcast(1)
    clock.advance(by: .seconds(2))
    let heard = shared.map(\.instant).record()

    #expect(heard.values == [first])
  }

  @Test("uses the continuous clock unless told otherwise")
  func standard() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let before = ContinuousClock.now
    let heard = receiver.timestamped().map(\.instant).record()
    transmitter.broadcast(1)

    #expect(heard.values.count == 1 && heard.values.allSatisfy { $0 >= before && $0 <= ContinuousClock.now })
  }
}
