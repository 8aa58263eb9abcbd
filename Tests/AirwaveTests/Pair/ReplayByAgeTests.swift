import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Replay by age", .inTurn)
struct ReplayByAgeTests {
  private let clock = ManualClock()

  @Test("replays the newest values that are younger than the duration, oldest first, to a pair and a shared receiver")
  func replays() {
    let strategy = ReplayStrategy.warm(upTo: 2, for: .seconds(10), clock: clock)
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (hot, source) = Receiver<Int>.make()
    let shared = source.share(strategy: strategy)
    shared.listen { _ in }
    for value in 1...3 {
      transmitter.broadcast(value)
      hot.broadcast(value)
      clock.advance(by: .seconds(4))
    }

    for replayed in [receiver, shared] {
      #expect(replayed.replayed == [2, 3])
      #expect(heard(from: replayed.map { $0 * 10 }) == [20, 30])
    }
    clock.advance(by: .seconds(2))
    for replayed in [receiver, shared] { #expect(heard(from: replayed) == [3] && replayed.latest == 3) }
    clock.advance(by: .seconds(4))
    // The value is exactly as old as the duration.
    for replayed in [receiver, shared] { #expect(replayed.replayed == [] && heard(from: replayed) == []) }
    withExtendedLifetime((transmitter, hot)) {}
  }

  @Test("counts the age of each value from its own delivery, also after the replay was cleared")
  func clears() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2, for: .seconds(10), clock: clock))
    transmitter.broadcast(1)
    clock.advance(by: .seconds(6))
    transmitter.clearReplay()
    transmitter.broadcast(2)
    clock.advance(by: .seconds(6))

