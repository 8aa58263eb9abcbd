import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

@Suite("ManualClock", .patient)
struct ManualClockTests {
  @Test("shows the time to which it was moved, and never goes back")
  func shows() {
    let clock = ManualClock(at: ManualClock.Instant(offset: .seconds(5)))
    var shown = [clock.now.offset]
    clock.advance(by: .seconds(2))
    shown.append(clock.now.offset)
    clock.advance(to: ManualClock.Instant(offset: .seconds(6)))
    clock.advance(by: .zero)
    shown.append(clock.now.offset)
    clock.advance(to: ManualClock.Instant(offset: .seconds(9)))
    shown.append(clock.now.offset)

    #expect(shown == [.seconds(5), .seconds(7), .seconds(7), .seconds(9)])
    #expect("\(clock.now)" == "9.0 seconds")
    #expect(clock.minimumResolution == .zero)
  }

  @Test("wakes the tasks whose deadlines are reached, and no others")
  func wakes() async throws {
    let clock = ManualClock()
    let (waking, woken) = Receiver<Int>.make()
    let recorder = woken.record()
    for seconds in [3, 1, 2] {
      Task {
        try await clock.sleep(for: .seconds(seconds))
        waking.broadcast(seconds)
      }
    }
    await clock.waitForSleepers(3, within: .patience)
    var counts = [clock.sleeperCount]
    for seconds in 1...3 {
      clock.advance(by: .seconds(1))
      counts.append(clock.sleeperCount)
      #expect(try await recorder.next(within: .patience) == seconds)
    }

    #expect(counts == [3, 2, 1, 0])
  }

  @Test("wakes all that are due in the order of their deadlines, and of their coming")
  func order() async throws {
    let clock = ManualClock()
    let (waking, woken) = Receiver<Int>.make()
    let recorder = woken.record()
    // Tasks on one serial executor run in the order in which they are resumed.
    let executor = SerialTaskExecutor()
    for (index, seconds) in [3, 1, 2, 1, 4].enumerated() {
      Task(executorPreference: executor) {
        try await clock.sleep(for: .seconds(seconds))
        waking.broadcast(seconds * 10 + index)
      }
      await clock.waitForSleepers(index + 1, within: .patience)
    }
    clock.advance(by: .seconds(3))

    #expect(try await recorder.next(4, within: .patience) == [11, 13, 22, 30])
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(try await recorder.next(within: .patience) == 44)
  }

