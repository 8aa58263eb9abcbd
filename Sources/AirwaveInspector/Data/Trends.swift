#if Inspector
/// Which counts grow without end: each third of the last 24 seconds has more than the third before it.
///
/// A program that starts makes many listeners, and then no more: it grows only for some seconds. A list whose rows come
/// and go has fewer now and then.
struct Trends: Sendable {
  private static let samplesPerThird = 4
  private static let mostSamples = 24
  private static let leastGrowth = 8

  private var samples: [(at: Moment, counts: [Int: Int])] = []

  /// Keeps a sample a second.
  mutating func add(_ counts: [Int: Int], at now: Moment) {
    if let last = samples.last, last.at.seconds(to: now) < 0.95 { return }
    samples.append((now, counts))
    if samples.count > Self.mostSamples { samples.removeFirst() }
  }

  /// How many more there are each minute. 0 if the count does not grow all the time, or not by much.
  func growth(of id: Int) -> Double {
    let third = samples.count / 3
    guard third >= Self.samplesPerThird, let first = samples.first, let last = samples.last else { return 0 }
    let counts = samples.map { $0.counts[id] ?? 0 }
    let (early, late) = (counts.prefix(third), counts.suffix(third))
    let middle = counts.dropFirst(third).dropLast(third)
    guard let most = early.max(), let least = middle.min(), most < least else { return 0 }
    guard let most = middle.max(), let least = late.min(), most < least else { return 0 }
    let grown = counts[counts.count - 1] - counts[0]
    let seconds = first.at.seconds(to: last.at)
    return grown >= Self.leastGrowth && seconds > 0 ? (Double(grown) / seconds * 60).rounded() : 0
  }
}
#endif
