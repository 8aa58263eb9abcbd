import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("A clock that is set back", .patient)
struct SetbackTests {
  @Test(
    "holds up no value",
    arguments: [Pacing.debounce, .throttleLatest, .delay],
    [true, false]
  )
  func setback(pacing: Pacing, isFollowed: Bool) async {
    let clock = SetClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = recordEvents(pacing.receiver(receiver, for: 1, clock)).heard
    [1, 2].forEach(transmitter.broadcast)
    await until { clock.manual.sleeperCount == 1 }
    clock.setback.add(3_600)
    if isFollowed { transmitter.broadcast(3) }
    let expected: [Event<Int>] =
      switch (pacing, isFollowed) {
      case (.debounce, true): [.value(3)]
      case (.debounce, false): [.value(2)]
      case (.throttleLatest, true): [.value(1), .value(3)]
      case (.delay, true): [.value(1), .value(2), .value(3)]
      default: [.value(1), .value(2)]
      }
    await until {
      clock.manual.advance(by: .milliseconds(100))
      return heard.values.count == expected.count || clock.manual.seconds > 600
    }

    #expect(heard.values == expected)
    #expect(clock.manual.seconds <= 600)
    transmitter.removeAllListeners()
  }

  @Test("holds up no value that waits behind another one")
  func waiting() async {
    let clock = SetClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = recordEvents(receiver.delay(for: .seconds(1), clock: clock)).heard
    transmitter.broadcast(1)
    await until { clock.manual.sleeperCount == 1 }
    clock.manual.advance(by: .milliseconds(500))
    transmitter.broadcast(2)
    clock.setback.add(3_600)
    await until {
      clock.manual.advance(by: .milliseconds(100))
      return heard.values.count == 2 || clock.manual.seconds > 600
    }

    #expect(heard.values == [.value(1), .value(2)])
    #expect(clock.manual.seconds <= 600)
    transmitter.removeAllListeners()
  }

  @Test("holds up no tick: the next one comes after the interval, and later ones count from it")
  func timer() async {
    let clock = SetClock()
    let ticks = Receiver.timer(every: .seconds(10), clock: clock).record(allowingUnread: true)
    await until { clock.manual.sleeperCount == 1 }
    clock.manual.advance(by: .seconds(10))
    await until { ticks.values.count == 1 && clock.manual.sleeperCount == 1 }
    clock.setback.add(3_600)
    while ticks.values.count < 4, clock.manual.seconds < 100 {
      await until { clock.manual.sleeperCount == 1 || ticks.values.count == 4 }
      clock.manual.advance(by: .seconds(10))
    }

    let offsets = ticks.values.map(\.offset)
    #expect(offsets.count == 4)
    #expect(offsets.first == .seconds(10))
    #expect(zip(offsets.dropFirst(), offsets.dropFirst(2)).allSatisfy { $1 - $0 >= .seconds(10) })
    #expect(offsets.dropFirst().allSatisfy { $0 < .zero })
  }

  @Test("lets skip(for:) skip what was left of its interval")
  func skipping() {
    let clock = SetClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.skip(for: .seconds(10), clock: clock).record()
    clock.manual.advance(by: .seconds(4))
    transmitter.broadcast(1)
    clock.setback.add(3_600)
    transmitter.broadcast(2)
    clock.manual.advance(by: .seconds(5))
    transmitter.broadcast(3)
    clock.manual.advance(by: .seconds(1))
    transmitter.broadcast(4)

    #expect(heard.values == [4])
  }

  @Test("lets skip(for:) skip what was left of its interval, also if short setbacks add up to a minute")
  func skippingAfterShortSetbacks() {
    let clock = SetClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.skip(for: .seconds(300), clock: clock).record()
    clock.manual.advance(by: .seconds(100))
    transmitter.broadcast(1)
    for number in 2...3 {
      clock.setback.add(40)
      transmitter.broadcast(number)
    }
    clock.manual.advance(by: .seconds(199))
    transmitter.broadcast(4)
    clock.manual.advance(by: .seconds(1))
    transmitter.broadcast(5)

    #expect(heard.values == [5])
  }

  @Test("is not asked to sleep again if it has slept for as long as it should in real time")
  func realTime() async throws {
    let clock = RealClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.delay(for: .milliseconds(1), clock: clock).record()
    transmitter.broadcast(1)

    #expect(try await heard.next(within: timeLimit) == 1)
    #expect(clock.sleepCount.count == 1)
  }
}

/// A clock that can be set back, and sleeps by durations.
private struct SetClock: Clock {
  let manual = ManualClock()
  /// By how many seconds it was set back.
  let setback = Tally()

  var now: ManualClock.Instant { manual.now.advanced(by: .seconds(-setback.count)) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await manual.sleep(for: now.duration(to: deadline))
  }
}

/// A clock that sleeps in real time, and is set back by an hour during its first sleep.
private struct RealClock: Clock {
  let sleepCount = Tally()

  var now: ContinuousClock.Instant { .now.advanced(by: .seconds(sleepCount.count == 0 ? 0 : -3_600)) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let duration = now.duration(to: deadline)
    sleepCount.add(1)
    try await Task.sleep(for: duration)
  }
}
