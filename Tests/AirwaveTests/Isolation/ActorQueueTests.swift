import Airwave
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Actor queue", .inTurn)
struct ActorQueueTests {
  @Test("leaves the main actor to other work after 512 values at most")
  @MainActor func leavesTheMainActor() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    receiver.listen { heard.append($0) }
    onAnotherThread { (0..<10_000).forEach(transmitter.broadcast) }

    // The other work is a task on the main actor, which looks and makes the next one.
    var counts = [0]
    func look(_ completion: @escaping @MainActor () -> Void) {
      counts.append(heard.values.count)
      if heard.values.count == 10_000 { completion() } else { Task { @MainActor in look(completion) } }
    }
    await withCheckedContinuation { continuation in look { continuation.resume() } }
    let turns = zip(counts, counts.dropFirst()).map { $1 - $0 }

    #expect(turns.allSatisfy { $0 <= 512 })
    #expect(heard.values == Array(0..<10_000))
  }

  @Test("leaves an actor to other work after a millisecond")
  func leavesAnActor() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (slow, heardByJob) = (Slow(), Heard<Int>())
    let joining = Task { await slow.listen(to: receiver) }
    // Not on this thread, which the task may need.
    await onThreads(1) { _ in
      while receiver.listenerCount == 0 { slow.executor.runOne() }
      (0..<5).forEach(transmitter.broadcast)
      var count = 0
      while count < 5 {
        slow.executor.runOne()
        let heard = slow.heard.count
        if heard > count { heardByJob.append(heard - count) }
        count = heard
      }
    }
    await joining.value

    // Each value takes longer than a millisecond, and is therefore alone in its job.
    #expect(heardByJob.values == [1, 1, 1, 1, 1])
  }

  @Test("enters an actor once for each value that comes alone, and not again")
  func rests() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (slow, former) = (Slow(), Tally())
    let joining = Task { await slow.listen(to: receiver) }
    await onThreads(1) { _ in
      while receiver.listenerCount == 0 { slow.executor.runOne() }
      former.add(slow.executor.jobCount)
      for value in 1...100 {
        transmitter.broadcast(value)
        while slow.heard.count < value { slow.executor.runOne() }
      }
    }
    await joining.value

    #expect(slow.executor.jobCount - former.count == 100)
  }

  @Test("a broadcast on the main actor is heard there after the waiting values")
  @MainActor func drainsHere() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    receiver.listen { heard.append($0) }
    // Up to 64 turns are taken however long that takes.
    onAnotherThread { (0..<63).forEach(transmitter.broadcast) }
    transmitter.broadcast(63)

    #expect(heard.values == Array(0...63))
  }

  @Test(
    "a broadcast on the main actor has waiting values handled once, and later ones wait for a turn of the main actor",
    arguments: [1, 8]
  )
  @MainActor func drainsOnce(listenerCount: Int) async {
    let pair = Receiver<Int>.make()
    for receiver in [pair.receiver, pair.receiver.share()] {
      let heard = (0..<listenerCount).map { _ in Heard<Int>() }
      for heard in heard {
        receiver.listen { value in
          // So slow that 64 calls take more than ten milliseconds.
          let end = ContinuousClock.now + .microseconds(200)
          while ContinuousClock.now < end {}
          heard.append(value)
        }
      }
      onAnotherThread { (0..<200).forEach(pair.transmitter.broadcast) }
      func count() -> Int { heard.reduce(0) { $0 + $1.values.count } }
      var counts: [Int] = []
      for value in 200..<203 {
        pair.transmitter.broadcast(value)
        counts.append(count())
      }
      await until { count() == 203 * listenerCount }

      #expect(counts == [64, 64, 64])
      #expect(heard.map(\.values) == Array(repeating: Array(0..<203), count: listenerCount))
      pair.transmitter.removeAllListeners()
    }
  }

  @Test("a listener on the main actor hears while computations occupy all threads of the cooperative pool")
  @MainActor func saturatedPool() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, heardMeanwhile) = (Tally(), Tally())
    receiver.listen { _ in heard.add() }
    // More values than one task handles.
    let count = 2_000

    // This test, too, needs a thread of the pool to continue: another thread waits for the listener.
    await onThreads(1) { _ in
      let computations = poolWidth
      let (running, done) = (Tally(), Tally())
      for _ in 0..<computations {
        Task.detached {
          running.add()
          while done.count == 0 { sched_yield() }
        }
      }
      let end = ContinuousClock.now + timeLimit
      while running.count < computations, ContinuousClock.now < end { sched_yield() }
      (0..<count).forEach(transmitter.broadcast)
      while heard.count < count, ContinuousClock.now < end { sched_yield() }
      heardMeanwhile.add(heard.count)
      done.add()
    }
    #expect(heardMeanwhile.count == count)
  }

  @Test("shows a listener elsewhere no task-local value of the thread that broadcasts")
  @MainActor func taskLocals() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<String>()
    receiver.listen { heard.append("\($0) \(Marked.mark)") }
    await Task.detached(priority: .high) {
      Marked.$mark.withValue("marked") { transmitter.broadcast(1) }
    }.value
    await until { heard.values.count == 1 }

    #expect(heard.values == ["1 unmarked"])
  }

  @Test("forgets the queues of released actors, and confuses none with an actor at the same address")
  func manyActors() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Tally()
    for value in 0..<1_000 {
      let actor = Busy()
      let listening = await actor.listen(to: receiver, heard)
      transmitter.broadcast(value)
      await until { heard.count == value + 1 }
      listening.dispose()
    }
    #expect(heard.count == 1_000)
  }
}

/// The number of threads of the cooperative pool: that of the processors which this process may use. On Linux these can
/// be fewer than those of the machine. Their mask has hexadecimal digits, and bits for processors that do not exist.
private var poolWidth: Int {
  let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let mask = status?.firstMatch(of: /Cpus_allowed:\s*([0-9a-f,]+)/)?.1
  let allowed = mask?.compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount } ?? .max
  return min(allowed, ProcessInfo.processInfo.activeProcessorCount)
}

private enum Marked {
  @TaskLocal static var mark = "unmarked"
}

/// An actor with a listener that counts.
private actor Busy {
  private var count = 0

  func listen(to receiver: Receiver<Int>, _ heard: Tally) -> Disposable {
    receiver.listen { _ in
      self.count += 1
      heard.add()
    }
  }
}

/// An actor with a listener that takes longer than a millisecond for each value. The test runs its jobs.
private actor Slow {
  nonisolated let executor = SteppedExecutor()
  nonisolated let heard = Tally()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func listen(to receiver: Receiver<Int>) {
    receiver.listen { _ in self.hear() }
  }

  private func hear() {
    let end = ContinuousClock.now + .milliseconds(2)
    while ContinuousClock.now < end {}
    heard.add()
  }
}

/// Keeps jobs until a thread asks for the next one.
private final class SteppedExecutor: SerialExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let tally = Tally()

  /// How many jobs there were so far.
  var jobCount: Int { tally.count }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    tally.add()
    jobs.withLock { $0.append(job) }
  }

  /// Runs the oldest job, or lets another thread run if there is none.
  func runOne() {
    guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
      sched_yield()
      return
    }
    job.runSynchronously(on: asUnownedSerialExecutor())
  }
}
