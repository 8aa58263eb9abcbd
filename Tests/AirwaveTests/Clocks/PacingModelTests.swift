import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Pacing: what is heard, and when", .patient)
struct PacingModelTests {
  @Test("a value that waits for a listener is heard, although its source can send no more", arguments: Pacing.allCases)
  func waitsBehindLast(pacing: Pacing) {
    /// The second value is broadcast from inside the first delivery. After it, nothing may hold the source.
    func heard(isShared: Bool, isReleased: Bool) -> [Int] {
      let (clock, heard) = (ManualClock(), Heard<Int>())
      let (transmitter, kept) = {
        let (transmitter, receiver) = Receiver<Int>.make()
        let source = isShared ? receiver.merge(with: .never).share() : receiver.merge(with: .never)
        pacing.receiver(source, for: 1, clock).listen { value in
          heard.append(value)
          guard value == 1 else { return }
          transmitter.broadcast(2)
          if isReleased { transmitter.finish() }
        }
        return (transmitter, isReleased ? nil : source)
      }()
      transmitter.broadcast(1)
      for _ in 0..<3 { clock.advance(by: .seconds(1)) }
      return withExtendedLifetime(kept) { heard.values }
    }
    let expected = heard(isShared: false, isReleased: false)
    #expect(expected == (pacing == .throttleFirst ? [1] : [1, 2]))

    #expect([false, true].map { heard(isShared: $0, isReleased: true) } == [expected, expected])
  }

  @Test("hundreds of random schedules, replay and end included", arguments: Pacing.allCases)
  func model(pacing: Pacing) async {
    for seed in 0..<210 {
      guard await holds(pacing, everyStrategy[seed % everyStrategy.count], seed: UInt64(seed)) else { return }
    }
  }

  /// Moves a clock second by second, and compares the values that are heard with those of the model. After each step it
  /// waits for the expected events.
  private func holds(_ pacing: Pacing, _ strategy: ReplayStrategy, seed: UInt64) async -> Bool {
    var random = SplitMix64(seed: seed)
    let seconds = Int.random(in: 1...4, using: &random)
    let clock = ManualClock()
    let watched = WatchedClock(clock)
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let before = random.values()
    before.forEach(transmitter.broadcast)
    var values = strategy.replayed(of: before).map { Timed($0, at: 0) }

    let (heard, listening) = recordTimes(pacing.receiver(receiver, for: seconds, watched), clock)
    func settle(isFinished: Bool = false, since end: Int? = nil) async -> [Timed] {
      let (now, finished) = (clock.seconds, isFinished)
      let expected = pacing.model(of: values, for: seconds, at: now, isFinished: finished, since: end)
      await until {
        heard.values.count >= expected.heard.count && clock.sleeperCount == (expected.isWaiting ? 1 : 0)
      }
      return expected.heard
    }

    var expected = await settle()
    for time in 1...12 where heard.values == expected {
      // At its end, `take` does not read the time.
      if pacing == .take { clock.advance(by: .seconds(1)) } else { await watched.advance(by: .seconds(1)) }
      expected = await settle()
      for _ in 0..<max(0, Int.random(in: -2...2, using: &random)) {
        let value = Int.random(in: 0...9, using: &random)
        values.append(Timed(value, at: time))
        let reads = watched.reads.count
        transmitter.broadcast(value)
        // The thread that has handled an alarm may still own the gate, and may deliver this value later. The operator
        // reads the time of the value at the delivery: wait for that.
        await until { watched.reads.count > reads || pacing == .take }
      }
      expected = await settle()
    }
    if heard.values == expected {
      let (end, reads) = (clock.seconds, watched.reads.count)
      transmitter.finish()
      // As for a value: the operator reads the time of the end at its delivery.
      await until { watched.reads.count > reads || pacing != .delay }
      expected = await settle(isFinished: true, since: end)
      for _ in 0..<seconds where pacing == .delay && heard.values == expected {
        await watched.advance(by: .seconds(1))
        expected = await settle(isFinished: true, since: end)
      }
    }

    #expect(heard.values == expected, "\(pacing) for \(seconds), seed \(seed): \(values)")
    #expect([clock.sleeperCount, receiver.listenerCount] == [0, 0])
    #expect(listening.isDisposed)
    return heard.values == expected && clock.sleeperCount == 0 && receiver.listenerCount == 0
  }

