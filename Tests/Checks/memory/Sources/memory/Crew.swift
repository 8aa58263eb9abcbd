import Foundation
import Synchronization

/// Threads that repeat their work until the time of the scenario is over.
final class Crew: Sendable {
  private let seconds: Double
  private let isOver = Atomic<Bool>(false)

  init(seconds: Double) {
    self.seconds = seconds
  }

  /// Calls each closure again and again, on a thread of its own, with the number of the call. Returns when the time is
  /// over and all threads are done. Until then the calling thread does what `spend` does with the seconds.
  func work(
    _ bodies: @Sendable (Int) -> Void...,
    spend: (Double) -> Void = { Thread.sleep(forTimeInterval: $0) }
  ) {
    let threads = DispatchGroup()
    for body in bodies {
      threads.enter()
      Thread.detachNewThread { [self] in
        var number = 0
        while !isOver.load(ordering: .relaxed) {
          body(number)
          number += 1
        }
        threads.leave()
      }
    }
    spend(seconds)
    isOver.store(true, ordering: .relaxed)
    threads.wait()
  }
}
