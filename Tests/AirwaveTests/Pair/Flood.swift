import Airwave
import Foundation
import Synchronization

/// Several threads that broadcast until they are stopped. The listener returns only when the next value is pending. So
/// during the flood, a thread can leave the delivery only by handing it over.
///
/// All atomic operations are relaxed, so that the thread sanitizer sees whether the gate orders memory.
final class Flood: @unchecked Sendable {
  // Unchecked: `thread` and `handOvers` are accessed by the listener alone, which is called one at a time (Contract 3).

  private let sent = Atomic<Int>(0)
  private let heard = Atomic<Int>(0)
  private let phase = Atomic<Int>(0)
  private var thread: Thread?
  private var handOvers = -1

  /// The number of broadcasts that have returned.
  var sentCount: Int { sent.load(ordering: .relaxed) }

  var heardCount: Int { heard.load(ordering: .relaxed) }

  var isStopped: Bool { phase.load(ordering: .relaxed) == 2 }

  /// Broadcasts until the flood is stopped.
  ///
  /// - Parameter broadcast: Called with 0, 1, 2 and so on.
  /// - Returns: The number of calls.
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

  /// Called by the listener with each value. Returns when another value is pending, or when the flood is stopped.
  ///
  /// - Returns: The number of times that the listener was called on another thread than before.
  @discardableResult
  func hear() -> Int {
    let count = heard.add(1, ordering: .relaxed).newValue
    let current = Thread.current
    if current !== thread { (thread, handOvers) = (current, handOvers + 1) }
    waitForMore(than: count)
    return handOvers
  }

  /// Starts the flood, and returns when a value is pending. User code calls it while its thread holds the gate.
  func startAndWait() {
    start()
    waitForMore(than: heardCount)
  }

  private func waitForMore(than count: Int) {
    while sentCount <= count, phase.load(ordering: .relaxed) == 1 { sched_yield() }
  }
}
