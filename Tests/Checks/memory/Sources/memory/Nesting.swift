import Airwave
import Foundation
import Synchronization

/// The main thread broadcasts, and so does another one. A listener on the main actor runs the main run loop inside some
/// of its calls. So what the other thread has scheduled there runs inside the listener, which must lose no value.
/// Here, and not among the tests, whose main queue has no run loop on Linux.
func nests(_ crew: Crew) {
  let (transmitter, receiver) = Receiver<Step>.make()
  let sentElsewhere = Atomic<Int>(0)
  MainActor.assumeIsolated {
    let steps = Steps()
    receiver.listen { steps.hear($0) }
    crew.work(
      { number in
        transmitter.broadcast(Step(isElsewhere: true, number: number))
        sentElsewhere.store(number + 1, ordering: .releasing)
        if number % 50 == 0 { usleep(UInt32(number % 7) * 60) }
      },
      spend: { seconds in
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end {
          steps.send(to: transmitter)
          runMainLoop(for: 0.0002)
        }
      }
    )
    // The scenario is ended if this does not end.
    while steps.heardElsewhere < sentElsewhere.load(ordering: .acquiring) || steps.heardHere < steps.sentHere {
      runMainLoop(for: 0.001)
    }
  }
}

/// Runs the main run loop until something happened, or for some seconds at most.
@MainActor
private func runMainLoop(for seconds: Double) {
  _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: seconds))
}

private struct Step: Sendable {
  let isElsewhere: Bool
  let number: Int
}

/// What the main actor has sent and heard.
@MainActor
private final class Steps {
  private(set) var sentHere = 0
  private(set) var heardHere = 0
  private(set) var heardElsewhere = 0

  func send(to transmitter: Transmitter<Step>) {
    for _ in 0..<3 {
      sentHere += 1
      transmitter.broadcast(Step(isElsewhere: false, number: sentHere - 1))
    }
  }

  func hear(_ step: Step) {
    if step.number != (step.isElsewhere ? heardElsewhere : heardHere) { fail("a value is lost, or out of order") }
    if step.isElsewhere { heardElsewhere += 1 } else { heardHere += 1 }
    if step.number % 37 == 0 { runMainLoop(for: 0.0003) }
  }
}
