import Airwave
import AirwaveTesting
import TestSupport
import Testing

/// With a clock that rings alarms, all of these tests compare directly after the clock was moved: nothing waits.
@Suite("Alarms: what is due is heard inside the call that moves the clock")
struct AlarmTests {
  private let clock = ManualClock()

  @Test("hundreds of random schedules, replay and end included", arguments: Pacing.allCases)
  func model(pacing: Pacing) {
    for seed in 0..<210 {
      var random = SplitMix64(seed: UInt64(seed))
      let (strategy, seconds) = (everyStrategy[seed % everyStrategy.count], Int.random(in: 1...4, using: &random))
      let clock = ManualClock()
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
      let before = random.values()
      before.forEach(transmitter.broadcast)
      var values = strategy.replayed(of: before).map { Timed($0, at: 0) }
      let (heard, listening) = recordTimes(pacing.receiver(receiver, for: seconds, clock), clock)
      for _ in 1...6 {
        // Several deadlines may be within one move.
        clock.advance(by: .seconds(Int.random(in: 0...5, using: &random)))
        let expected = pacing.model(of: values, for: seconds, at: clock.seconds, isFinished: false)
        #expect(heard.values == expected.heard, "\(pacing) for \(seconds), seed \(seed): \(values)")
        #expect(clock.sleeperCount == (expected.isWaiting ? 1 : 0))
        for _ in 0..<max(0, Int.random(in: -2...2, using: &random)) {
          values.append(Timed(Int.random(in: 0...9, using: &random), at: clock.seconds))
          if case .value(let value) = values[values.count - 1].event { transmitter.broadcast(value) }
        }
      }
      let end = clock.seconds
      transmitter.finish()
      if pacing == .delay { clock.advance(by: .seconds(seconds)) }
      let now = pacing == .delay ? clock.seconds : end

      let expected = pacing.model(of: values, for: seconds, at: now, isFinished: true, since: end).heard
      #expect(heard.values == expected, "\(pacing) for \(seconds), seed \(seed): \(values)")
      #expect(listening.isDisposed && receiver.listenerCount == 0 && clock.sleeperCount == 0)
      if heard.values != expected { return }
    }
  }

  @Test("a timer ticks as often as it is due, each time at its instant, and a chain goes on with it")
  func chain() {
    let heard = Heard<[Int]>()
    let ticks = Receiver.timer(every: .seconds(1), clock: clock).map { Int($0.offset.components.seconds) }
    let listening = ticks.delay(for: .seconds(1), clock: clock).delay(for: .milliseconds(1_500), clock: clock)
      .listen { heard.append([$0, clock.seconds]) }
    clock.advance(by: .seconds(5))
    let inOneMove = heard.values
    for _ in 0..<2_000 { clock.advance(by: .milliseconds(1)) }
    listening.dispose()

    // A tick is heard two seconds and a half later.
    #expect(inOneMove == [[1, 3], [2, 4]])
    #expect(heard.values == [[1, 3], [2, 4], [3, 5], [4, 6]])
    #expect(clock.seconds == 7 && clock.sleeperCount == 0)
  }

  @Test("what is due at one instant comes in the order in which it was set")
  func ties() {
    let heard = Heard<String>()
    let (transmitter, receiver) = Receiver<Int>.make()
    for name in ["first", "second", "third"] {
      receiver.delay(for: .seconds(1), clock: clock).listen { _ in heard.append(name) }
    }
    receiver.delay(for: .milliseconds(500), clock: clock).delay(for: .milliseconds(500), clock: clock)
      .listen { _ in heard.append("chained") }
    receiver.delay(for: .milliseconds(999), clock: clock).listen { _ in heard.append("earlier") }
    transmitter.broadcast(1)
    clock.advance(by: .seconds(1))

    #expect(heard.values == ["earlier", "first", "second", "third", "chained"])
  }

