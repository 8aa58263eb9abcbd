import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.collect(count:for:clock:), with a count and without", .inTurn, .patient)
struct CollectForTests {
  @Test("random schedules, replay and end included", arguments: Batching.all)
  func model(batching: Batching) async {
    for seed in 0..<30 {
      guard await holds(batching, everyStrategy[seed % everyStrategy.count], seed: UInt64(seed)) else { return }
    }
  }

  /// Moves a clock second by second, and compares the batches that are heard with those of the model. After each step
  /// it waits for the expected events.
  private func holds(_ batching: Batching, _ strategy: ReplayStrategy, seed: UInt64) async -> Bool {
    var random = SplitMix64(seed: seed)
    let clock = ManualClock()
    let watched = WatchedClock(clock)
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let before = random.values()
    before.forEach(transmitter.broadcast)
    var values = strategy.replayed(of: before).map { (value: $0, time: 0) }
    let (heard, listening) = recordBatches(batching.receiver(receiver, watched), clock)
    func settle() async -> Bool {
      let expected = batching.model(of: values, at: clock.seconds, isFinished: false)
      await until {
        heard.values.count >= expected.heard.count && clock.sleeperCount == (expected.alarm == nil ? 0 : 1)
      }
      return heard.values == expected.heard
    }

    var agrees = await settle()
    for time in 1...12 where agrees {
      await watched.advance(by: .seconds(1))
      agrees = await settle()
      for _ in 0..<max(0, Int.random(in: -2...3, using: &random)) {
        let value = Int.random(in: 0...9, using: &random)
        values.append((value, time))
        transmitter.broadcast(value)
      }
      if agrees { agrees = await settle() }
    }
    transmitter.finish()
    await until { heard.values.last?.values == [] && clock.sleeperCount == 0 }

    let expected = batching.model(of: values, at: clock.seconds, isFinished: true).heard
    #expect(
      heard.values == expected + [TimedBatch(time: clock.seconds, values: [])],
      "\(batching.testDescription), seed \(seed): \(values)"
    )
    #expect([clock.sleeperCount, receiver.listenerCount] == [0, 0])
    #expect(listening.isDisposed)
    return agrees
  }

  @Test("a batch that is due is forwarded before the next value, even if the alarm is late", arguments: Batching.all)
  func late(batching: Batching) {
    for seed in 0..<50 {
      var random = SplitMix64(seed: UInt64(seed))
      let clock = SilentClock()
      let (transmitter, receiver) = Receiver<Int>.make()
      let (heard, _) = recordBatches(batching.receiver(receiver, clock), clock.clock)
      var values: [(value: Int, time: Int)] = []
      for value in 0..<20 {
        clock.clock.advance(by: .seconds(Int.random(in: 0...2, using: &random)))
        values.append((value, clock.clock.seconds))
        transmitter.broadcast(value)
      }
      transmitter.finish()

      let now = clock.clock.seconds
      let expected = batching.model(of: values, at: now, isFinished: true, ringsAlarms: false).heard
      #expect(heard.values == expected + [TimedBatch(time: now, values: [])], "seed \(seed): \(values)")
    }
  }

  @Test("the first interval begins when the listener joins, the others where one ends, also when nothing came")
  func intervals() async {
    let clock = ManualClock()
    let watched = WatchedClock(clock)
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = recordBatches(receiver.collect(for: .seconds(4), clock: watched), clock)
    clock.advance(by: .seconds(3))
    transmitter.broadcast(1)
    await until { clock.sleeperCount >= 1 }
    await watched.advance(by: .seconds(1))
    // Two intervals without a value, and half of one.
    clock.advance(by: .seconds(10))
    let sleeperCount = clock.sleeperCount
    transmitter.broadcast(2)
    await until { clock.sleeperCount >= 1 }
    await watched.advance(by: .seconds(2))
    transmitter.finish()
    await until { heard.values.count == 3 }

    #expect(sleeperCount == 0)
    #expect(
      heard.values == [TimedBatch(time: 4, values: [1]), .init(time: 16, values: [2]), .init(time: 16, values: [])]
    )
  }

  @Test("each listener has its own intervals")
  func independent() async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let collected = receiver.collect(for: .seconds(2), clock: clock)
    transmitter.broadcast(1)
    let (early, _) = recordBatches(collected, clock)
    await until { clock.sleeperCount >= 1 }
    clock.advance(by: .seconds(1))
    let (late, _) = recordBatches(collected, clock)
    await until { clock.sleeperCount >= 2 }
    clock.advance(by: .seconds(1))
    await until { early.values.count == 1 }
    let lateThen = late.values
    clock.advance(by: .seconds(1))
    await until { late.values.count == 1 }

    #expect(early.values == [TimedBatch(time: 2, values: [1])])
    #expect(lateThen == [] && late.values == [TimedBatch(time: 3, values: [1])])
  }

  @Test("disposal drops the batch, and wakes no task", arguments: [nil, 9])
  func disposes(count: Int?) async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Witness>.make()
    let (captured, kept, heard) = (Tally(), Tally(), Tally())
    let listening = {
      let witness = Witness { captured.add(1) }
      return Batching(count: count, seconds: 1).receiver(receiver, watch(clock)).listen { _ in
        withExtendedLifetime(witness) { heard.add(1) }
      }
    }()
    for _ in 0..<3 { transmitter.broadcast(Witness { kept.add(1) }) }
    await until { clock.sleeperCount >= 1 }
    listening.dispose()
    let left = [clock.sleeperCount, receiver.listenerCount, captured.count, kept.count]
    clock.advance(by: .seconds(9))
    await until { watch.isIdle }

    #expect(left == [0, 0, 1, 3])
    #expect(heard.count == 0 && watch.isIdle)
  }

  @Test("a full batch is heard before broadcast returns, and begins the next interval")
  func full() async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = recordBatches(receiver.collect(count: 2, for: .seconds(3), clock: clock), clock)
    clock.advance(by: .seconds(2))
    [1, 2].forEach(transmitter.broadcast)
    let heardThen = heard.values
    transmitter.broadcast(3)
    for _ in 0..<3 {
      await until { clock.sleeperCount >= 1 }
      clock.advance(by: .seconds(1))
    }
    await until { heard.values.count == 2 }

    #expect(heardThen == [TimedBatch(time: 2, values: [1, 2])])
    #expect(heard.values == heardThen + [TimedBatch(time: 5, values: [3])])
  }

  @Test("reading the replay starts no task, and shows full batches only", arguments: [nil, 2])
  func replayed(count: Int?) {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    [1, 2, 3].forEach(transmitter.broadcast)
    let batching = Batching(count: count, seconds: 1)
    let open = {
      let collected = batching.receiver(receiver, watch(clock))
      return (collected.replayed, collected.latest)
    }()
    transmitter.finish()
    let finished = batching.receiver(receiver, watch(clock)).replayed

    #expect(open.0 == (count == nil ? [] : [[1, 2]]) && open.1 == open.0.last)
    #expect(finished == (count == nil ? [[1, 2, 3]] : [[1, 2], [3]]))
    #expect(watch.isIdle && clock.sleeperCount == 0)
  }

  #if os(Linux) || os(macOS)
  @Test("a duration without measure can be counted, however much time has passed")
  func measureless() async {
    await #expect(processExitsWith: .success) {
      let (clock, heard) = (ManualClock(), Tally())
      // The clock is near the end of its range.
      clock.advance(by: .seconds(Int.max) * 18)
      let (transmitter, receiver) = Receiver<Int>.make()
      let listening = receiver.collect(for: .seconds(Int.max), clock: clock).listen { _ in heard.add(1) }
      receiver.skip(for: .seconds(Int.max), clock: clock).listen { _ in heard.add(1) }
      transmitter.broadcast(1)
      await until { clock.sleeperCount >= 1 }
      listening.dispose()
      #expect(heard.count == 0)
    }
  }
  #endif

  @Test("loses nothing and repeats nothing while many broadcast and time passes")
  func threads() async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = recordEvents(receiver.collect(count: 50, for: .seconds(1), clock: clock)).heard
    await onThreads(3) { thread in
      for number in 0..<1_000 {
        if thread == 0 { clock.advance(by: .milliseconds(100)) } else { transmitter.broadcast(thread * 1_000 + number) }
      }
    }
    transmitter.finish()

    let batches = heard.values.dropLast().compactMap { if case .value(let batch) = $0 { batch } else { nil } }
    #expect(batches.flatMap(\.self).sorted() == Array(1_000..<3_000) && heard.values.last == .end)
    #expect(batches.allSatisfy { (1...50).contains($0.count) })
    #expect(receiver.listenerCount == 0)
  }
}

