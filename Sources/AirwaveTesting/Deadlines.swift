/// The instant at which a sleeper wakes, and its order among those of the same instant.
struct Deadline: Comparable, Sendable {
  let instant: ManualClock.Instant
  /// The number of the sleeper, or for the further alarms of a listener that of its first one.
  let order: Int
  let number: Int

  static func < (first: Deadline, second: Deadline) -> Bool {
    (first.instant, first.order, first.number) < (second.instant, second.order, second.number)
  }
}

/// A binary heap: the earliest deadline is found in constant time, and inserted or removed in logarithmic time.
struct Deadlines: Sendable {
  private var heap: [Deadline] = []

  var count: Int { heap.count }
  var first: Deadline? { heap.first }

  mutating func insert(_ deadline: Deadline) {
    heap.append(deadline)
    var index = heap.count - 1
    while index > 0, heap[index] < heap[(index - 1) / 2] {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes the earliest deadline, which must exist.
  @discardableResult
  mutating func removeFirst() -> Deadline {
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    var index = 0
    while true {
      var least = index
      for child in 2 * index + 1...2 * index + 2 where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      if least == index { return first }
      heap.swapAt(index, least)
      index = least
    }
  }

  /// Removes the deadlines that satisfy a predicate.
  mutating func removeAll(where isRemoved: (Deadline) -> Bool) {
    // A sorted array is a heap.
    heap = heap.filter { !isRemoved($0) }.sorted()
  }
}