  @Test("values of different operators come in the order of their deadlines", arguments: [true, false])
  func order(inOneMove: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<String>()
    func listen<Value>(_ receiver: Receiver<Value>, _ name: String) {
      receiver.listen {
        heard.append("\(name) \($0) at \(clock.seconds)")
      } onFinish: {
        heard.append("\(name) ends at \(clock.seconds)")
      }
    }
    listen(receiver.collect(for: .seconds(4), clock: clock), "collect")
    listen(receiver.throttle(for: .seconds(2), latest: true, clock: clock), "throttle")
    listen(receiver.debounce(for: .seconds(1), clock: clock), "debounce")
    listen(receiver.silence(for: .seconds(3), clock: clock).map { "" }, "silence")
    listen(receiver.sample(on: Receiver.timer(every: .seconds(5), clock: clock)), "sample")
    listen(receiver.take(for: .seconds(6), clock: clock).skip(count: 2), "take")
    [1, 2].forEach(transmitter.broadcast)
    for _ in 0..<(inOneMove ? 1 : 6) { clock.advance(by: .seconds(inOneMove ? 6 : 1)) }

    #expect(
      heard.values == [
        "throttle 1 at 0", "debounce 2 at 1", "throttle 2 at 2", "silence  at 3", "collect [1, 2] at 4",
        "sample 2 at 5", "take ends at 6",
      ]
    )
  }

  @Test("a connection that lingers ends inside the call, too")
  func lingering() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let shared = receiver.share(lingering: .seconds(5), clock: clock)
    shared.listen { _ in }.dispose()
    clock.advance(by: .milliseconds(4_999))
    let before = transmitter.hasListeners
    clock.advance(by: .milliseconds(1))

    #expect(before && !transmitter.hasListeners)
  }

  @Test("an interval of zero is due at once, and behind what is due at that instant while the clock moves")
  func zero() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<String>()
    let none = receiver.delay(for: .zero, clock: clock)
    none.listen { heard.append("\($0)") }
    transmitter.broadcast(1)
    let atOnce = heard.values
    let one = receiver.delay(for: .seconds(1), clock: clock)
    one.delay(for: .zero, clock: clock).listen { heard.append("\($0) chained") }
    one.listen { heard.append("\($0) plain") }
    transmitter.broadcast(2)
    clock.advance(by: .seconds(1))

    #expect(atOnce == ["1"])
    #expect(heard.values == ["1", "2", "2 plain", "2 chained"])
  }

  @Test("a listener on the main actor hears it there, inside the call")
  @MainActor func mainActor() {
    final class Model {
      var words: [String] = []
    }
    let (model, (keys, key)) = (Model(), Receiver<String>.make())
    key.debounce(for: .seconds(1), clock: clock).listen(with: model) { model, word in model.words.append(word) }
    ["s", "swift"].forEach(keys.broadcast)
    clock.advance(by: .seconds(1))

    #expect(model.words == ["swift"])
  }

  @Test("a clock of one's own rings, too, also if its type is not known")
  func ownClock() {
    let wrapped = KeepingClock()
    let clock: any Clock<Duration> = wrapped
    let ticks = Tally()
    let listening = Receiver<Void>.timer(every: .seconds(1), clock: clock).listen { ticks.add(1) }
    wrapped.clock.advance(by: .seconds(3))
    listening.dispose()

    #expect([ticks.count, wrapped.rings.values.count, wrapped.clock.sleeperCount] == [3, 4, 0])
  }

  @Test("a clock that keeps what it has rung keeps no listener")
  func keptAlarms() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (clock, heard, released) = (KeepingClock(), Tally(), Tally())
    func listen() {
      let witness = Witness { released.add(1) }
      receiver.delay(for: .seconds(1), clock: clock).take(count: 1).listen { _ in
        withExtendedLifetime(witness) { heard.add(1) }
      }
    }
    listen()
    transmitter.broadcast(1)
    clock.clock.advance(by: .seconds(1))

    #expect([heard.count, released.count, clock.rings.values.count] == [1, 1, 1])
  }

  @Test("listeners that end remove their alarms, and what these hold is released", arguments: Pacing.allCases)
  func ends(pacing: Pacing) {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let released = Tally()
    let listening = {
      let witness = Witness { released.add(1) }
      return pacing.receiver(receiver, for: 1, clock).listen { _ in withExtendedLifetime(witness) {} }
    }()
    transmitter.broadcast(Witness { released.add(1) })
    let before = [clock.sleeperCount, released.count]
    listening.dispose()

    #expect(before == [1, pacing == .debounce || pacing == .delay ? 0 : 1])
    #expect([clock.sleeperCount, receiver.listenerCount, released.count] == [0, 0, 2])
  }

  @Test("a clock with alarms that are set is released with its last reference")
  func releasesClock() {
    weak var gone: ManualClock?
    let (transmitter, receiver) = Receiver<Int>.make()
    do {
      let clock = ManualClock()
      gone = clock
      receiver.debounce(for: .seconds(1), clock: clock).listen { _ in }.dispose()
      let alarm = clock.setAlarm(at: .init(offset: .seconds(1))) { [clock] in _ = clock.now }
      alarm.dispose()
      _ = clock.setAlarm(at: .init(offset: .seconds(1))) {}
    }

    #expect(gone == nil)
    withExtendedLifetime(transmitter) {}
  }

  @Test("a debounced chain of ten thousand values that come at once uses constant stack")
  func depth() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Tally()
    receiver.debounce(for: .zero, clock: clock).listen { value in
      heard.add(1)
      if value > 1 { transmitter.broadcast(value - 1) }
    }
    transmitter.broadcast(10_000)
    // Then also while the clock moves.
    let before = heard.count
    _ = clock.setAlarm(at: .init(offset: .seconds(1))) { transmitter.broadcast(10_000) }
    clock.advance(by: .seconds(1))

    #expect([before, heard.count] == [10_000, 20_000])
  }
}

