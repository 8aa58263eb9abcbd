import Airwave
import Synchronization

// What AirwaveTesting waits for: the work that goes on after a call has returned. While none is left, all is heard.
nonisolated(unsafe) let settling: [Scenario] = [
  Scenario("11: turns of the main actor are work until they are taken", preemptions: 1, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make(), handled = Cell()
    let works = Works(calls: 2) { handled.value.load(ordering: .acquiring) == 2 }
    receiver.listen { @MainActor _ in handled.value.add(1, ordering: .releasing) }
    run.thread { works.call { transmitter.broadcast(1) } }
    run.thread { works.call { transmitter.broadcast(2) } }
    run.finally("work stays") { works.left == 0 }
  },
  Scenario("11: turns that a broadcast on the main actor takes are work, too", preemptions: 1, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make(), handled = Cell()
    let works = Works(calls: 3) { handled.value.load(ordering: .acquiring) == 3 }
    receiver.listen { @MainActor _ in handled.value.add(1, ordering: .releasing) }
    run.mainThread { works.call { transmitter.broadcast(1) } }
    run.thread { for number in [2, 3] { works.call { transmitter.broadcast(number) } } }
    run.finally("work stays") { works.left == 0 }
  },
  Scenario("11: a call that waits beside a broadcast on the main actor is work", preemptions: 1, olderValues: 0) {
    run in
    let (transmitter, receiver) = Receiver<Int>.make(), handled = Cell(), told = Cell()
    let works = Works(calls: 2) {
      handled.value.load(ordering: .acquiring) == 2 && told.value.load(ordering: .acquiring) == 1
    }
    receiver.listen { @MainActor _ in handled.value.add(1, ordering: .releasing) }
    // Waits for the main actor.
    transmitter.broadcast(1)
    run.mainThread { works.call { transmitter.broadcast(2) } }
    run.thread { works.call { transmitter.whenHandled { told.value.add(1, ordering: .releasing) } } }
    run.finally("work stays") { works.left == 0 }
  },
  Scenario("2: a task is work until its result is heard", preemptions: 1, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make(), handled = Cell()
    let works = Works(calls: 2) { handled.value.load(ordering: .acquiring) == 2 }
    receiver.asyncMap(maxConcurrent: 2) { $0 }.listen { _ in handled.value.add(1, ordering: .releasing) }
    run.thread { works.call { transmitter.broadcast(1) } }
    run.thread { works.call { transmitter.broadcast(2) } }
    run.finally("work stays") { works.left == 0 }
  },
  Scenario("4: a connection that waits for the one that ends is work", preemptions: 1, olderValues: 0) { run in
    let begun = Cell(), over = Cell(), transmitters = Lock<[Transmitter<Int>]>([])
    let created = Receiver<Int>.create { transmitter in
      transmitters.withLock { $0.append(transmitter) }
      begun.value.add(1, ordering: .releasing)
      return Disposable { over.value.add(1, ordering: .releasing) }
    }
    let first = created.listen { _ in }, second = Holder()
    let works = Works(calls: 2) {
      begun.value.load(ordering: .acquiring) == over.value.load(ordering: .acquiring) + 1
    }
    run.thread { works.call { first.dispose() } }
    run.thread { works.call { second.disposable = created.map { $0 }.listen { _ in } } }
    run.finally("a connection does not begin, or does not end") {
      second.disposable?.dispose()
      transmitters.withLock { $0 = [] }
      return works.left == 0 && over.value.load(ordering: .acquiring) == begun.value.load(ordering: .acquiring)
    }
  },
  Scenario("11: a listener that joins elsewhere reads on the main actor", preemptions: 1, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make(), state = Flag(), isHeard = Cell(), heard = Heard()
    let works = Works(calls: 1) { isHeard.value.load(ordering: .acquiring) == 1 }
    let reading = receiver.reading { state.isSet ? 1 : 0 }
    run.mainThread {
      state.isSet = true
      transmitter.broadcast(1)
    }
    run.thread {
      works.call {
        reading.listen { number in
          heard.hear(number)
          isHeard.value.store(1, ordering: .releasing)
        }
      }
      expect(reading.latest == nil, "read off the main actor")
    }
    run.finally("an older value is the last one, or work stays") {
      heard.numbers.last == 1 && works.left == 0
    }
  },
  Scenario("9: the task that iterates a sequence begins as work", preemptions: 1, olderValues: 0) {
    run in
    let (transmitter, source) = Receiver<Box>.make(strategy: .cold), heard = Heard(), works = Works(calls: 1) { true }
    let values = source.values.receiver()
    run.thread { works.call { values.listen { heard.hear($0) } } }
    run.thread {
      transmitter.broadcast(Box(1))
      transmitter.finish()
    }
    run.finally("a value is lost, or work stays") {
      performBlocks()
      return heard.numbers == [1] && works.left == 0
    }
  },
  Scenario("11: a method of an owner is called on the main actor, as work", preemptions: 1, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold), owner = MainOwner(), handled = Cell()
    let works = Works(calls: 1) { handled.value.load(ordering: .acquiring) == 2 }
    receiver.listen(with: owner) { owner in
      { @MainActor number in
        owner.heard.hear(number)
        handled.value.add(1, ordering: .releasing)
      }
    } onFinish: { owner in
      owner.ends.value.add(1, ordering: .releasing)
    }
    run.thread { works.call { [1, 2].forEach(transmitter.broadcast) } }
    run.finally("a value or the end is lost, or work stays") {
      transmitter.finish()
      performBlocks()
      return owner.heard.numbers == [1, 2] && owner.ends.value.load(ordering: .acquiring) == 1 && works.left == 0
    }
  },
]

