#if Inspector
import Synchronization

/// Chooses which values of one pair are described, so that a flood costs little.
///
/// Two allowances grow with time: one of values, 200 a second, and one of the time that descriptions take, 0.5 % of it.
/// Both are saved up, so that a burst is shown whole. Without an allowance of values, the newest described value takes
/// the place of the one before it, so that the end of a flood is shown. What is not shown is counted.
final class Sampler: Sendable {
  /// Values that were not shown.
  struct Gap: Sendable, Equatable {
    var count: Int
    var from: Moment
    var to: Moment
  }

  static let valuesPerSecond = 200.0
  static let shareOfTime = 0.005
  static let mostNanoseconds = 5e6

  private struct State {
    var values = valuesPerSecond
    var nanoseconds = mostNanoseconds
    var last: Moment?
    var entries: [Entry] = []
    var newest: Entry?
    var gap: Gap?
    var newestText: String?

    mutating func count(at now: Moment) {
      gap = Gap(count: (gap?.count ?? 0) + 1, from: gap?.from ?? now, to: now)
    }
  }

  private let state = Mutex(State())

  /// The newest description, also after it was taken.
  var newestText: String? { state.withLock { $0.newestText } }

  /// Whether the value is described. If not, it is counted.
  func admits(at now: Moment) -> Bool {
    state.withLock { state in
      let passed = Double(max(0, now.nanoseconds - (state.last ?? now).nanoseconds))
      state.last = now
      state.values = min(Self.valuesPerSecond, state.values + passed / 1e9 * Self.valuesPerSecond)
      state.nanoseconds = min(Self.mostNanoseconds, state.nanoseconds + passed * Self.shareOfTime)
      if state.nanoseconds > 0 { return true }
      state.count(at: now)
      return false
    }
  }

  /// Adds a value that was described.
  ///
  /// - Parameters:
  ///   - entry: The value.
  ///   - began: When the description began.
  ///   - now: When it was complete.
  func add(_ entry: Entry, began: Moment, at now: Moment) {
    state.withLock { state in
      state.nanoseconds -= Double(now.nanoseconds - began.nanoseconds)
      state.newestText = entry.text
      if state.newest != nil { state.count(at: now) }
      state.newest = nil
      if state.values >= 1 {
        state.values -= 1
        state.entries.append(entry)
      } else {
        state.newest = entry
      }
    }
  }

  /// The entries since the last call, in order, and how many values are missing.
  func take() -> (entries: [Entry], gap: Gap?) {
    state.withLock { state in
      defer { (state.entries, state.newest, state.gap) = ([], nil, nil) }
      return (state.entries + (state.newest.map { [$0] } ?? []), state.gap)
    }
  }
}
#endif
