// Uses of the standard library, some of which are newer than the deployment targets.

import Observation
import Synchronization

func elements() -> Int {
  let three = InlineArray<3, Int>(repeating: 1)  // too new
  return three[0]  // too new
}

func tasks() {
  Task { print("later") }
  Task.immediate { print("at once") }  // too new
}

func observed(_ model: Model) -> some AsyncSequence<Int, Never> {
  Observations { model.count }  // too new
}

@Observable final class Model: Sendable {
  let count = 1
}

final class Count: Sendable {
  let count = Mutex(0)

  func add() { count.withLock { $0 += 1 } }
}
