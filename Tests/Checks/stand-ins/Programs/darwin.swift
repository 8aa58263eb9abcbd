// Runs the engine as it is compiled where there is Darwin: with a mutex of the standard library around the replay, and
// with Darwin's names for threads and clocks. Prints nothing and ends with 0 if all is as it should be.

import Airwave
import Foundation
import Synchronization

@main
enum Program {
  static func main() { Engine().run() }
}

/// Has no isolation, unlike the main function, so that listeners run where the broadcast is made.
struct Engine {
  func run() {
    let count = 20_000
    let variable = Variable(0)
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 10))
    let heard = Tally()
    receiver.listen { _ in heard.count.add(1, ordering: .relaxed) }

    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<count {
        variable.withValue { $0 += 1 }
        transmitter.broadcast(number)
        if number.isMultiple(of: 64) { receiver.listen { _ in }.dispose() }
      }
    }
    precondition(variable.value == 4 * count)
    precondition(heard.count.load(ordering: .relaxed) == 4 * count)
    precondition(receiver.replayed.count == 10)
    precondition(receiver.listenerCount == 1)
  }
}

final class Tally: Sendable {
  let count = Atomic<Int>(0)
}
