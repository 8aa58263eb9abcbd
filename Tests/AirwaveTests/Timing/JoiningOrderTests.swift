import Airwave
import AirwaveTesting
import TestSupport
import Testing

/// Contract 2, behind the operators that depend on time.
@Suite("Pacing: listeners hear each value in the order in which they joined", .inTurn, .patient)
struct JoiningOrderTests {
  enum Operator: CaseIterable, Sendable {
    case debounce, throttleFirst, throttleLatest, delay, collect, collectCount, silence

    /// The receiver, as texts that differ for different values and batches.
    func receiver(_ receiver: Receiver<Int>, for interval: Duration, _ clock: some Clock<Duration>) -> Receiver<String>
    {
      switch self {
      case .debounce: receiver.debounce(for: interval, clock: clock).map(\.description)
      case .throttleFirst: receiver.throttle(for: interval, latest: false, clock: clock).map(\.description)
      case .throttleLatest: receiver.throttle(for: interval, clock: clock).map(\.description)
      case .delay: receiver.delay(for: interval, clock: clock).map(\.description)
      case .collect: receiver.collect(for: interval, clock: clock).map(\.description)
      case .collectCount: receiver.collect(count: 3, for: interval, clock: clock).map(\.description)
      case .silence: receiver.silence(for: interval, clock: clock).map { "silence" }
      }
    }
  }

  struct Call: Equatable, Sendable {
    var listener: Int
    var value: String
    var seconds = 0
  }

  private let clock = ManualClock()

  @Test("also a listener that joins while an alarm of an earlier one is set")
  func joinsBetween() {
    let (transmitter, receiver) = Receiver<String>.make()
    let (later, heard) = (receiver.delay(for: .seconds(3), clock: clock), Heard<String>())
    for (number, value) in zip(1..., ["a", "b", "c", "d"]) {
      later.listen { heard.append("\(number) \($0)") }
      transmitter.broadcast(value)
      clock.advance(by: .seconds(1))
    }
    clock.advance(by: .seconds(10))

    #expect(heard.values == ["1 a", "1 b", "2 b", "1 c", "2 c", "3 c", "1 d", "2 d", "3 d", "4 d"])
  }

  @Test("random programs, in which listeners join and leave", arguments: Operator.allCases)
  func random(timed: Operator) {
    for seed in 0..<200 {
      var random = SplitMix64(seed: UInt64(seed))
      let (clock, heard) = (ManualClock(), Heard<Call>())
      let (transmitter, receiver) = Receiver<Int>.make(strategy: everyStrategy[seed % everyStrategy.count])
      let paced = timed.receiver(receiver, for: .seconds(Int.random(in: 1...4, using: &random)), clock)
      var listeners: [Disposable] = []
      for value in 0..<60 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0...1:
          let number = listeners.count
          listeners.append(paced.listen { heard.append(Call(listener: number, value: $0, seconds: clock.seconds)) })
        case 2: listeners.randomElement(using: &random)?.dispose()
        case 3...4: clock.advance(by: .seconds(Int.random(in: 1...3, using: &random)))
        default: transmitter.broadcast(value)
        }
      }
      clock.advance(by: .seconds(10))

