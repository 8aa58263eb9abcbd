import Dispatch
import Synchronization

/// The disposables of all listeners of the process that have an owner. Ends the listeners whose owner is gone, although
/// no value may reach them (Contract 10).
///
/// A block on a queue of its own *sweeps* all disposables: when their number has doubled since the last sweep, and
/// after a pause. The pause doubles after a sweep that has found no released owner, and halves after one that has. So a
/// sweep costs an amortized constant for each listener that joins, a process at rest sweeps every ten seconds, and no
/// user code runs inside the calls that add listeners.
///
/// A thread that adds a disposable waits for no other thread. A thread that sweeps takes all disposables out of the
/// stack, and pushes those that are live back. Another thread that sweeps meanwhile finds those that were added since.
package final class OwnedListeners: Sendable {
  package static let shared = OwnedListeners()

  private static let leastLimit = 64
  /// The greatest limit at which a thread that adds a disposable forgets those that have ended. The call would take too
  /// long with more.
  private static let greatestOfAdding = 4_096
  private static let (shortestPause, longestPause) = (20, 10_000)  // milliseconds
  /// The number of owners that are swept in one turn of an actor.
  private static let ownersPerTurn = 512

  /// The actors on which a task that sweeps their owners has not finished.
  private let busyActors = Lock(Set<ObjectIdentifier>())
  private let stack = OwnedStack()
  /// The number of disposables in the stack. Relaxed, as `limit`: both are approximate while other threads add or
  /// sweep, and publish nothing.
  private let count = Atomic(0)
  /// The number of disposables at which the next sweep begins.
  private let limit = Atomic(OwnedListeners.leastLimit)
  /// Whether a sweep is scheduled, or a thread decides whether it must be.
  private let isSweepScheduled = Atomic(false)
  private let isPausing = Atomic(false)
  /// Whether a sweep on an actor has found a released owner since the last pause. Relaxed: a hint.
  private let hasFoundOnActor = Atomic(false)
  private let queue = DispatchQueue(label: "Airwave.OwnedListeners")

  /// Adds the disposable of a listener that has joined.
  func add(_ disposable: Disposable) {
    var list = OwnedStack.List()
    list.add(disposable)
    push(list)
    // The exchanges acquire and release. A thread that finds the flag set has counted its disposable before. The thread
    // that clears the flag therefore sees that number, and pushed disposables, afterwards.
    while isFull, !isSweepScheduled.exchange(true, ordering: .acquiringAndReleasing) {
      if mustSweep() { return queue.async { self.sweep() } }
      _ = isSweepScheduled.exchange(false, ordering: .acquiringAndReleasing)
    }
  }

  private var isFull: Bool { count.load(ordering: .relaxed) >= limit.load(ordering: .relaxed) }

  /// Whether a sweep must be scheduled although the disposables that have ended are forgotten, which is cheaper than a
  /// sweep.
  private func mustSweep() -> Bool {
    let limit = limit.load(ordering: .relaxed)
    if limit > Self.greatestOfAdding { return true }
    removeAll { !$0.isLive }
    return 2 * count.load(ordering: .relaxed) > limit
  }

  private func push(_ list: OwnedStack.List) {
    let added = list.count
    let wasEmpty = stack.push(list)
    count.add(added, ordering: .relaxed)
    // Releases the push to `sweep(afterMilliseconds:)`, or acquires that the pause is over.
    if wasEmpty, !isPausing.exchange(true, ordering: .acquiringAndReleasing) {
      sweep(afterMilliseconds: Self.shortestPause)
    }
  }

  /// Removes the disposables that satisfy a predicate, which may run any code.
  private func removeAll(where isRemoved: (Disposable) -> Bool) {
    count.store(0, ordering: .relaxed)
    var list = OwnedStack.List()
    stack.takeAll { disposable in
      if !isRemoved(disposable) { list.add(disposable) }
    }
    if list.count > 0 { push(list) }
  }

  /// Sweeps after a pause, and pauses again if a listener is left.
  private func sweep(afterMilliseconds pause: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [self] in
      let hasFound = sweep()
      let hasFoundOnActor = hasFoundOnActor.exchange(false, ordering: .relaxed)
      let next = hasFound || hasFoundOnActor ? pause / 2 : 2 * pause
      // Acquires and releases, because `push` pushes and then sets the flag, and this thread clears the flag and then
      // reads the stack. If this exchange is the later one, it has acquired the push. If not, `push` finds the flag
      // cleared, and pauses.
      _ = isPausing.exchange(false, ordering: .acquiringAndReleasing)
      if !stack.isEmpty, !isPausing.exchange(true, ordering: .acquiringAndReleasing) {
        sweep(afterMilliseconds: min(max(next, Self.shortestPause), Self.longestPause))
      }
    }
  }

  /// Ends the listeners whose owner is gone, and forgets those that have ended. May be called on any thread.
  ///
  /// - Returns: Whether the owner of a listener was gone.
  @discardableResult
  package func sweep() -> Bool {
    // Acquires what was pushed by the threads that have found the sweep scheduled.
    _ = isSweepScheduled.exchange(false, ordering: .acquiringAndReleasing)
    var confined: [ObjectIdentifier: (actor: any Actor, disposables: [Disposable])] = [:]
    var hasFound = false
    removeAll { disposable in
      guard disposable.isLive else { return true }
      if let actor = disposable.endIfOwnerIsGone() {
        confined[ObjectIdentifier(actor), default: (actor, [])].disposables.append(disposable)
      }
      if !disposable.isLive { hasFound = true }
      return !disposable.isLive
    }
    limit.store(max(Self.leastLimit, 2 * count.load(ordering: .relaxed)), ordering: .relaxed)
    for (actor, disposables) in confined.values { sweep(disposables, on: actor) }
    return hasFound
  }

  /// Calls a function while no block sweeps. For tests whose result depends on when a sweep happens.
  package func withoutSweeps<Result>(_ body: () -> Result) -> Result {
    queue.sync(execute: body)
  }

  // MARK: On an actor

  /// Schedules a task that ends the listeners of an actor whose owner is gone, unless one is scheduled that has not
  /// finished.
  private func sweep(_ disposables: [Disposable], on actor: any Actor) {
    let isNew = busyActors.withLock { $0.insert(ObjectIdentifier(actor)).inserted }
    guard isNew else { return }
    let turns = stride(from: 0, to: disposables.count, by: Self.ownersPerTurn).map { start in
      disposables[start..<min(start + Self.ownersPerTurn, disposables.count)]
    }
    let done = { @Sendable [self] in busyActors.withLock { _ = $0.remove(ObjectIdentifier(actor)) } }
    if actor === MainActor.shared {
      // Each task starts on the main queue, and need not wait for a thread of the cooperative pool.
      for turn in turns {
        Task.detached { @MainActor [self] in endThose(of: turn) }
      }
      Task.detached { @MainActor in done() }
    } else {
      Task.detached {
        for turn in turns { await self.endThose(of: turn, on: actor) }
        done()
      }
    }
  }

  private func endThose(of disposables: ArraySlice<Disposable>, on actor: isolated any Actor) {
    endThose(of: disposables)
  }

  private func endThose(of disposables: ArraySlice<Disposable>) {
    var hasFound = false
    for disposable in disposables {
      disposable.endIfConfinedOwnerIsGone()
      if !disposable.isLive { hasFound = true }
    }
    if hasFound { hasFoundOnActor.store(true, ordering: .relaxed) }
  }
}

extension Disposable {
  /// Has the listener, which has joined, end when its owner no longer exists.
  ///
  /// - Returns: The disposable.
  @usableFromInline func endingWithOwner() -> Disposable {
    if isLive { OwnedListeners.shared.add(self) }
    return self
  }
}
