import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Asynchronous work", .patient)
struct WorkingTests {
  /// The ways in which a listener ends while a task is running for it.
  enum Ending: CaseIterable {
    case dispose, bag, scoped, removeAll, take, takeUntil
  }

  @Test("is cancelled with its listener, and nothing is left behind", arguments: Working.allCases, Ending.allCases)
  func cancelled(working: Working, ending: Ending) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (stops, stop) = Receiver<Void>.make()
    let (begun, cancelled, captured, work) = (Tally(), Tally(), Tally(), Tally())
    let latch = Latch()
    var bag: DisposeBag? = DisposeBag()
    var scope: ScopedDisposable?
    var listening: Disposable? = {
      let (listener, worker) = (Witness { captured.add(1) }, Witness { work.add(1) })
      let results = working.results(receiver) { value in
        begun.add(1)
        await latch.wait()
        withExtendedLifetime(worker) { cancelled.add(Task.isCancelled ? 1 : 0) }
        return value
      }
      let merged = results.merge(with: receiver.filter { $0 == 0 })
      return merged.take(until: stop).take(count: 1).listen { _ in withExtendedLifetime(listener) {} }
    }()
    transmitter.broadcast(1)
    await until { begun.count == 1 }
    switch ending {
    case .dispose: listening?.dispose()
    case .bag:
      bag.map { bag in listening?.disposed(by: bag) }
      bag = nil
    case .scoped:
      scope = listening?.scoped()
      scope = nil
    case .removeAll: transmitter.removeAllListeners()
    case .take: transmitter.broadcast(0)
    case .takeUntil: stops.broadcast()
    }
    let left = [captured.count, receiver.listenerCount, stop.listenerCount]
    let isDisposed = listening?.isDisposed
    listening = nil
    await until { work.count == 1 }

    // The captures of the listener are released at once. The captures of the work are released when the work is done.
    #expect(left == [1, 0, 0] && isDisposed == true && scope == nil)
    #expect([work.count, begun.count] == [1, ending == .take && !working.isInTurn ? 2 : 1])
    #expect(cancelled.count == begun.count)
  }

  @Test("a listener that is disposed of at once leaves no task", arguments: Working.allCases)
  func disposedAtOnce(working: Working) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
    [1, 2].forEach(transmitter.broadcast)
    let (captured, work) = (Tally(), Tally())
    let latch = Latch()
    for count in 1...200 {
      do {
        let (listener, worker) = (Witness { captured.add(1) }, Witness { work.add(1) })
        let results = working.results(receiver) { value in
          await latch.wait()
          return withExtendedLifetime(worker) { value }
        }
        results.listen { _ in withExtendedLifetime(listener) {} }.dispose()
      }
      #expect([captured.count, receiver.listenerCount] == [count, 0])
    }
    await until { work.count == 200 }

    #expect(work.count == 200)
  }

  @Test("reading the replay starts no work", arguments: Working.allCases)
  func replayed(working: Working) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    (1...3).forEach(transmitter.broadcast)
    transmitter.finish()
    let begun = Tally()
    weak var weakWitness: Witness?
    do {
      let witness = Witness()
      weakWitness = witness
      let results = working.results(receiver) { value in
        withExtendedLifetime(witness) { begun.add(1) }
        return value
      }
      for _ in 0..<1_000 { #expect(results.replayed == [] && results.map { $0 }.latest == nil) }
    }

    #expect(weakWitness == nil)
    #expect(begun.count == 0)
  }

  @Test(
    "reading the replay finds the end of a source without values, and none behind work",
    arguments: Working.allCases
  )
  func replayedEnd(working: Working) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let (others, other) = Receiver<Int>.make(strategy: .cold)
    let results = [receiver, other].map { working.results($0) { $0 }.replaceEmpty(with: 7) }
    let before = results.map(\.replayed)
    others.broadcast(1)
    [transmitter, others].forEach { $0.finish() }

    #expect(before == [[], []])
    #expect(results.map(\.replayed) == [[7], []])
  }

  @Test("listens upstream once, and not before the first listener joins", arguments: Working.allCases)
  func unheard(working: Working) async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let begun = Tally()
    let results = working.results(receiver) { value in
      begun.add(1)
      return value
    }
    transmitter.broadcast(1)
    let before = [begun.count, receiver.listenerCount, results.listenerCount]
    let recorder = results.record()
    let during = [receiver.listenerCount, results.listenerCount]
    transmitter.broadcast(2)

    #expect(try await recorder.next(within: timeLimit) == 2)
    #expect(before == [0, 0, 0] && during == [1, 1] && begun.count == 1)
  }

  @Test("knows nothing of the broadcaster's task-local values and priority", arguments: Working.allCases)
  func inheritsNothing(working: Working) async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let recorder = working.results(receiver) { _ in (Local.value, Task.currentPriority) }.record()
    await Local.$value.withValue(1) {
      await Task(priority: .background) { transmitter.broadcast(1) }.value
    }
    let (value, priority) = try await recorder.next(within: timeLimit)
    let ordinary = await Task.detached { Task.currentPriority }.value

    #expect(value == 0 && priority == ordinary)
  }

  @Test("a listener that hears a result, or the end, is in no cancelled task", arguments: Working.allCases)
  func notCancelled(working: Working) async throws {
    let cancelled = Heard<Bool>()
    let ends = Tally()
    for _ in 0..<200 {
      let (transmitter, receiver) = Receiver<Int>.make()
      working.results(receiver) { $0 }.take(count: 1).listen { _ in
        cancelled.append(Task.isCancelled)
      } onFinish: {
        cancelled.append(Task.isCancelled)
        ends.add(1)
      }
      transmitter.broadcast(1)
    }
    await until { ends.count == 200 }

    #expect(cancelled.values == [Bool](repeating: false, count: 400))
  }

  @Test("results reach listeners on the main actor, and operators behind", arguments: Working.allCases)
  @MainActor
  func onMainActor(working: Working) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    var heard: [Int] = []
    await withCheckedContinuation { continuation in
      working.results(receiver) { $0 * 10 }.map { $0 + 1 }.listen {
        heard.append($0)
      } onFinish: {
        continuation.resume()
      }
      transmitter.broadcast(1)
      transmitter.finish()
    }

    #expect(heard == [11])
  }
}

private enum Local {
  @TaskLocal static var value = 0
}
