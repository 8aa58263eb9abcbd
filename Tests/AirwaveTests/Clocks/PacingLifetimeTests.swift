import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Pacing: nothing is left behind", .inTurn, .patient)
struct PacingLifetimeTests {
  /// The ways in which a paced listener ends while its operator waits.
  enum Ending: CaseIterable {
    case dispose, bag, scoped, finish, lastTransmitter
  }

  @Test(
    "a listener that ends wakes no task, and its captures and values are released at once",
    arguments: Pacing.allCases,
    Ending.allCases
  )
  func ends(pacing: Pacing, ending: Ending) async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    var (transmitter, receiver) = Receiver<Witness>.make() as (Receiver<Witness>.Transmitter?, Receiver<Witness>)
    let (captured, kept, heard) = (Tally(), Tally(), Tally())
    var bag: DisposeBag? = DisposeBag()
    var scope: ScopedDisposable?
    let listening = {
      let witness = Witness { captured.add(1) }
      return pacing.receiver(receiver, for: 1, watch(clock)).listen { _ in
        withExtendedLifetime(witness) { heard.add(1) }
      }
    }()
    for _ in 0..<3 { transmitter?.broadcast(Witness { kept.add(1) }) }
    await until { clock.sleeperCount >= 1 }
    let heardBefore = heard.count
    switch ending {
    case .dispose: listening.dispose()
    case .bag:
      bag.map { listening.disposed(by: $0) }
      bag = nil
    case .scoped:
      scope = listening.scoped()
      scope = nil
    case .finish: transmitter?.finish()
    case .lastTransmitter: transmitter = nil
    }
    let isFinished = ending == .finish || ending == .lastTransmitter
    // The end is delayed, too, and with it the release.
    let isHeld = pacing == .delay && isFinished
    let left = [clock.sleeperCount, receiver.listenerCount, captured.count, kept.count]
    clock.advance(by: .seconds(9))
    transmitter?.broadcast(Witness())
    await until { watch.isIdle }

