#if Inspector
/// How many values a second each pair sends, over the last second or more.
struct Rates: Sendable {
  private var samples: [(at: Moment, totals: [Int: Int])] = []

  /// Keeps the newest sample that is a second old, and those after it.
  mutating func add(_ totals: [Int: Int], at now: Moment) {
    // Requests that follow each other closely do not fill the memory.
    if samples.count > 1, samples[samples.count - 2].at.seconds(to: now) < 0.2 { samples.removeLast() }
    samples.append((now, totals))
    let old = samples.lastIndex { $0.at.seconds(to: now) >= 1 } ?? 0
    samples.removeFirst(old)
  }

  func rate(of pair: Int) -> Double {
    guard let first = samples.first, let last = samples.last else { return 0 }
    let seconds = first.at.seconds(to: last.at)
    // A pair that was made since began with no value.
    let count = (last.totals[pair] ?? 0) - (first.totals[pair] ?? 0)
    return seconds > 0 ? max(0, (Double(count) / seconds * 10).rounded() / 10) : 0
  }
}
#endif
