import Airwave
import Foundation

/// Broadcasts 10,000 values a second, or as many as the machine can.
@MainActor
final class Flood {
  private let (transmitter, receiver) = Receiver<Int>.make(name: "flood")
  private var sum = 0
  private var number = 0

  init() {
    receiver.listen { [weak self] value in self?.sum &+= value }
  }

  func run(count: Int) async {
    let clock = ContinuousClock()
    let start = clock.now
    for sent in 1...count {
      number += 1
      transmitter.broadcast(number)
      if sent.isMultiple(of: 100) { try? await clock.sleep(until: start + .microseconds(sent * 100)) }
    }
  }

  /// What watching costs, in processor time, which does not count the browser and other programs.
  struct Cost {
    /// How many times as long this thread works if it broadcasts, too. The median of the turns.
    let ratio: Double
    /// The time of the other threads of the program, which serve the page at certain times, for the time in which this
    /// thread alone does the work of 10,000 values. On a machine of some speed, that is a second.
    let server: Double
  }

  /// Does work between values, and the same work without values, by turns, so that other work of the machine slows down
  /// both.
  func measure() -> Cost {
    let (process, thread) = (now(of: CLOCK_PROCESS_CPUTIME_ID), now(of: CLOCK_THREAD_CPUTIME_ID))
    let start = now(of: CLOCK_MONOTONIC)
    let turns = (0..<40).map { _ in
      let alone = time { for _ in 0..<100 { work() } }
      let watched = time {
        for _ in 0..<100 {
          number += 1
          transmitter.broadcast(number)
          work()
        }
      }
      return (ratio: watched / alone, alone: alone)
    }
    let own = now(of: CLOCK_THREAD_CPUTIME_ID) - thread
    let others = now(of: CLOCK_PROCESS_CPUTIME_ID) - process - own
    return Cost(
      ratio: turns.map(\.ratio).sorted()[20],
      server: others / (now(of: CLOCK_MONOTONIC) - start) / (turns.map(\.alone).sorted()[20] * 100)
    )
  }

  /// Takes a tenth of a millisecond, more or less. No step can begin before the one before it is complete, and the
  /// compiler cannot make one step of several: it does so with `state * a + b`.
  private func work() {
    var state = UInt64(truncatingIfNeeded: number)
    for _ in 0..<62_000 { state = (state ^ state >> 32) &* 6_364_136_223_846_793_005 }
    sum &+= Int(truncatingIfNeeded: state)
  }

  private func time(_ work: () -> Void) -> Double {
    let start = now(of: CLOCK_THREAD_CPUTIME_ID)
    work()
    return now(of: CLOCK_THREAD_CPUTIME_ID) - start
  }

  /// The time of a clock in seconds.
  private func now(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
