import Dispatch
import Foundation
import Synchronization

/// Threads that broadcast without pause, and a bystander that makes calls at intervals.
final class Flood: Sendable {
  struct Result {
    /// The longest call of the bystander, in milliseconds.
    let longestCall: Double
    /// The rate at which listeners have heard values, in millions a second.
    let rate: Double
  }

  private let heardCount = Atomic<Int>(0)
  private let isStopping = Atomic<Bool>(false)
  private let running: Atomic<Int>
  private init(threads: Int) {
    running = Atomic(threads)
  }

  /// One combination of parameters.
  struct Plan {
    let threads: Int
    /// The time that a listener takes for a value, in nanoseconds.
    let work: UInt64
    let action: Stage.Action
    /// Whether the bystander runs on the main thread, which takes over no delivery, or on a thread of its own.
    let onMain: Bool
    let seconds: Double

    /// Measures the combination, or returns nil if the library lacks the action.
    func run(_ make: (@escaping @Sendable () -> Void) -> Stage) -> Result? {
      let flood = Flood(threads: threads)
      let stage = make { [work] in flood.hear(for: work) }
      guard let call = stage.actions[action] else { return nil }
      for _ in 0..<threads {
        Thread.detachNewThread { [action] in flood.broadcast(action == .set ? stage.set : stage.broadcast) }
      }
      let longest =
        onMain ? flood.watch(call, seconds) : flood.onAnotherThread { [seconds] in flood.watch(call, seconds) }
      let heard = flood.heardCount.load(ordering: .relaxed)
      flood.isStopping.store(true, ordering: .relaxed)
      while flood.running.load(ordering: .acquiring) > 0 { usleep(100) }
      return Result(longestCall: Double(longest) / 1e6, rate: Double(heard) / seconds / 1e6)
    }
  }

  private func hear(for work: UInt64) {
    let end = work == 0 ? 0 : Self.now + work
    while Self.now < end {}
    heardCount.add(1, ordering: .relaxed)
  }

  private func broadcast(_ send: () -> Void) {
    while !isStopping.load(ordering: .relaxed) { send() }
    running.subtract(1, ordering: .releasing)
  }

  /// Makes a call every half a millisecond, and returns the duration of the longest call.
  private func watch(_ call: () -> Void, _ seconds: Double) -> UInt64 {
    var longest: UInt64 = 0
    let end = Self.now + UInt64(seconds * 1e9)
    while Self.now < end {
      let start = Self.now
      call()
      longest = max(longest, Self.now - start)
      usleep(500)
    }
    return longest
  }

  private func onAnotherThread(_ body: @escaping @Sendable () -> UInt64) -> UInt64 {
    let (result, isDone) = (Counted(), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      result.value.store(body(), ordering: .relaxed)
      isDone.signal()
    }
    isDone.wait()
    return result.value.load(ordering: .relaxed)
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

private final class Counted: Sendable {
  let value = Atomic<UInt64>(0)
}
