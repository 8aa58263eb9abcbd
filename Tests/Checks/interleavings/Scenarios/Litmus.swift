import Dispatch
import Glibc
import Synchronization

// The checker itself: what C11 allows must be found, and what it forbids must not be. Two results make the number
// `2 * first + second`.
nonisolated(unsafe) let litmus: [Scenario] = [
  messagePassing(
    "relaxed",
    [0, 1, 2, 3],
    { $0.value.store(1, ordering: .relaxed) },
    { $0.value.load(ordering: .relaxed) }
  ),
  messagePassing(
    "released only",
    [0, 1, 2, 3],
    { $0.value.store(1, ordering: .releasing) },
    { $0.value.load(ordering: .relaxed) }
  ),
  messagePassing(
    "acquired only",
    [0, 1, 2, 3],
    { $0.value.store(1, ordering: .relaxed) },
    { $0.value.load(ordering: .acquiring) }
  ),
  messagePassing(
    "released, acquired",
    [0, 1, 3],
    { $0.value.store(1, ordering: .releasing) },
    { $0.value.load(ordering: .acquiring) }
  ),
  messagePassing(
    "exchanged",
    [0, 1, 3],
    { _ = $0.value.exchange(1, ordering: .releasing) },
    { $0.value.load(ordering: .acquiring) }
  ),
  messagePassing("two fences", [0, 1, 3], { fenceStore($0, .releasing) }, { loadFence($0, .acquiring) }),
  messagePassing("two stronger fences", [0, 1, 3], { fenceStore($0, .acquiringAndReleasing) }) {
    loadFence($0, .sequentiallyConsistent)
  },
  messagePassing(
    "a fence and a load",
    [0, 1, 3],
    { fenceStore($0, .releasing) },
    { $0.value.load(ordering: .acquiring) }
  ),
  messagePassing(
    "a store and a fence",
    [0, 1, 3],
    { $0.value.store(1, ordering: .releasing) },
    { loadFence($0, .acquiring) }
  ),
  messagePassing(
    "a releasing fence only",
    [0, 1, 2, 3],
    { fenceStore($0, .releasing) },
    { $0.value.load(ordering: .relaxed) }
  ),
  messagePassing("an acquiring fence where a releasing one is needed", [0, 1, 2, 3], { fenceStore($0, .acquiring) }) {
    loadFence($0, .acquiring)
  },
  messagePassing("a releasing fence where an acquiring one is needed", [0, 1, 2, 3], { fenceStore($0, .releasing) }) {
    loadFence($0, .releasing)
  },
  messagePassing(
    "a fence behind the store",
    [0, 1, 2, 3],
    { cell in
      cell.value.store(1, ordering: .relaxed)
      atomicMemoryFence(ordering: .releasing)
    },
    { loadFence($0, .acquiring) }
  ),

  storeBuffering("relaxed", [0, 1, 2, 3]) {
    $0.value.store(1, ordering: .relaxed); return $1.value.load(ordering: .relaxed)
  },
  storeBuffering("released, acquired", [0, 1, 2, 3]) {
    $0.value.store(1, ordering: .releasing)
    return $1.value.load(ordering: .acquiring)
  },
  storeBuffering("fences that acquire and release", [0, 1, 2, 3]) {
    $0.value.store(1, ordering: .relaxed)
    atomicMemoryFence(ordering: .acquiringAndReleasing)
    return $1.value.load(ordering: .relaxed)
  },
  storeBuffering("fences with sequential consistency", [1, 2, 3]) {
    $0.value.store(1, ordering: .relaxed)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return $1.value.load(ordering: .relaxed)
  },
  storeBuffering("sequentially consistent", [1, 2, 3]) {
    $0.value.store(1, ordering: .sequentiallyConsistent)
    return $1.value.load(ordering: .sequentiallyConsistent)
  },

  Scenario("litmus: coherence of two loads", preemptions: 6, olderValues: 6, outcomes: Outcomes([0, 1, 3])) { run in
    let cell = Cell(), results = Results()
    run.thread { cell.value.store(1, ordering: .relaxed) }
    run.thread {
      results[0] = cell.value.load(ordering: .relaxed)
      results[1] = cell.value.load(ordering: .relaxed)
    }
    run.finally("") { results.isAdded }
  },
  Scenario("litmus: coherence of a store and a load", preemptions: 6, olderValues: 6, outcomes: Outcomes([1, 2])) {
    run in
    // The first result is the last value, and the second whether it was read.
    let cell = Cell(), results = Results()
    run.thread { cell.value.store(1, ordering: .relaxed) }
    run.thread {
      cell.value.store(2, ordering: .relaxed)
      results[1] = cell.value.load(ordering: .relaxed) == 2 ? 1 : 0
    }
    run.finally("an older value is read behind a store") {
      let last = cell.value.load(ordering: .relaxed)
      results[0] = last == 1 && results[1] == 0 ? 1 : 0
      return last == 1 || results[1] == 1 ? results.isAdded : false
    }
  },
  Scenario("litmus: what a third thread has acquired", preemptions: 6, olderValues: 6, outcomes: Outcomes([0, 1, 3])) {
    run in
    let data = Cell(), first = Cell(), second = Cell(), results = Results()
    run.thread {
      data.value.store(1, ordering: .relaxed)
      first.value.store(1, ordering: .releasing)
    }
    run.thread {
      if first.value.load(ordering: .acquiring) == 1 { second.value.store(1, ordering: .releasing) }
    }
    run.thread {
      results[0] = second.value.load(ordering: .acquiring)
      results[1] = data.value.load(ordering: .relaxed)
    }
    run.finally("") { results.isAdded }
  },
  independentReads("acquiring", isSequential: false),
  independentReads("sequentially consistent", isSequential: true),
  Scenario(
    "litmus: a relaxed addition continues a release",
    preemptions: 6,
    olderValues: 6,
    outcomes: Outcomes([0, 1, 3])
  ) { run in
    let data = Cell(), flag = Cell(), results = Results()
    run.thread {
      data.value.store(1, ordering: .relaxed)
      flag.value.store(1, ordering: .releasing)
    }
    run.thread { _ = flag.value.compareExchange(expected: 1, desired: 2, ordering: .relaxed) }
    run.thread {
      results[0] = flag.value.load(ordering: .acquiring) == 2 ? 1 : 0
      results[1] = data.value.load(ordering: .relaxed)
    }
    run.finally("") { results.isAdded }
  },
  Scenario(
    "litmus: a failing exchange may read an older value",
    preemptions: 6,
    olderValues: 6,
    outcomes: Outcomes([0, 2])
  ) { run in
    // It fails with 2, or with 3.
    let cell = Cell(), results = Results()
    run.thread { [2, 3].forEach { cell.value.store($0, ordering: .relaxed) } }
    run.thread {
      while cell.value.load(ordering: .relaxed) == 0 { sched_yield() }
      let original = cell.value.compareExchange(expected: 1, desired: 9, ordering: .relaxed).original
      results[0] = original == 3 ? 1 : 0
    }
    run.finally("") { results.isAdded }
  },

  plainMessage(
    "relaxed",
    fault: "data race",
    { $0.value.store(1, ordering: .relaxed) },
    { $0.value.load(ordering: .acquiring) }
  ),
  plainMessage(
    "released, acquired",
    { $0.value.store(1, ordering: .releasing) },
    { $0.value.load(ordering: .acquiring) }
  ),
  plainMessage("two fences", { fenceStore($0, .releasing) }, { loadFence($0, .acquiring) }),
  Scenario("litmus: a plain message behind a release", fault: "data race") { run in
    let flag = Cell(), message = Flag()
    run.thread {
      flag.value.store(1, ordering: .releasing)
      message.isSet = true
      flag.value.store(2, ordering: .relaxed)
    }
    run.thread { if flag.value.load(ordering: .acquiring) == 2 { expect(message.isSet, "an older message") } }
  },
  Scenario("litmus: a retain behind an exchange that fails", olderValues: 0, fault: "retain of an object") { run in
    let flag = Cell(), holder = PlainHolder(), reference = Unmanaged.passRetained(Plain())
    run.thread {
      if flag.value.compareExchange(expected: 2, desired: 3, ordering: .relaxed).original == 0 {
        holder.plain = reference.takeUnretainedValue()
      }
    }
    run.thread {
      flag.value.store(1, ordering: .relaxed)
      reference.release()
    }
  },
  // The first result is whether the flag was set, and the second which thread has released last.
  Scenario("litmus: either of two threads releases last", outcomes: Outcomes([0, 1, 2, 3])) { run in
    let flag = Cell(), results = Results()
    let reference = Unmanaged.passRetained(Ending { results[1] = Int(thread()) })
    _ = reference.retain()
    run.thread {
      flag.value.store(1, ordering: .relaxed)
      reference.release()
    }
    run.thread {
      results[0] = flag.value.load(ordering: .relaxed)
      reference.release()
    }
    run.finally("") { results.isAdded }
  },
  Scenario("litmus: two locks in two orders", fault: "deadlock") { run in
    let first = Cell(), second = Cell()
    run.thread { first.locked { second.locked {} } }
    run.thread { second.locked { first.locked {} } }
  },
  Scenario("litmus: a thread waits for what no thread does", fault: "deadlock") { run in
    let cell = Cell()
    run.thread { while cell.value.load(ordering: .acquiring) == 0 {} }
    run.thread { cell.value.store(0, ordering: .releasing) }
  },
  Scenario("litmus: two threads give way to each other", fault: "livelock") { run in
    let turn = Cell()
    for (mine, other) in [(0, 1), (1, 0)] {
      run.thread {
        while true {
          while turn.value.load(ordering: .relaxed) != mine { sched_yield() }
          turn.value.store(other, ordering: .relaxed)
        }
      }
    }
  },
  Scenario("litmus: blocks of a serial queue, and of the main queue, come one after the other") { run in
    let queue = DispatchQueue(label: "serial"), heard = Heard(), main = Heard()
    run.mainThread {
      queue.async { heard.hear(1) }
      main.hear(0)
    }
    run.thread {
      queue.async { heard.hear(2) }
      DispatchQueue.main.async { main.hear(1) }
    }
    run.finally("a block is lost") { heard.isMerge(of: [1], [2]) && main.isMerge(of: [0], [1]) }
  },
  Scenario("litmus: blocks of a global queue come at once", fault: "data race") { run in
    let heard = Heard()
    run.thread { for number in [1, 2] { DispatchQueue.global().async { heard.hear(number) } } }
  },
  Scenario("litmus: a task of the main actor comes after a block of the main queue") { run in
    let heard = Heard()
    run.thread {
      DispatchQueue.main.async { heard.hear(1) }
      Task.detached { @MainActor in heard.hear(2) }
    }
    run.finally("reordered") { heard.numbers == [1, 2] }
  },
]