/// A clock that keeps the closures of all alarms.
private struct KeepingClock: AlarmClock {
  let clock = ManualClock()
  let rings = Heard<@Sendable () -> Void>()
  var now: ManualClock.Instant { clock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }

  func setAlarm(at instant: ManualClock.Instant, _ ring: @escaping @Sendable () -> Void) -> Disposable {
    rings.append(ring)
    return clock.setAlarm(at: instant, ring)
  }
}

@Suite("Stress: alarms", .inTurn, .patient)
struct AlarmStressTests {
  @Test("threads broadcast, join and leave while two others move the clock", arguments: Pacing.allCases)
  func threads(pacing: Pacing) async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
    let paced = pacing.receiver(receiver, for: 2, clock)
    let (order, overlaps, ends) = (Heard<Int>(), OverlapDetector(), Tally())
    paced.listen { value in
      overlaps.enter { order.append(value) }
    } onFinish: {
      ends.add(1)
    }
    let (count, authors) = (rounds(1_000), Countdown(2))
    await onThreads(5) { thread in
      switch thread {
      case 0, 1:
        for number in 0..<count { transmitter.broadcast(thread * 10_000 + number) }
        authors.countDown()
      case 2, 3:
        while !authors.isDone { clock.advance(by: .seconds(1)) }
      default:
        for _ in 0..<count { paced.listen { _ in }.dispose() }
      }
    }
    transmitter.finish()
    await until {
      clock.advance(by: .seconds(1))
      return ends.count == 1
    }

    #expect(overlaps.overlapCount == 0)
    for author in 0...1 {
      let heard = order.values.filter { $0 / 10_000 == author }
      #expect(heard == heard.sorted())
      if pacing == .delay { #expect(heard.count == count) }
    }
    #expect(Set(order.values).count == order.values.count)
    #expect([clock.sleeperCount, receiver.listenerCount] == [0, 0])
  }
}