    #expect(left == (isHeld ? [1, 0, 0, 0] : [0, 0, 1, 3]))
    #expect([captured.count, kept.count] == [1, 3])
    #expect(scope == nil)
    #expect(listening.isDisposed && watch.isIdle)
    let flushed: Int =
      switch pacing {
      case .debounce, .throttleLatest: 1
      case .delay: 3
      case .throttleFirst, .take: 0
      }
    #expect(heard.count - heardBefore == (isFinished ? flushed : 0))
  }

  @Test("removing all listeners of the pair disposes of the paced one", arguments: Pacing.allCases)
  func removeAll(pacing: Pacing) async {
    let (clock, captured) = (ManualClock(), Tally())
    let (transmitter, receiver) = Receiver<Int>.make()
    let listening = {
      let witness = Witness { captured.add(1) }
      return pacing.receiver(receiver, for: 1, clock).listen { _ in withExtendedLifetime(witness) {} }
    }()
    transmitter.broadcast(1)
    await until { clock.sleeperCount >= 1 }
    transmitter.removeAllListeners()

    #expect([clock.sleeperCount, receiver.listenerCount, captured.count] == [0, 0, 1])
    #expect(listening.isDisposed)
    listening.dispose()
  }

  @Test("a listener that another one disposes of, behind a source that sends no more, is released", arguments: [0, 1])
  func besideAnother(endlessSources: Int) {
    let (clock, captured, released, token) = (ManualClock(), Tally(), Heard<Int>(), Box<Disposable>())
    let (transmitter, receiver) = Receiver<Int>.make()
    let sources = [receiver] + Array(repeating: .never, count: endlessSources)
    let delayed = Receiver.merge(sources).delay(for: .seconds(1), clock: clock)
    token.content = { [witness = Witness { captured.add(1) }] in
      delayed.listen { _ in withExtendedLifetime(witness) {} }
    }()
    delayed.listen { _ in
      transmitter.finish()
      token.content?.dispose()
      released.append(captured.count)
    }
    transmitter.broadcast(1)
    clock.advance(by: .seconds(1))
    #expect(released.values == [1])
  }

  @Test("disposed before its task got to sleep", arguments: Pacing.allCases)
  func disposedAtOnce(pacing: Pacing) async {
    let (clock, watch, captured) = (ManualClock(), TaskWatch(), Tally())
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
    [1, 2].forEach(transmitter.broadcast)
    for count in 1...100 {
      do {
        let witness = Witness { captured.add(1) }
        let paced = pacing.receiver(receiver, for: 1, watch(clock))
        paced.listen { _ in withExtendedLifetime(witness) {} }.dispose()
      }
      #expect([receiver.listenerCount, captured.count] == [0, count])
    }
    await until { watch.isIdle }

    #expect(watch.isIdle)
    #expect(clock.sleeperCount == 0)
  }

  @Test("an operator behind it that is done ends what waits", arguments: Pacing.allCases)
  func doneDownstream(pacing: Pacing) async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, listening) = recordEvents(pacing.receiver(receiver, for: 1, watch(clock)).take(count: 1))
    [1, 2, 3].forEach(transmitter.broadcast)
    await until { clock.sleeperCount == 1 || watch.isIdle }
    clock.advance(by: .seconds(1))
    await until { watch.isIdle }

    #expect(heard.values == [.value(pacing == .debounce ? 3 : 1), .end])
    #expect([clock.sleeperCount, receiver.listenerCount] == [0, 0])
    #expect(listening.isDisposed)
  }

  @Test("a listener that disposes is not called again, though several values are due", arguments: [true, false])
  func disposesInside(isFinished: Bool) async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, token) = (Heard<Int>(), Box<Disposable>())
    token.content = receiver.delay(for: .seconds(1), clock: watch(clock)).listen { value in
      heard.append(value)
      if value == 2 { token.content?.dispose() }
    } onFinish: {
      heard.append(-1)
    }
    (1...5).forEach(transmitter.broadcast)
    await until { clock.sleeperCount >= 1 }
    if isFinished { transmitter.finish() }
    clock.advance(by: .seconds(1))
    await until { watch.isIdle }

    #expect(heard.values == [1, 2])
    #expect([clock.sleeperCount, receiver.listenerCount] == [0, 0])
  }

  @Test("a listener that disposes when it is flushed or replayed to", arguments: Pacing.allCases)
  func disposesInsideReplay(pacing: Pacing) async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    (1...3).forEach(transmitter.broadcast)
    transmitter.finish()
    let heard = Heard<Event<Int>>()
    let disposable = Box<Disposable>()
    let second = recordEvents(pacing.receiver(receiver, for: 1, watch(clock)))
    let third = pacing.receiver(receiver, for: 1, watch(clock)).listen { _ in }
    disposable.content = pacing.receiver(receiver, for: 1, watch(clock)).listen { heard.append(.value($0)) }
    await until {
      clock.advance(by: .seconds(1))
      return watch.isIdle
    }

    let expected: [Int] =
      switch pacing {
      case .debounce: [3]
      case .throttleFirst: [1]
      case .throttleLatest: [1, 3]
      case .delay, .take: [1, 2, 3]
      }
    #expect(second.heard.values == expected.map { .value($0) } + [.end])
    #expect(heard.values == expected.map { .value($0) })
    #expect(third.isDisposed && second.listening.isDisposed)
    #expect(clock.sleeperCount == 0)
  }

  @Test("reading the replay starts no task", arguments: Pacing.allCases)
  func replayed(pacing: Pacing) {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    (1...3).forEach(transmitter.broadcast)
    var expected: [Int] {
      switch pacing {
      case .debounce, .delay: []
      case .throttleFirst, .throttleLatest: [1]
      case .take: [1, 2, 3]
      }
    }
    // A task that was started and cancelled at once would sometimes still be running.
    for _ in 0..<1_000 {
      let replayed = pacing.receiver(receiver, for: 1, watch(clock)).map { $0 }.replayed
      guard replayed == expected, watch.isIdle else { break }
    }

    #expect(pacing.receiver(receiver, for: 1, watch(clock)).replayed == expected)
    #expect(pacing.receiver(receiver, for: 1, watch(clock)).latest == expected.last)
    #expect(watch.isIdle)
    #expect([clock.sleeperCount, receiver.listenerCount] == [0, 0])
  }

  @Test("a chain without a listener costs nothing", arguments: Pacing.allCases)
  func unheard(pacing: Pacing) {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    do {
      let paced = pacing.receiver(receiver, for: 1, watch(clock))
      transmitter.broadcast(1)
      #expect([clock.sleeperCount, paced.listenerCount] == [0, 0])
    }
    #expect(watch.isIdle)
    let paced = pacing.receiver(receiver, for: 1, clock)
    let listening = paced.listen { _ in }
    #expect([receiver.listenerCount, paced.listenerCount] == [1, 1])
    listening.dispose()
  }

  @Test("ten thousand debounced pairs that are dropped while they wait are released")
  func manyPairs() async {
    let (heard, live) = await debouncedPairs(10_000)
    #expect([heard, live] == [10_000, 0])
  }

  #if os(Linux) || os(macOS)
  #if os(Linux)
  @Test("tens of thousands of alarms of one listener leave memory where it was")
  func alarmsInMemory() async {
    await #expect(processExitsWith: .success) {
      // The objects of an alarm would take 300 bytes.
      let count = size(100_000, quick: 30_000)
      let growth = try await memoryGrowth(by: count, on: SleepingClock(ManualClock()))
      #expect(growth < 80 * count)
    }
    await #expect(processExitsWith: .success) {
      // The objects of an alarm would take 70 bytes.
      let count = size(100_000, quick: 50_000)
      let growth = try await memoryGrowth(by: count, on: ManualClock())
      #expect(growth < 20 * count)
    }
  }

  @Test("tens of thousands of debounced pairs leave memory where it was")
  func manyPairsInMemory() async {
    await #expect(processExitsWith: .success) {
      _ = await debouncedPairs(10_000)
      let before = try residentBytes()
      let count = size(40_000, quick: 20_000)
      _ = await debouncedPairs(count)
      let growth = try residentBytes() - before
      // A margin for the heap, which several threads share. The objects of a pair would take 500 bytes.
      #expect(growth < 250 * count)
    }
  }
  #endif
  #endif
}