    #expect(heard(from: receiver) == [2])
  }

  @Test("a read inside a delivery leaves values out that are too old")
  func readsInside() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 5, for: .seconds(10), clock: clock))
    let read = Heard<[Int]>()
    transmitter.broadcast(1)
    clock.advance(by: .seconds(5))
    receiver.skip(count: 1).listen { [clock] _ in
      clock.advance(by: .seconds(5))
      read.append(receiver.replayed)
      read.append(receiver.latest.map { [$0] } ?? [])
    }
    transmitter.broadcast(2)

    #expect(read.values == [[2], [2]])
  }

  @Test("a listener hears every value that is broadcast while it listens, however long that takes")
  func hearsLive() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 5, for: .seconds(1), clock: clock))
    transmitter.broadcast(0)
    let values = Heard<Int>()
    receiver.listen { [clock] value in
      values.append(value)
      // The requests are pending while the clock moves on.
      if value == 1 {
        transmitter.broadcast(2)
        clock.advance(by: .seconds(5))
      }
    }
    transmitter.broadcast(1)

    #expect(values.values == [0, 1, 2])
  }

  @Test(
    "releases values that are too old when a value comes, when a listener joins, and when the replay is read",
    arguments: 0..<3
  )
  func releases(occasion: Int) {
    let (transmitter, receiver) = Receiver<Witness>.make(strategy: .warm(upTo: 5, for: .seconds(1), clock: clock))
    weak var old: Witness?
    do {
      let witness = Witness()
      old = witness
      transmitter.broadcast(witness)
    }
    clock.advance(by: .milliseconds(999))
    #expect(receiver.replayed.count == 1 && old != nil)
    clock.advance(by: .milliseconds(1))
    #expect(old != nil)
    switch occasion {
    case 0: transmitter.broadcast(Witness())
    case 1: receiver.listen { _ in }
    default: _ = receiver.latest
    }

    #expect(old == nil)
    withExtendedLifetime(transmitter) {}
  }

  @Test(
    "replays no value behind a younger one, although another thread broadcasts while the clock is read",
    arguments: 1...2
  )
  func order(read: Int) {
    let clock = InterruptedClock(clock: clock)
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 5, for: .seconds(10), clock: clock))
    clock.interruption.content = (
      clock.reads.count + read,
      {
        clock.clock.advance(by: .seconds(6))
        onAnotherThread { transmitter.broadcast(2) }
      }
    )
    transmitter.broadcast(1)
    clock.interruption.content = nil
    if receiver.replayed.count == 1 {
      clock.clock.advance(by: .seconds(6))
      transmitter.broadcast(2)
    }

    #expect(receiver.replayed == [1, 2])
    for _ in 0..<10 {
      clock.clock.advance(by: .seconds(1))
      #expect(heard(from: receiver) == receiver.replayed)
    }
    #expect(receiver.replayed == [])
  }

  @Test("is a pair like any other: forgets, finishes, lives and counts")
  func pair() {
    var transmitter: Transmitter<Int>?
    let receiver: Receiver<Int>
    (transmitter, receiver) = Receiver.make(strategy: .warm(upTo: 5, for: .seconds(1), clock: clock))
    let ends = Tally()
    transmitter?.broadcast(1)
    transmitter?.clearReplay()
    transmitter?.broadcast(2)
    receiver.listen { _ in
    } onFinish: {
      ends.add()
    }
    #expect(receiver.listenerCount == 1 && transmitter?.hasListeners == true)
    #expect(receiver.replayed == [2])
    transmitter?.finish()
    transmitter?.broadcast(3)
    transmitter = nil

    #expect(ends.count == 1)
    #expect(heard(from: receiver) == [2])
  }

  @Test("finishes when its last transmitter is released")
  func lastTransmitter() {
    let strategy = ReplayStrategy.warm(upTo: 5, for: .seconds(1), clock: clock)
    var (transmitter, receiver) = Receiver<Int>.make(strategy: strategy) as (Transmitter<Int>?, Receiver<Int>)
    let (events, listening) = recordEvents(receiver)
    transmitter?.broadcast(1)
    transmitter = nil

    #expect(events.values == [.value(1), .end] && listening.isDisposed)
  }

  @Test("a transmitter keeps its receiver, which does not keep the transmitter")
  func lifetime() {
    weak var weakReceiver: Receiver<Int>?
    let strategy = ReplayStrategy.warm(upTo: 5, for: .seconds(1), clock: clock)
    do {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
      weakReceiver = receiver
      withExtendedLifetime(transmitter) {}
    }
    #expect(weakReceiver == nil)
    let transmitter: Transmitter<Int>
    do {
      let pair = Receiver<Int>.make(strategy: strategy)
      transmitter = pair.transmitter
      weakReceiver = pair.receiver
    }
    #expect(weakReceiver != nil)
    withExtendedLifetime(transmitter) {}
  }

  @Test("a duration of zero is hot, and copies of a strategy are equal")
  func strategies() {
    let strategy = ReplayStrategy.warm(upTo: 5, for: .seconds(1), clock: clock)
    let copy = strategy
    #expect(ReplayStrategy.warm(upTo: 5, for: .zero, clock: clock) == .hot)
    #expect(strategy == copy && strategy != .warm(upTo: 5) && strategy.hashValue == copy.hashValue)
    #expect(strategy != .warm(upTo: 5, for: .seconds(1), clock: clock))
    #expect("\(strategy)" == ".warm(upTo: 5, for: 1.0 seconds)")
  }

  #if os(Linux) || os(macOS)
  @Test("stops the program at a negative limit or duration, with its name")
  func badInput() async {
    let limit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make(strategy: .warm(upTo: -1, for: .zero))
    }
    #expect(limit.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains("'upTo'") == true)
    let duration = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ReplayStrategy.warm(upTo: 1, for: .seconds(-1))
    }
    #expect(duration.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains("'for'") == true)
  }
  #endif

  private func heard<Value>(from receiver: Receiver<Value>) -> [Value] {
    let heard = Heard<Value>()
    receiver.listen { heard.append($0) }.dispose()
    return heard.values
  }
}

/// A manual clock that runs a closure at a given read, after it has looked at the time.
private struct InterruptedClock: Clock {
  let clock: ManualClock
  let reads = Tally()
  let interruption = Box<(read: Int, run: @Sendable () -> Void)>()

  var now: ManualClock.Instant {
    let now = clock.now
    reads.add()
    if let interruption = interruption.content, interruption.read == reads.count { interruption.run() }
    return now
  }

  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
