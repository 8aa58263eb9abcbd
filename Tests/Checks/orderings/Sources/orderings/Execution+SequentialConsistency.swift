extension Execution {
  /// Whether the sequentially consistent accesses can be put into one order.
  ///
  /// RC11 asks that there is no cycle among them of these steps: in program order; along the modification order; from a read to
  /// the writes behind the one that it read; what happens before, at one location; and what happens before, between two
  /// steps in program order that change the location.
  var isSequentiallyConsistent: Bool {
    let accesses = events.indices.filter { events[$0].ordering == .sequentiallyConsistent }
    // The accesses were consistent before the newest event, so that a cycle goes through it.
    guard let newest = accesses.last, newest == events.count - 1 else { return true }
    var reached: Set<Int> = []
    var unvisited = [newest]
    while let from = unvisited.popLast() {
      for to in accesses where !reached.contains(to) && isOrdered(from, to) {
        if to == newest { return false }
        reached.insert(to)
        unvisited.append(to)
      }
    }
    return true
  }

  private func isOrdered(_ from: Int, _ to: Int) -> Bool {
    let (first, second) = (events[from], events[to])
    if from == to { return false }
    if first.thread == second.thread { return first.index < second.index }
    if first.location == second.location {
      if second.before.contains(from) { return true }
      // A read takes the place of the write that it read, and is behind it.
      let (left, right) = (place(of: from), place(of: to))
      return second.written != nil && left < right
    }
    return threads[first.thread].contains { start in
      events[start].index > first.index && events[start].location != first.location
        && threads[second.thread].contains { end in
          events[end].index < second.index && events[end].location != second.location
            && events[end].before.contains(start)
        }
    }
  }

  private func place(of event: Int) -> Int {
    let write = events[event].written == nil ? events[event].source ?? Event.initial : event
    return write == Event.initial ? 0 : (orders[events[event].location].firstIndex(of: write) ?? 0) + 1
  }
}
