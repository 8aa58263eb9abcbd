import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Pacing: the clock decides, not when a task gets to run", .inTurn, .patient)
struct PacingPunctualityTests {
  @Test("a value that is due is forwarded on time, before one that comes then", arguments: Pacing.allCases, 1...3)
  func veryMoment(pacing: Pacing, seconds: Int) {
    let clock = SilentClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = recordTimes(pacing.receiver(receiver, for: seconds, clock), clock.clock)
    var values: [Timed] = []
    for (time, count) in [3, 1, 2, 1, 4, 1, 1, 2].enumerated() {
      if time > 0 { clock.clock.advance(by: .seconds(1)) }
      for number in 1...count {
        values.append(Timed(time * 10 + number, at: time))
        transmitter.broadcast(time * 10 + number)
      }
    }
    transmitter.finish()

    // The end of a delay waits for an alarm, which this clock has not.
    #expect(heard.values == pacing.model(of: values, for: seconds, at: 7, isFinished: true).heard)
    #expect(receiver.listenerCount == 0)
  }

  @Test("an operator that is done hears no more, though several values are due", arguments: [false, true])
  func done(isFinished: Bool) {
    let clock = SilentClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let mapped = Heard<Int>()
    let heard = recordEvents(
      receiver.delay(for: .seconds(1), clock: clock)
        .map { value in
          mapped.append(value)
          return value
        }
        .take(count: 2)
    ).heard
    (1...5).forEach(transmitter.broadcast)
    clock.clock.advance(by: .seconds(1))
    if isFinished { transmitter.finish() } else { transmitter.broadcast(6) }

    #expect(heard.values == [.value(1), .value(2), .end])
    #expect(mapped.values == [1, 2])
  }

  @Test("an alarm that has rung is followed by the next", arguments: Pacing.allCases.filter { $0 != .take })
  func nextAlarm(pacing: Pacing) async {
    let clock = WatchedClock(ManualClock())
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = recordTimes(pacing.receiver(receiver, for: 1, clock), clock.clock)
    for value in 0..<3 {
      transmitter.broadcast(value)
      await until { clock.clock.sleeperCount >= 1 }
      await clock.advance(by: .seconds(1))
    }
    transmitter.finish()
    if pacing == .delay { await clock.advance(by: .seconds(1)) }
    await until { heard.values.count == 4 }

    let delay = pacing == .throttleFirst || pacing == .throttleLatest ? 0 : 1
    #expect(heard.values == (0..<3).map { Timed($0, at: $0 + delay) } + [.end(at: pacing == .delay ? 4 : 3)])
  }

