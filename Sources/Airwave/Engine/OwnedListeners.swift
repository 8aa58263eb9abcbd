import Dispatch

/// The disposables of all listeners of the process that have an owner. Ends the listeners whose owner is gone, although
/// no value may reach them (Contract 10).
///
/// A block on a queue of its own *looks* at all disposables: when their number has doubled since the last look, and
/// after a pause. The pause doubles after a look that has found no released owner, and halves after one that has. So a
/// look costs an amortized constant for each listener that joins, a process at rest looks every ten seconds, and no
/// user code runs inside the calls that add listeners.
package final class OwnedListeners: Sendable {
  private struct State {
    var disposables: [Disposable] = []
    /// The number of disposables at which the next look begins.
    var limit = OwnedListeners.leastLimit
    var isLookScheduled = false
    var isPausing = false
    var pause = OwnedListeners.shortestPause
    /// The actors on which a task that looks at their owners has not finished.
    var busyActors: Set<ObjectIdentifier> = []
    /// Whether a look on an actor has found a released owner since the last pause.
    var hasFoundOnActor = false

    /// Whether a look must be scheduled now. Forgets the disposables that have ended, which is cheaper than a look.
    mutating func isFull() -> Bool {
      if disposables.count < limit || isLookScheduled { return false }
      disposables.removeAll { !$0.isLive }
      return 2 * disposables.count > limit
    }
  }

  package static let shared = OwnedListeners()

  private static let leastLimit = 64
  private static let (shortestPause, longestPause) = (20, 10_000)  // milliseconds
  /// The number of owners that are looked at in one turn of an actor.
  private static let ownersPerTurn = 512

  private let state = Lock(State())
  private let queue = DispatchQueue(label: "Airwave.OwnedListeners")

  /// Adds the disposable of a listener that has joined.
  func add(_ disposable: Disposable) {
    let (mustLook, mustPause) = state.withLock { state in
      state.disposables.append(disposable)
      let mustLook = state.isFull()
      let mustPause = !state.isPausing
      if mustLook { state.isLookScheduled = true }
      state.isPausing = true
      return (mustLook, mustPause)
    }
    if mustLook { queue.async { self.look() } }
    if mustPause { pause(milliseconds: Self.shortestPause) }
  }

  private func pause(milliseconds: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { self.lookAfterPause() }
  }

  /// Looks, and pauses again if a listener is left.
  private func lookAfterPause() {
    let hasFound = look()
    let pause = state.withLock { state -> Int? in
      state.isPausing = !state.disposables.isEmpty
      let pause = hasFound || state.hasFoundOnActor ? state.pause / 2 : state.isPausing ? 2 * state.pause : 0
      state.pause = min(max(pause, Self.shortestPause), Self.longestPause)
      state.hasFoundOnActor = false
      return state.isPausing ? state.pause : nil
    }
    if let pause { self.pause(milliseconds: pause) }
  }

  /// Ends the listeners whose owner is gone, and forgets those that have ended.
  ///
  /// - Returns: Whether the owner of a listener was gone.
  @discardableResult
  package func look() -> Bool {
    let disposables = state.withLock { state in
      state.isLookScheduled = false
      return exchange(&state.disposables, with: [])
    }
    var living: [Disposable] = []
    var confined: [ObjectIdentifier: (actor: any Actor, disposables: [Disposable])] = [:]
    var hasFound = false
    for disposable in disposables where disposable.isLive {
      if let actor = disposable.endIfOwnerIsGone() {
        confined[ObjectIdentifier(actor), default: (actor, [])].disposables.append(disposable)
      }
      if disposable.isLive { living.append(disposable) } else { hasFound = true }
    }
    state.withLock { state in
      // Those that have joined meanwhile stay behind those that were there before.
      swap(&state.disposables, &living)
      state.disposables += living
      state.limit = max(Self.leastLimit, 2 * state.disposables.count)
    }
    for (actor, disposables) in confined.values { look(at: disposables, on: actor) }
    return hasFound
  }

  /// Calls a function while no block looks. For tests whose result depends on when a look happens.
  package func withoutLooks<Result>(_ body: () -> Result) -> Result {
    queue.sync(execute: body)
  }

  // MARK: On an actor

  /// Schedules a task that ends the listeners of an actor whose owner is gone, unless one is scheduled that has not
  /// finished.
  private func look(at disposables: [Disposable], on actor: any Actor) {
    let isNew = state.withLock { $0.busyActors.insert(ObjectIdentifier(actor)).inserted }
    guard isNew else { return }
    let turns = stride(from: 0, to: disposables.count, by: Self.ownersPerTurn).map { start in
      disposables[start..<min(start + Self.ownersPerTurn, disposables.count)]
    }
    let done = { @Sendable [self] in state.withLock { _ = $0.busyActors.remove(ObjectIdentifier(actor)) } }
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
    if hasFound { state.withLock { $0.hasFoundOnActor = true } }
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
