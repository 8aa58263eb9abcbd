import Glibc
import Synchronization

final class Cell: Sendable {
  let value = Atomic<Int>(0)

  func locked(_ body: () -> Void) {
    while !value.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged { sched_yield() }
    body()
    value.store(0, ordering: .releasing)
  }
}

/// An object whose release is one step: without optimization, the `deinit` of a `Cell` looks up metadata.
final class Plain: Sendable {}

final class PlainHolder: @unchecked Sendable {
  @exclusivity(unchecked) var plain: Plain?
}

/// Calls a closure when it is deinitialized.
final class Ending: @unchecked Sendable {
  private let end: () -> Void

  init(_ end: @escaping () -> Void) { self.end = end }

  deinit { end() }
}

final class Results: @unchecked Sendable {
  @exclusivity(unchecked) private var first = 0
  @exclusivity(unchecked) private var second = 0

  subscript(index: Int) -> Int {
    get { index == 0 ? first : second }
    set { if index == 0 { first = newValue } else { second = newValue } }
  }

  var isAdded: Bool {
    Outcomes.add(2 * first + second)
    return true
  }
}

func fenceStore(_ cell: Cell, _ fence: AtomicUpdateOrdering) {
  switch fence {
  case .releasing: atomicMemoryFence(ordering: .releasing)
  case .acquiring: atomicMemoryFence(ordering: .acquiring)
  default: atomicMemoryFence(ordering: .acquiringAndReleasing)
  }
  cell.value.store(1, ordering: .relaxed)
}

func loadFence(_ cell: Cell, _ fence: AtomicUpdateOrdering) -> Int {
  let value = cell.value.load(ordering: .relaxed)
  switch fence {
  case .releasing: atomicMemoryFence(ordering: .releasing)
  case .acquiring: atomicMemoryFence(ordering: .acquiring)
  default: atomicMemoryFence(ordering: .sequentiallyConsistent)
  }
  return value
}

/// One thread writes a message and sets a flag. The other one reads the flag, and then the message.
func messagePassing(
  _ name: String,
  _ outcomes: Set<Int>,
  _ set: @escaping (Cell) -> Void,
  _ isSet: @escaping (Cell) -> Int
) -> Scenario {
  Scenario("litmus: message passing, \(name)", preemptions: 6, olderValues: 6, outcomes: Outcomes(outcomes)) { run in
    let data = Cell(), flag = Cell(), results = Results()
    run.thread {
      data.value.store(1, ordering: .relaxed)
      set(flag)
    }
    run.thread {
      results[0] = isSet(flag)
      results[1] = data.value.load(ordering: .relaxed)
    }
    run.finally("") { results.isAdded }
  }
}

/// Each of two threads sets its flag, and then reads that of the other.
func storeBuffering(
  _ name: String,
  _ outcomes: Set<Int>,
  _ setAndLoad: @escaping (Cell, Cell) -> Int
) -> Scenario {
  Scenario("litmus: store buffering, \(name)", preemptions: 6, olderValues: 6, outcomes: Outcomes(outcomes)) { run in
    let first = Cell(), second = Cell(), results = Results()
    run.thread { results[0] = setAndLoad(first, second) }
    run.thread { results[1] = setAndLoad(second, first) }
    run.finally("") { results.isAdded }
  }
}

/// Two threads set a flag each, and two threads read both, each in its order. A result is 1 if a thread has seen its
/// first flag set, and the second one not.
func independentReads(_ name: String, isSequential: Bool) -> Scenario {
  let outcomes = isSequential ? Outcomes([0, 1, 2]) : Outcomes([0, 1, 2, 3])
  return Scenario("litmus: independent reads, \(name)", preemptions: 4, olderValues: 2, outcomes: outcomes) { run in
    let first = Cell(), second = Cell(), results = Results()
    let read = { (cell: Cell) in
      isSequential ? cell.value.load(ordering: .sequentiallyConsistent) : cell.value.load(ordering: .acquiring)
    }
    for cell in [first, second] {
      run.thread {
        if isSequential {
          cell.value.store(1, ordering: .sequentiallyConsistent)
        } else {
          cell.value.store(1, ordering: .releasing)
        }
      }
    }
    run.thread {
      let seen = read(first)
      results[0] = seen == 1 && read(second) == 0 ? 1 : 0
    }
    run.thread {
      let seen = read(second)
      results[1] = seen == 1 && read(first) == 0 ? 1 : 0
    }
    run.finally("") { results.isAdded }
  }
}

/// One thread writes plain memory and sets a flag. The other one reads the memory if the flag is set.
func plainMessage(
  _ name: String,
  fault: StaticString? = nil,
  _ set: @escaping (Cell) -> Void,
  _ isSet: @escaping (Cell) -> Int
) -> Scenario {
  Scenario("litmus: a plain message, \(name)", preemptions: 6, olderValues: 6, fault: fault) { run in
    let message = Flag(), flag = Cell()
    run.thread {
      message.isSet = true
      set(flag)
    }
    run.thread { if isSet(flag) == 1 { expect(message.isSet, "the message is missing") } }
  }
}