      #expect(outOfOrder(heard.values) == [], "seed \(seed)")
      listeners.forEach { $0.dispose() }
      #expect(clock.sleeperCount == 0)
    }
  }

  /// The pauses of `throttle` and the intervals of `collect` begin at different times for different listeners.
  @Test("on a clock of the system, however late its tasks are", arguments: [Operator.debounce, .delay])
  func realClock(timed: Operator) async {
    for interval in [Duration.zero, .microseconds(20), .microseconds(300)] {
      let (heard, ends) = (Heard<Call>(), Tally())
      let (transmitter, receiver) = Receiver<Int>.make()
      let paced = timed.receiver(receiver, for: interval, ContinuousClock())
      for value in 0..<400 {
        if value % 100 == 0 {
          paced.listen {
            heard.append(Call(listener: value / 100, value: $0))
          } onFinish: {
            ends.add()
          }
        }
        transmitter.broadcast(value)
        if value % 3 == 0 { await Task.yield() }
        if value % 40 == 0 { await until { !heard.values.isEmpty } }
      }
      transmitter.finish()
      await until { ends.count == 4 }

      #expect(outOfOrder(heard.values) == [])
      #expect(ends.count == 4 && !heard.values.isEmpty)
    }
  }

  @Test("replayed values that are due at once are read without an alarm")
  func peek() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    (1...3).forEach(transmitter.broadcast)

    #expect(receiver.delay(for: .zero, clock: clock).replayed == [1, 2])
    #expect(receiver.debounce(for: .zero, clock: clock).replayed == [1, 2])
    #expect(receiver.throttle(for: .zero, clock: clock).replayed == [1, 2, 3])
    #expect(clock.sleeperCount == 0)
  }

  @Test("alarms that are late, in whichever order they ring", arguments: [false, true])
  func lateAlarms(reversed: Bool) {
    let (clock, heard) = (LateClock(), Heard<String>())
    let (transmitter, receiver) = Receiver<String>.make()
    let later = receiver.delay(for: .seconds(3), clock: clock)
    for (number, value) in zip(1..., ["a", "b", "c"]) {
      later.listen { heard.append("\(number) \($0)") }
      transmitter.broadcast(value)
      clock.clock.advance(by: .seconds(1))
    }
    clock.clock.advance(by: .seconds(60))
    clock.ring(reversed: reversed)

    #expect(heard.values == ["1 a", "1 b", "2 b", "1 c", "2 c", "3 c"])
  }

  @Test("a value that comes when the alarm of an earlier listener is late waits for it", arguments: [false, true])
  func lateValue(leaves: Bool) async {
    let (clock, heard) = (LateClock(), Heard<String>())
    let (transmitter, receiver) = Receiver<String>.make()
    let later = receiver.debounce(for: .seconds(3), clock: clock)
    let first = later.listen { heard.append("1 \($0)") }
    // The second value comes to the first listener before the deadline of the first value, and to the second one after.
    receiver.listen { if $0 == "b" { clock.clock.advance(by: .seconds(60)) } }
    later.listen { heard.append("2 \($0)") }
    transmitter.broadcast("a")
    transmitter.broadcast("b")
    let before = heard.values
    if leaves {
      first.dispose()
      await until { heard.values.count == 1 }
    } else {
      clock.ring(reversed: false)
    }
    clock.clock.advance(by: .seconds(60))
    clock.ring(reversed: false)

    #expect(before == [])
    #expect(heard.values == (leaves ? ["2 a", "2 b"] : ["1 b", "2 a", "2 b"]))
  }

  @Test("an alarm that rings on another thread while a listener is slow waits for it, and for those before")
  func slowListener() {
    let (transmitter, receiver) = Receiver<String>.make()
    let (later, heard) = (receiver.delay(for: .seconds(1), clock: clock), Heard<String>())
    for number in 1...2 {
      later.listen { value in
        heard.append("\(number) \(value)")
        if number == 1, value == "a" { onAnotherThread { clock.advance(by: .seconds(1)) } }
      }
    }
    transmitter.broadcast("a")
    clock.advance(by: .milliseconds(500))
    later.listen { heard.append("3 \($0)") }
    transmitter.broadcast("b")
    clock.advance(by: .milliseconds(500))
    clock.advance(by: .seconds(1))

    #expect(heard.values == ["1 a", "2 a", "1 b", "2 b", "3 b"])
    #expect(clock.sleeperCount == 0)
  }

  @Test("an alarm that rings while an earlier listener is busy with a broadcast waits for it")
  func busyListener() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (pairs, heard) = (receiver.collect(count: 2, for: .seconds(1), clock: clock), Heard<String>())
    for number in 1...2 {
      pairs.listen { batch in
        heard.append("\(number) begins \(batch)")
        if batch == [1, 2] { onAnotherThread { clock.advance(by: .seconds(1)) } }
        heard.append("\(number) ends")
      }
    }
    [1, 2].forEach(transmitter.broadcast)
    await until { heard.values.count == 4 }

    // The second listener hears the values in two batches, because its interval has ended between them.
    #expect(heard.values == ["1 begins [1, 2]", "1 ends", "2 begins [1]", "2 ends"])
  }

  @Test("a listener that ends while its alarm waits for its turn does not hold up the others")
  func endsBeforeItsTurn() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (later, heard, second) = (receiver.delay(for: .seconds(1), clock: clock), Heard<String>(), Box<Disposable>())
    later.listen { value in
      heard.append("1 \(value)")
      second.content?.dispose()
    }
    second.content = later.listen { heard.append("2 \($0)") }
    later.listen { heard.append("3 \($0)") }
    for value in 1...2 {
      transmitter.broadcast(value)
      clock.advance(by: .seconds(1))
    }

    #expect(heard.values == ["1 1", "3 1", "1 2", "3 2"])
    #expect(clock.sleeperCount == 0)
  }

  @Test("a step that waits in its junction, and is dropped with its listener, does not hold up the others")
  func endsWithItsStep() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (pairs, heard, first) = (receiver.collect(count: 2, for: .seconds(1), clock: clock), Tally(), Box<Disposable>())
    first.content = pairs.listen { _ in
      onAnotherThread { clock.advance(by: .seconds(1)) }
      first.content?.dispose()
    }
    pairs.listen { _ in heard.add() }
    [1, 2].forEach(transmitter.broadcast)
    await until { heard.count == 1 }
    transmitter.finish()

    #expect(heard.count == 2)
  }

  @Test("a listener that leaves releases its alarm, its value and its closure, and the others go on")
  func leaves() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (later, heard) = (receiver.debounce(for: .seconds(1), clock: clock), Heard<String>())
    func listen(_ number: Int) -> (Disposable, WeakWitness) {
      let witness = Witness()
      let listening = later.listen { value in withExtendedLifetime(witness) { heard.append("\(number) \(value)") } }
      return (listening, WeakWitness(witness))
    }
    let (listeners, witnesses) = (1...3).map(listen).reduce(into: ([Disposable](), [WeakWitness]())) {
      $0.0.append($1.0)
      $0.1.append($1.1)
    }
    transmitter.broadcast(1)
    let before = clock.sleeperCount
    listeners[1].dispose()

    #expect([before, clock.sleeperCount] == [3, 2])
    #expect(witnesses.map { $0.witness == nil } == [false, true, false])
    clock.advance(by: .seconds(1))
    #expect(heard.values == ["1 1", "3 1"])
    #expect(clock.sleeperCount == 0)
  }

  private struct WeakWitness {
    weak var witness: Witness?

    init(_ witness: Witness) {
      self.witness = witness
    }
  }

  /// The calls of a listener after the call of a later one with the same value at the same time.
  private func outOfOrder(_ calls: [Call]) -> [Call] {
    var latest: [String: Int] = [:]
    return calls.filter { call in
      let key = "\(call.value) at \(call.seconds)"
      defer { latest[key] = max(latest[key] ?? 0, call.listener) }
      return call.listener < latest[key] ?? 0
    }
  }
}

/// A manual clock whose alarms ring when a test lets them, all at once.
private struct LateClock: AlarmClock {
  let clock = ManualClock()
  private let alarms = Heard<(disposable: Disposable, ring: @Sendable () -> Void)>()

  var now: ManualClock.Instant { clock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {}

  func setAlarm(at instant: ManualClock.Instant, _ ring: @escaping @Sendable () -> Void) -> Disposable {
    let disposable = Disposable {}
    alarms.append((disposable, ring))
    return disposable
  }

  func ring(reversed: Bool) {
    let alarms = alarms.values
    for alarm in reversed ? alarms.reversed() : alarms where !alarm.disposable.isDisposed {
      alarm.disposable.dispose()
      alarm.ring()
    }
  }
}