  @Test(
    "a duration of zero lets everything through, take apart, one at a time",
    arguments: [.debounce, .throttleFirst, .throttleLatest, .delay] as [Pacing]
  )
  func zero(pacing: Pacing) async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = recordTimes(pacing.receiver(receiver, for: 0, watch(clock)), clock)
    for value in 1...3 {
      transmitter.broadcast(value)
      await until { heard.values.count == value }
    }
    transmitter.finish()
    await until { watch.isIdle }

    #expect(heard.values == (1...3).map { Timed($0, at: 0) } + [.end(at: 0)])
    #expect([clock.sleeperCount, receiver.listenerCount] == [0, 0])
  }

  @Test("taking for no time ends without the clock being moved")
  func takeZero() async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, listening) = recordTimes(receiver.take(for: .zero, clock: watch(clock)), clock)
    await until { watch.isIdle }
    transmitter.broadcast(1)

    #expect(heard.values == [.end(at: 0)])
    #expect(listening.isDisposed)
    #expect([clock.sleeperCount, receiver.listenerCount] == [0, 0])
  }

  @Test("each listener is paced by itself")
  func independent() async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let derived = receiver.delay(for: .seconds(2), clock: clock)
    transmitter.broadcast(1)
    let (early, _) = recordTimes(derived, clock)
    await until { clock.sleeperCount >= 1 }
    clock.advance(by: .seconds(1))
    let (late, _) = recordTimes(derived, clock)
    await until { clock.sleeperCount >= 2 }
    clock.advance(by: .seconds(1))
    await until { early.values.count == 1 }
    let lateThen = late.values
    clock.advance(by: .seconds(1))
    await until { late.values.count == 1 }

    #expect(early.values == [Timed(1, at: 2)])
    #expect(lateThen == [])
    #expect(late.values == [Timed(1, at: 3)])
  }

  @Test("a listener may broadcast on the source", arguments: Pacing.allCases)
  func reentrant(pacing: Pacing) async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Timed>()
    pacing.receiver(receiver, for: 1, clock).listen { value in
      heard.append(Timed(value, at: clock.seconds))
      if value < 3 { transmitter.broadcast(value + 1) }
      heard.append(Timed(-value, at: clock.seconds))
    }
    transmitter.broadcast(1)
    let times: [Int] =
      switch pacing {
      case .debounce, .delay: [1, 2, 3]
      case .throttleFirst: [0]
      case .throttleLatest: [0, 1, 2]
      case .take: [0, 0, 0]
      }
    for _ in 1...5 {
      await until { clock.sleeperCount == 1 || heard.values.count == 2 * times.count }
      clock.advance(by: .seconds(1))
    }

    #expect(heard.values == zip(1..., times).flatMap { [Timed($0, at: $1), Timed(-$0, at: $1)] })
  }

  @Test("pacing upon pacing")
  func chained() async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = recordTimes(
      receiver.delay(for: .seconds(2), clock: watch(clock)).debounce(for: .seconds(1), clock: watch(clock))
        .take(for: .seconds(5), clock: watch(clock)),
      clock
    )
    transmitter.broadcast(2)
    await until { clock.sleeperCount >= 2 }
    clock.advance(by: .seconds(2))
    await until { clock.sleeperCount >= 2 }
    clock.advance(by: .seconds(1))
    await until { heard.values.count == 1 }
    transmitter.broadcast(3)
    await until { clock.sleeperCount >= 2 }
    clock.advance(by: .seconds(2))
    await until { watch.isIdle }

    #expect(heard.values == [Timed(2, at: 3), .end(at: 5)])
    #expect([clock.sleeperCount, receiver.listenerCount] == [0, 0])
  }
}
