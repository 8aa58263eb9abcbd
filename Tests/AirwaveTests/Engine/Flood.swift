import Airwave
import Foundation
import Synchronization

/// Threads that broadcast until they are told to stop, to a listener that never finds itself without a next value: while the
/// flood goes on, a delivery ends for a thread only if the thread hands it over.
///
/// Its counters order nothing, so that the thread sanitizer sees whether the gate does.
final class Flood: @unchecked Sendable {
  // Unchecked: `thread` and `handOvers` are accessed by the listener alone, which is called one at a time (Contract 3).

  private let sent = Atomic<Int>(0)
  private let heard = Atomic<Int>(0)
  private let phase = Atomic<Int>(0)
  private var thread: Thread?
  private var handOvers = -1

  /// How many calls of the threads have returned.
  var sentCount: Int { sent.load(ordering: .relaxed) }

  var heardCount: Int { heard.load(ordering: .relaxed) }

  /// Broadcasts until the flood is stopped.
  ///
  /// - Parameter broadcast: Called with 0, 1, 2 and so on.
  /// - Returns: How often it was called.
  @discardableResult
  func run(_ broadcast: (Int) -> Void) -> Int {
    while phase.load(ordering: .relaxed) == 0 { sched_yield() }
    var number = 0
    while phase.load(ordering: .relaxed) == 1 {
      broadcast(number)
      number += 1
      sent.add(1, ordering: .relaxed)
    }
    return number
  }

  /// Starts the flood, unless it has been stopped.
  func start() {
    _ = phase.compareExchange(expected: 0, desired: 1, ordering: .relaxed)
  }

  func stop() {
    phase.store(2, ordering: .relaxed)
  }

  /// For a listener that is called with each value: returns when another value is pending, or the flood is over.
  ///
  /// - Returns: How often the listener was called on another thread than before.
  @discardableResult
  func hear() -> Int {
    let count = heard.add(1, ordering: .relaxed).newValue
    let current = Thread.current
    if current !== thread { (thread, handOvers) = (current, handOvers + 1) }
    waitForMore(than: count)
    return handOvers
  }

  /// Starts the flood, and returns when more is pending: for what a call does while it owns the gate.
  func startAndWait() {
    start()
    waitForMore(than: heardCount)
  }

  private func waitForMore(than count: Int) {
    while sentCount <= count, phase.load(ordering: .relaxed) == 1 { sched_yield() }
  }
}
