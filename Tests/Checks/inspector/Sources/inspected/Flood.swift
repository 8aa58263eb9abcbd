import Airwave
import Foundation

/// Broadcasts as fast as the work between allows, which is some 10,000 values a second.
@MainActor
final class Flood {
  private let (transmitter, receiver) = Receiver<Int>.make(name: "flood")
  private var sum = 0
  private var number = 0

  init() {
    receiver.listen { [weak self] value in self?.sum &+= value }
  }

  func run(for time: Duration) async {
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    while start.duration(to: clock.now) < time {
      for _ in 0..<100 {
        number += 1
        transmitter.broadcast(number)
      }
      count += 100
      try? await clock.sleep(until: start + .microseconds(count * 100))
    }
  }

  /// Does work between values, which are some 10,000 a second, and the same work without values, by turns, so that
  /// other work of the machine slows down both.
  ///
  /// - Returns: How many times as long the work with values takes, in processor time of this thread. The median of the
  ///   turns.
  func measure() -> Double {
    let ratios = (0..<40).map { _ in
      let alone = time { for _ in 0..<100 { work() } }
      let watched = time {
        for _ in 0..<100 {
          number += 1
          transmitter.broadcast(number)
          work()
        }
      }
      return Double(watched) / Double(alone)
    }
    return ratios.sorted()[20]
  }

  private func work() {
    var state = UInt64(truncatingIfNeeded: number)
    for _ in 0..<62_000 { state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
    sum &+= Int(truncatingIfNeeded: state)
  }

  private func time(_ work: () -> Void) -> Int {
    var before = timespec()
    var after = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before)
    work()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after)
    return (after.tv_sec - before.tv_sec) * 1_000_000_000 + after.tv_nsec - before.tv_nsec
  }
}