@Suite("Receiver.skip(for:clock:)")
struct SkipForTests {
  @Test("hears what take(for:clock:) does not, replay included", arguments: everyStrategy, 0...3)
  func complement(strategy: ReplayStrategy, seconds: Int) {
    let clock = SilentClock()
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2].forEach(transmitter.broadcast)
    let skipped = receiver.skip(for: .seconds(seconds), clock: clock)
    let replayed = (skipped.replayed, skipped.latest)
    let (heard, listening) = recordTimes(skipped, clock.clock)
    var values = strategy.replayed(of: [1, 2]).map { Timed($0, at: 0) }
    for time in 1...5 {
      clock.clock.advance(by: .seconds(1))
      for number in 1...2 {
        values.append(Timed(time * 10 + number, at: time))
        transmitter.broadcast(time * 10 + number)
      }
    }
    transmitter.finish()

    let expectedReplay = seconds == 0 ? strategy.replayed(of: [1, 2]) : []
    #expect(replayed.0 == expectedReplay && replayed.1 == expectedReplay.last)
    #expect(heard.values == values.filter { $0.time >= seconds } + [.end(at: 5)])
    #expect(listening.isDisposed && receiver.listenerCount == 0)
  }

  @Test("asks the clock no more once it has begun, and needs no task")
  func asksNoMore() {
    let clock = WatchedClock(ManualClock())
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    receiver.skip(for: .seconds(1), clock: clock).listen { heard.append($0) }
    transmitter.broadcast(1)
    clock.clock.advance(by: .seconds(1))
    [2, 3, 4].forEach(transmitter.broadcast)

    #expect(heard.values == [2, 3, 4])
    #expect([clock.reads.count, clock.clock.sleeperCount] == [3, 0])
  }
}