/// Makes and drops pairs whose debounced listener has a value to come, and waits until their tasks are done.
///
/// - Returns: The number of values that were heard, and the number of captured objects that are still alive.
private func debouncedPairs(_ count: Int) async -> (heard: Int, live: Int) {
  let (clock, watch, heard, live) = (ManualClock(), TaskWatch(), Tally(), Tally())
  for _ in 0..<count / 1_000 {
    for _ in 0..<1_000 {
      let (transmitter, receiver) = Receiver<Int>.make()
      live.add(1)
      let witness = Witness { live.add(-1) }
      receiver.debounce(for: .seconds(1), clock: watch(clock)).listen { value in
        withExtendedLifetime(witness) { heard.add(value) }
      }
      transmitter.broadcast(1)
    }
    await until { watch.isIdle && clock.sleeperCount == 0 }
  }
  return (heard.count, live.count)
}

#if os(Linux)
/// Has a debounced listener broadcast the next value, again and again.
///
/// - Returns: The growth of memory in bytes by `count` values, after 20,000.
private func memoryGrowth(by count: Int, on clock: some Clock<Duration>) async throws -> Int {
  let heard = Tally()
  let (transmitter, receiver) = Receiver<Int>.make()
  receiver.debounce(for: .zero, clock: clock).listen { value in
    heard.add()
    if value > 1 { transmitter.broadcast(value - 1) }
  }
  transmitter.broadcast(20_000)
  await until { heard.count == 20_000 }
  let before = try residentBytes()
  transmitter.broadcast(count)
  await until { heard.count == 20_000 + count }
  return try residentBytes() - before
}
#endif