  @Test("does not sleep until an instant that has passed")
  func passed() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(1))
    try await clock.sleep(for: .zero)
    try await clock.sleep(until: ManualClock.Instant())
    #expect(clock.sleeperCount == 0)
  }

  @Test("a cancelled sleeper throws, and is forgotten at once")
  func cancels() async {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(within: .patience)
    sleeper.cancel()
    #expect(clock.sleeperCount == 0)
    await #expect(throws: CancellationError.self) { try await sleeper.value }

    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .zero)
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    clock.advance(by: .seconds(2))
  }

  @Test("a call that waits for sleepers does not wait for none, nor on a task that is cancelled")
  func onlooker() async {
    let clock = ManualClock()
    // A call that waits would fail the test at once.
    await clock.waitForSleepers(0, within: .zero)
    let onlooker = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await clock.waitForSleepers(2, within: .zero)
      return clock.sleeperCount
    }
    #expect(await onlooker.value == 0)
  }

  @Test("a cancelled call that waits for sleepers is forgotten, and others are not")
  @MainActor func onlookers() async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let begun = receiver.record()
    let tasks = (0..<2).map { index in
      Task { @MainActor in
        transmitter.broadcast(index)
        // The main actor runs other work only when this call waits.
        await clock.waitForSleepers(2, within: .patience)
      }
    }
    await #expect(throws: Never.self) { try await begun.next(2, within: .patience) }
    let sleepers = (0..<2).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
    tasks[0].cancel()
    await tasks[0].value
    await tasks[1].value
    let count = clock.sleeperCount
    sleepers[0].cancel()
    clock.advance(by: .seconds(1))

    #expect(count == 2)
    await #expect(throws: CancellationError.self) { try await sleepers[0].value }
    await #expect(throws: Never.self) { try await sleepers[1].value }
  }

  @Test("the cancellation of a sleeper does not end calls that wait for sleepers")
  @MainActor func cancelledBesideOnlooker() async {
    let clock = ManualClock()
    let first = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(within: .patience)
    let (transmitter, receiver) = Receiver<Int>.make()
    let begun = receiver.record()
    let onlooker = Task { @MainActor in
      transmitter.broadcast(1)
      await clock.waitForSleepers(2, within: .patience)
      return clock.sleeperCount
    }
    await #expect(throws: Never.self) { try await begun.next(within: .patience) }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let others = (0..<2).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }

    #expect(await onlooker.value == 2)
    clock.advance(by: .seconds(1))
    for other in others { await #expect(throws: Never.self) { try await other.value } }
  }

  @Test("too few sleepers at the time limit fail the test at that line, and leave no call waiting")
  func tooFew() async throws {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(within: .patience)
    let issues = await issues { await clock.waitForSleepers(2, within: .milliseconds(1)) }
    let line = #line - 1
    clock.advance(by: .seconds(1))
    try await sleeper.value

    #expect(issues.map(\.line) == [line])
    #expect(
      issues.map(\.text) == [
        """
        Expected 2 tasks to sleep within 0.001 seconds, but 1 did. Pass this clock to the code that is to sleep, and let \
        that code begin before. An operator does not sleep: it sets an alarm, which needs no waiting.
        """
      ]
    )
  }

  @Test("instants tell how far apart they are")
  func distance() {
    let (first, second) = (ManualClock.Instant(offset: .seconds(1)), ManualClock.Instant(offset: .seconds(3)))
    #expect([first.duration(to: second), second.duration(to: first)] == [.seconds(2), .seconds(-2)])
    #expect(first.advanced(by: .seconds(2)) == second)
  }

  @Test("instants end where durations end, in both directions")
  func ends() async throws {
    let (shortest, longest) = (Duration(attoseconds: .min), Duration(attoseconds: .max))
    let (first, last) = (ManualClock.Instant(offset: shortest), ManualClock.Instant(offset: longest))
    let origin = ManualClock.Instant()
    #expect([last.advanced(by: .seconds(1)), first.advanced(by: .seconds(-1))] == [last, first])
    #expect([origin.advanced(by: longest), origin.advanced(by: shortest)] == [last, first])
    #expect([first.duration(to: last), last.duration(to: first)] == [longest, shortest])
    #expect([first.duration(to: origin), origin.duration(to: first)] == [longest, shortest])

    let clock = ManualClock()
    clock.advance(by: longest)
    clock.advance(to: last)
    #expect(clock.now == last)
    try await clock.sleep(for: .seconds(1))
  }

  @Test("tens of thousands of sleepers can be cancelled, each at the same cost")
  func cancelsMany() async {
    let clock = ManualClock()
    let sleepers = (0..<40_000).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
    await clock.waitForSleepers(sleepers.count, within: .patience)
    for sleeper in sleepers { sleeper.cancel() }

    #expect(clock.sleeperCount == 0)
  }
}

@Suite("Stress: ManualClock", .patient)
struct ManualClockStressTests {
  @Test("thousands of sleepers, some cancelled, while the clock moves")
  func stress() async {
    let clock = ManualClock()
    let mover = Task {
      while !Task.isCancelled {
        clock.advance(by: .seconds(1))
        await Task.yield()
      }
    }
    let wokenCount = await withTaskGroup { group in
      for index in 0..<2_000 {
        group.addTask {
          let sleeper = Task { try await clock.sleep(for: .seconds(index % 50 + 1)) }
          if index.isMultiple(of: 3) { sleeper.cancel() }
          return (try? await sleeper.value) == nil ? 0 : 1
        }
      }
      return await group.reduce(0, +)
    }
    mover.cancel()

    #expect(wokenCount >= 1_333)
    #expect(clock.sleeperCount == 0)
  }
}

/// Runs jobs one after the other, in their order.
private final class SerialTaskExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "SerialTaskExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
