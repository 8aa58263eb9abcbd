import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Recorder", .patient)
struct RecorderTests {
  let clock = ManualClock()
  let transmitter: Transmitter<Int>
  let receiver: Receiver<Int>

  init() {
    (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
  }

  @Test("has every value when broadcast returns, the replay included")
  func values() {
    (1...3).forEach(transmitter.broadcast)
    let recorder = receiver.map { $0 * 10 }.record()
    #expect(recorder.values == [20, 30])
    transmitter.broadcast(4)

    #expect(recorder.values == [20, 30, 40])
    recorder.expectNoValues()
  }

  @Test("on the main actor too, it has every value when broadcast returns")
  @MainActor func mainActor() {
    let recorder = receiver.record()
    transmitter.broadcast(1)
    #expect(recorder.values == [1])
  }

  @Test("gives available values without waiting, in order, each value once")
  func next() async throws {
    let recorder = receiver.record()
    (1...4).forEach(transmitter.broadcast)

    #expect(try await recorder.next(clock: clock) == 1)
    #expect(try await recorder.next(2, clock: clock) == [2, 3])
    #expect(try await recorder.next(0, clock: clock) == [])
    #expect(recorder.values == [1, 2, 3, 4])
    recorder.expectNoValues()
  }

  @Test("waits for values, and leaves no alarm behind")
  func waits() async throws {
    let recorder = receiver.record()
    transmitter.broadcast(1)
    async let next = recorder.next(3, within: .seconds(1), clock: clock)
    await clock.waitForSleepers(within: .patience)
    (2...4).forEach(transmitter.broadcast)

    #expect(try await next == [1, 2, 3])
    #expect(clock.sleeperCount == 0)
    #expect(try await recorder.next() == 4)
  }

  @Test("gives values to waiting calls in the order of the calls")
  func turns() async throws {
    let recorder = receiver.record()
    async let first = recorder.next(2, clock: clock)
    await clock.waitForSleepers(1, within: .patience)
    async let second = recorder.next(clock: clock)
    await clock.waitForSleepers(2, within: .patience)
    (1...3).forEach(transmitter.broadcast)

    #expect(try await first == [1, 2])
    #expect(try await second == 3)
  }

  @Test("a cancelled call leaves the values to later calls")
  func turnsAfterCancellation() async throws {
    let recorder = receiver.record()
    let first = Task { try await recorder.next(2, clock: clock) }
    await clock.waitForSleepers(1, within: .patience)
    async let second = recorder.next(clock: clock)
    await clock.waitForSleepers(2, within: .patience)
    transmitter.broadcast(1)
    #expect(clock.sleeperCount == 2)
    first.cancel()

    #expect(try await second == 1)
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  @Test("a call whose time limit has passed does not block later calls")
  func turnsAfterTimeOut() async throws {
    let recorder = receiver.record()
    let first = Task { try await recorder.next(2, within: .seconds(1), clock: clock) }
    await clock.waitForSleepers(1, within: .patience)
    async let second = recorder.next(0, clock: clock)
    await clock.waitForSleepers(2, within: .patience)
    clock.advance(by: .seconds(1))

    #expect(try await second == [])
    await #expect(throws: RecorderError.self) { try await first.value }
  }

  @Test("a cancelled call throws at once, and reads nothing")
  func cancels() async throws {
    let recorder = receiver.record()
    transmitter.broadcast(1)
    let next = Task { try await recorder.next(2, clock: clock) }
    let finish = Task { try await recorder.finish(clock: clock) }
    await clock.waitForSleepers(2, within: .patience)
    next.cancel()
    finish.cancel()
    await #expect(throws: CancellationError.self) { try await next.value }
    await #expect(throws: CancellationError.self) { try await finish.value }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await recorder.next()
    }
    await #expect(throws: CancellationError.self) { try await late.value }

    #expect(clock.sleeperCount == 0)
    #expect(try await recorder.next() == 1)
  }

  @Test("waits for the end, and reads nothing if it may leave values unread")
  func finish() async throws {
    let recorder = receiver.take(count: 2).record()
    transmitter.broadcast(1)
    async let end: Void = recorder.finish(allowingUnread: true, clock: clock)
    await clock.waitForSleepers(within: .patience)
    transmitter.broadcast(2)
    try await end
    try await recorder.finish(allowingUnread: true, within: .zero, clock: clock)

    #expect(clock.sleeperCount == 0)
    #expect(try await recorder.next(2) == [1, 2])
  }

  @Test("may be told to wait for as long as there are numbers for it")
  func patience() async throws {
    let recorder = receiver.record()
    let clock = ManualClock(at: ManualClock.Instant(offset: .seconds(1)))
    async let next = recorder.next(within: Duration(attoseconds: .max), clock: clock)
    await clock.waitForSleepers(within: .patience)
    transmitter.broadcast(1)

    #expect(try await next == 1)
  }

  @Test("is not held by the receiver, and ends its listener when it is released")
  func lifetime() {
    weak var recorder: Recorder<Int>?
    do {
      let kept = receiver.record()
      recorder = kept
      withExtendedLifetime(kept) { #expect(receiver.listenerCount == 1) }
    }
    #expect(recorder == nil)
    #expect(receiver.listenerCount == 0)
  }

  @Test("releases values after unlocking: they may use the recorder")
  func reentrant() {
    let (transmitter, receiver) = Receiver<Curious>.make()
    let seen = Receiver<Int>.make()
    let counts = seen.receiver.record()
    do {
      let recorder = receiver.record(allowingUnread: true)
      transmitter.broadcast(Curious { [weak recorder] in seen.transmitter.broadcast(recorder?.values.count ?? 0) })
    }
    #expect(counts.values == [0])
  }
}

/// A value that runs a closure when it is deinitialized.
private final class Curious: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(_ onDeinit: @escaping @Sendable () -> Void) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }
}

@Suite("Stress: Recorder", .patient)
struct RecorderStressTests {
  @Test("tasks broadcast while others read or are cancelled: each value is read once, in order")
  func stress() async throws {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let recorder = receiver.record(allowingUnread: true)
    let readers = Task {
      var read: [Int] = []
      while read.count < 4_000 {
        let greedy = Task { try await recorder.next(1_000_000, within: .seconds(1), clock: clock) }
        if read.count.isMultiple(of: 2) { await clock.waitForSleepers(within: .patience) }
        greedy.cancel()
        await #expect(throws: CancellationError.self) { try await greedy.value }
        read.append(try await recorder.next(within: .seconds(1), clock: clock))
      }
      return read
    }
    await withTaskGroup { group in
      for author in 0...1 {
        group.addTask {
          for number in 0..<2_000 {
            transmitter.broadcast(author * 10_000 + number)
            await Task.yield()
          }
        }
      }
    }
    let read = try await readers.value

    #expect(read == recorder.values)
    #expect(read.filter { $0 < 10_000 } == Array(0..<2_000))
    #expect(read.filter { $0 >= 10_000 } == Array(10_000..<12_000))
    #expect(clock.sleeperCount == 0)
  }
}
