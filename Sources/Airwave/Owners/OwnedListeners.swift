import Dispatch

/// The disposables of all listeners of the process that have an owner. Ends the listeners whose owner is gone, although
/// no value may reach them (Contract 10).
///
/// A block on a queue of its own *sweeps* all disposables: when their number has doubled since the last sweep, and
/// after a pause. The pause doubles after a sweep that has found no released owner, and halves after one that has. So a
/// sweep costs an amortized constant for each listener that joins, a process at rest sweeps every eight seconds, and no
/// user code runs inside the calls that add listeners.
///
/// A sweep takes all disposables out of the list, looks at them without the lock, because any code may run when the
/// weak reference to an owner is loaded, and puts those that are live back. Meanwhile they are *away*. Those whose
/// owner is confined to an actor are away until they were looked at there.
package final class OwnedListeners: Sendable {
  package static let shared = OwnedListeners()

  private static let leastLimit = 64
  /// The greatest limit at which a thread that adds a disposable forgets those that have ended. The call would take too
  /// long with more.
  private static let greatestOfAdding = 4_096
  private static let (shortestPause, longestPause) = (20, 8_000)  // milliseconds
  /// The number of owners that are looked at in one turn of an actor.
  private static let ownersPerTurn = 512

  private struct State {
    /// In no particular order.
    var disposables: [Disposable] = []
    var awayCount = 0
    /// The number of disposables at which the next sweep begins.
    var limit = OwnedListeners.leastLimit
    /// Whether a sweep is scheduled that has not begun.
    var isSweepScheduled = false
    /// Whether a sweep after a pause is scheduled that has not finished. It is, as long as there are disposables.
    var isPausing = false
    /// Whether a released owner was found since the last pause.
    var hasFound = false

    var count: Int { disposables.count + awayCount }

    /// Whether the next sweep must be scheduled. Removes the disposables that have ended first, which is cheaper than a
    /// sweep, unless they are too many.
    ///
    /// - Parameter ended: Set to what was removed. The caller releases it without the lock.
    /// - Returns: Whether a sweep must be scheduled.
    mutating func mustSweep(removing ended: inout [Disposable]) -> Bool {
      if count < limit || isSweepScheduled { return false }
      if limit <= greatestOfAdding {
        let end = disposables.partition { !$0.isLive }
        ended = Array(disposables[end...])
        disposables.removeSubrange(end...)
        if 2 * count <= limit { return false }
      }
      isSweepScheduled = true
      return true
    }
  }

  private let state = Lock(State())
  private let queue = DispatchQueue(label: "Airwave.OwnedListeners")

  package init() {}

  /// Adds the disposable of a listener that has joined.
  func add(_ disposable: Disposable) {
    var ended: [Disposable] = []
    let (mustSweep, mustPause) = state.withLock { state in
      state.disposables.append(disposable)
      return (state.mustSweep(removing: &ended), !exchange(&state.isPausing, with: true))
    }
    if mustSweep { queue.async { self.sweep() } }
    if mustPause { sweep(afterMilliseconds: Self.shortestPause) }
  }

  /// Sweeps after a pause, and pauses again if a listener is left.
  private func sweep(afterMilliseconds pause: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [self] in
      sweep()
      let next = state.withLock { state in
        state.isPausing = state.count > 0
        let next = exchange(&state.hasFound, with: false) ? pause / 2 : 2 * pause
        return state.isPausing ? next : nil
      }
      if let next { sweep(afterMilliseconds: min(max(next, Self.shortestPause), Self.longestPause)) }
    }
  }

  /// Ends the listeners whose owner is gone, and forgets those that have ended. May be called on any thread.
  package func sweep() {
    let disposables = state.withLock { state in
      state.isSweepScheduled = false
      state.awayCount += state.disposables.count
      return exchange(&state.disposables, with: [])
    }
    var confined: [ObjectIdentifier: (actor: any Actor, disposables: [Disposable])] = [:]
    var hasFound = false
    let live = disposables.filter { disposable in
      guard disposable.isLive else { return false }
      if let actor = disposable.endIfOwnerIsGone() {
        confined[ObjectIdentifier(actor), default: (actor, [])].disposables.append(disposable)
        return false
      }
      if !disposable.isLive { hasFound = true }
      return disposable.isLive
    }
    let confinedCount = confined.values.reduce(0) { $0 + $1.disposables.count }
    putBack(live, of: disposables.count - confinedCount, hasFound) { $0.limit = max(Self.leastLimit, 2 * $0.count) }
    for (actor, disposables) in confined.values {
      for start in stride(from: 0, to: disposables.count, by: Self.ownersPerTurn) {
        let turn = Array(disposables[start..<min(start + Self.ownersPerTurn, disposables.count)])
        hop(to: actor) { self.lookThere(turn) }
      }
    }
  }

  /// Called on the actor that the owners of disposables are confined to.
  private func lookThere(_ away: [Disposable]) {
    for disposable in away { disposable.endIfConfinedOwnerIsGone() }
    let live = away.filter(\.isLive)
    putBack(live, of: away.count, live.count < away.count)
  }

  /// Puts the live ones of a number of disposables that were away back, and then changes the state.
  private func putBack(
    _ live: consuming [Disposable],
    of count: Int,
    _ hasFound: Bool,
    _ change: (inout State) -> Void = { _ in }
  ) {
    var disposables = live
    state.withLock { state in
      swap(&disposables, &state.disposables)
      // Those that were added meanwhile are few.
      state.disposables += disposables
      state.awayCount -= count
      if hasFound { state.hasFound = true }
      change(&state)
    }
  }

  /// Calls a function while no block sweeps. For tests whose result depends on when a sweep happens.
  package func withoutSweeps<Result>(_ body: () -> Result) -> Result {
    queue.sync(execute: body)
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