  #if os(Linux) || os(macOS)
  @Test("a duration without measure can be counted, however much time has passed")
  func measureless() async {
    await #expect(processExitsWith: .success) {
      for pacing in Pacing.allCases {
        let (clock, heard) = (ManualClock(), Tally())
        // The clock is near the end of its range.
        clock.advance(by: .seconds(Int.max) * 18)
        let (transmitter, receiver) = Receiver<Int>.make()
        let listening = pacing.receiver(receiver, for: .max, clock).listen { _ in heard.add(1) }
        transmitter.broadcast(1)
        await until { clock.sleeperCount >= 1 }
        listening.dispose()
        #expect(heard.count == (pacing == .debounce || pacing == .delay ? 0 : 1))
      }
    }
  }
  #endif

  #if os(Linux) || os(macOS)
  @Test("the end of what a clock can count does not stop the program")
  func endOfTime() async {
    await #expect(processExitsWith: .success) {
      let (first, last) = (Duration(attoseconds: .min), Duration(attoseconds: .max))
      for start in [first, .zero, last] {
        let clock = ManualClock(at: .init(offset: start))
        let heard = Tally()
        let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1, for: .seconds(1), clock: clock))
        for pacing in Pacing.allCases { pacing.receiver(receiver, for: 1, clock).listen { _ in heard.add(1) } }
        receiver.collect(count: 2, for: .seconds(1), clock: clock).listen { _ in heard.add(1) }
        receiver.silence(for: .seconds(1), clock: clock).listen { heard.add(1) }
        receiver.skip(for: .seconds(1), clock: clock).listen { _ in heard.add(1) }
        transmitter.broadcast(1)
        clock.advance(to: .init(offset: last))
        (2...4).forEach(transmitter.broadcast)
        #expect(receiver.latest == 4 && heard.count >= 8)
        transmitter.finish()
      }
    }
  }
  #endif

  @Test("debounce forwards what had its silence, though the next value is quicker than the task")
  func debounce() async throws {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.debounce(for: .seconds(1), clock: clock).record()
    transmitter.broadcast(1)
    await until { clock.sleeperCount >= 1 }
    clock.advance(by: .seconds(60))
    transmitter.broadcast(2)
    transmitter.finish()
    try await heard.finish(allowingUnread: true, within: timeLimit)

    #expect(heard.values == [1, 2])
  }

  @Test("throttle forwards a value that comes after the pause", arguments: [true, false])
  func throttle(latest: Bool) async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = recordTimes(receiver.throttle(for: .seconds(1), latest: latest, clock: watch(clock)), clock)
    transmitter.broadcast(1)
    await until { clock.sleeperCount >= 1 }
    clock.advance(by: .seconds(60))
    transmitter.broadcast(2)
    await until { clock.sleeperCount >= 1 }
    clock.advance(by: .seconds(60))
    transmitter.finish()
    await until { watch.isIdle }

    #expect(heard.values.map(\.event) == [.value(1), .value(2), .end])
    #expect(heard.values.prefix(2).map(\.time) == [0, 60])
  }

  @Test("throttle counts a value at the very end of a pause to the next, whether it or the alarm comes first")
  func throttleAtTheEnd() async {
    let (silent, clock) = (SilentClock(), ManualClock())
    let (first, second) = (Receiver<Int>.make(), Receiver<Int>.make())
    let (early, _) = recordTimes(first.receiver.throttle(for: .seconds(1), latest: true, clock: silent), silent.clock)
    let (late, _) = recordTimes(second.receiver.throttle(for: .seconds(1), latest: true, clock: clock), clock)
    [1, 2].forEach(first.transmitter.broadcast)
    [1, 2].forEach(second.transmitter.broadcast)
    await until { clock.sleeperCount >= 1 }
    silent.clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(1))
    // In the first pair the value comes before the alarm, in the second pair after it.
    first.transmitter.broadcast(3)
    await until { late.values.count == 2 && clock.sleeperCount == 1 }
    second.transmitter.broadcast(3)
    silent.clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(1))
    first.transmitter.finish()
    await until { late.values.count == 3 }
    second.transmitter.finish()

    let expected = [Timed(1, at: 0), Timed(2, at: 1), Timed(3, at: 2), .end(at: 2)]
    #expect([early.values, late.values] == [expected, expected])
  }

  @Test("take forwards nothing that comes too late")
  func take() async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = recordTimes(receiver.take(for: .seconds(1), clock: watch(clock)), clock)
    await until { clock.sleeperCount >= 1 }
    transmitter.broadcast(1)
    clock.advance(by: .seconds(60))
    transmitter.broadcast(2)
    await until { watch.isIdle }

    #expect(heard.values.map(\.event) == [.value(1), .end])
  }

  @Test("delay counts from when a value comes, though the listener is busy then")
  func delay() async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Timed>()
    receiver.delay(for: .seconds(1), clock: clock).listen { value in
      heard.append(Timed(value, at: clock.seconds))
      if value == 1 {
        transmitter.broadcast(2)
        clock.advance(by: .seconds(60))
      }
    }
    transmitter.broadcast(1)
    await until { clock.sleeperCount >= 1 }
    clock.advance(by: .seconds(1))
    await until { heard.values.count == 2 }

    #expect(heard.values == [Timed(1, at: 1), Timed(2, at: 61)])
    #expect(clock.sleeperCount == 0)
    transmitter.finish()
  }
}