private final class MainOwner: Sendable {
  let heard = Heard(), ends = Cell()
}

/// Counts the work that goes on, and checks that all is done when none is left.
final class Works: Sendable {
  fileprivate nonisolated(unsafe) static var current: Unmanaged<Works>?

  private let count = Cell(), calls = Cell()
  private let isDone: @Sendable () -> Bool

  /// - Parameters:
  ///   - calls: The number of calls of `call(_:)` after which all must be done as soon as no work is left.
  ///   - isDone: Whether all is done.
  init(calls: Int, isDone: @escaping @Sendable () -> Bool) {
    self.isDone = isDone
    self.calls.value.store(calls, ordering: .relaxed)
    Works.current = .passUnretained(self)
    WorkObservation.start(Observer())
  }

  deinit { Works.current = nil }

  var left: Int { count.value.load(ordering: .acquiring) }

  /// Calls a function that may begin work.
  func call(_ body: () -> Void) {
    body()
    let isLast = calls.value.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    if isLast, left == 0 { check() }
  }

  fileprivate func begin() { count.value.add(1, ordering: .acquiringAndReleasing) }

  fileprivate func end() {
    // Before the work ends: what follows the last call may begin other work.
    let isLast = calls.value.load(ordering: .acquiring) == 0
    if count.value.subtract(1, ordering: .acquiringAndReleasing).newValue == 0, isLast { check() }
  }

  private func check() { expect(isDone(), "no work is left before all is done") }

  private struct Observer: WorkObserver {
    func begin() -> (any BackgroundWork)? { Works.current.map { CountedWork($0.takeUnretainedValue()) } }
    func rest() -> @Sendable () -> Void { {} }
    func made(_ listener: Disposable, _ fileID: StaticString, _ line: UInt) {}
  }
}

/// A piece of work. All have the same cause.
private final class CountedWork: BackgroundWork {
  private let works: Works
  private let isEnded = Cell()

  init(_ works: Works) {
    self.works = works
    works.begin()
  }

  deinit { end() }

  func run(_ body: () -> Void) { body() }
  func run(_ body: @Sendable () async -> Void) async { await body() }
  func attend() {}
  func covers(_ other: any BackgroundWork) -> Bool { true }

  func end() {
    if isEnded.value.exchange(1, ordering: .acquiringAndReleasing) == 0 { works.end() }
  }
}
