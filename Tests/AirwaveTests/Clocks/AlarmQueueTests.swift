import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Alarms on the clocks of the standard library", .inTurn, .patient)
struct AlarmQueueTests {
  private let clock = ManualClock()

  private func queue() -> AlarmQueue { AlarmQueue(SleepingClock(clock), since: clock.now) }

  private func instant(_ offset: Duration) -> ManualClock.Instant { ManualClock.Instant(offset: offset) }

  @Test("alarms that are removed leave nothing but one sleeper")
  func removed() {
    let (alarms, rings) = (queue(), Tally())
    for number in 0..<10_000 {
      let cancel = alarms.setAlarm(at: .seconds(3_600) + .milliseconds(number)) { rings.add() }
      cancel()
    }

    #expect(alarms.counts == (alarms: 0, sleepers: 1))
    #expect(rings.count == 0)
  }

  @Test("alarms ring in the order of their times, and of one time in the order in which they were set")
  func order() async {
    var random = SplitMix64(seed: 5)
    let (alarms, rung) = (queue(), Heard<Int>())
    var set: [(number: Int, time: Duration, cancel: @Sendable () -> Void)] = []
    for number in 0..<3_000 {
      let time = Duration.milliseconds(Int.random(in: 1...300, using: &random))
      set.append((number, time, alarms.setAlarm(at: time) { rung.append(number) }))
      // Removes alarms from all places of the heap.
      if number % 3 == 2 { set.remove(at: Int.random(in: set.indices, using: &random)).cancel() }
    }
    #expect(alarms.counts.alarms == 2_000)
    clock.advance(by: .milliseconds(300))
    await until { rung.values.count == set.count }

    #expect(rung.values == set.sorted { ($0.time, $0.number) < ($1.time, $1.number) }.map(\.number))
  }

  @Test("however many alarms come and go, each earlier than the one before, few tasks sleep")
  func boundedSleepers() {
    let alarms = queue()
    for number in 0..<100_000 {
      // From 27 hours down to two seconds.
      alarms.setAlarm(at: .seconds(2) + .seconds(100_000 - number)) {}()
    }

    #expect(alarms.counts.alarms == 0)
    // 16 for each doubling of the distance.
    #expect((1...17 * 16).contains(alarms.counts.sleepers))
  }

  @Test("an alarm rings at its instant and not before, however far it is, and each once")
  func punctual() async {
    var random = SplitMix64(seed: 7)
    let (alarms, clock) = (queue(), clock)
    let (rung, early) = (Heard<Int>(), Tally())
    var offsets: [Int] = []
    for number in 0..<500 {
      let offset = Int.random(in: 1...(number % 2 == 0 ? 100 : 200_000), using: &random)
      let cancel = alarms.setAlarm(at: .milliseconds(offset)) {
        if clock.now < ManualClock.Instant(offset: .milliseconds(offset)) { early.add() }
        rung.append(number)
      }
      if number % 5 == 0 { cancel() } else { offsets.append(offset) }
    }
    for now in stride(from: 0, to: 200_000, by: 5_000) {
      clock.advance(to: instant(.milliseconds(now)))
      await until { rung.values.count == offsets.filter { $0 <= now }.count }
    }
    clock.advance(to: instant(.seconds(200)))
    await until { rung.values.count == offsets.count && alarms.counts.sleepers == 0 }

    #expect(rung.values.sorted() == (0..<500).filter { $0 % 5 != 0 })
    #expect(early.count == 0)
    #expect(alarms.counts.alarms == 0)
  }

  @Test("an alarm that is removed, or that has rung, holds its closure no more")
  func released() async {
    let (alarms, released) = (queue(), Tally())
    func set() -> @Sendable () -> Void {
      let witness = Witness { released.add() }
      return alarms.setAlarm(at: .seconds(1)) { withExtendedLifetime(witness) {} }
    }
    let (first, second) = (set(), set())
    first()
    let before = released.count
    clock.advance(by: .seconds(1))
    await until { released.count == 2 }

    #expect(before == 1 && released.count == 2)
    second()
  }

  #if os(Linux) || os(macOS)
  #if os(Linux)
  @Test("listeners of an hour that leave at once leave memory where it was")
  func memory() async {
    await #expect(processExitsWith: .success) {
      try join(10_000)
      let before = try residentBytes()
      try join(size(60_000, quick: 15_000))
      // What the runtime keeps for cancelled tasks would take a kilobyte for each of them.
      #expect(try residentBytes() - before < 4_000_000)
    }
  }
  #endif
  #endif
}

#if os(Linux)
/// Has listeners join that wait for an hour, and leave at once.
private func join(_ count: Int) throws {
  let (transmitter, receiver) = Receiver<Int>.make()
  let taken = receiver.take(for: .seconds(3_600))
  let silence = receiver.silence(for: .seconds(3_600), clock: SuspendingClock())
  let debounced = receiver.debounce(for: .seconds(3_600))
  let shared = receiver.share(lingering: .seconds(3_600))
  for number in 0..<count {
    let listeners = [taken.listen { _ in }, debounced.listen { _ in }, shared.listen { _ in }, silence.listen {}]
    transmitter.broadcast(number)
    listeners.forEach { $0.dispose() }
  }
}
#endif
