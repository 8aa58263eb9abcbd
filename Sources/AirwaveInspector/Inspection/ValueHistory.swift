#if Inspector
import Airwave
import Synchronization

/// The newest values of a pair, as text.
///
/// An allowance of values grows with time: a burst of ``mostValues`` and 20 a second. What is not described has no
/// text, and its number is missing. The texts of all histories have a bound, beyond which each keeps its newest value.
package final class ValueHistory: Sendable {
  package struct Entry: Sendable {
    package let nanoseconds: Int
    package let number: Int
    package let text: String
    package let thread: String

    package init(nanoseconds: Int, number: Int, text: String, thread: String) {
      (self.nanoseconds, self.number, self.text, self.thread) = (nanoseconds, number, text, thread)
    }

    fileprivate var size: Int { 64 + text.utf8.count }
  }

  /// The most values of a pair.
  package static let mostValues = 50
  /// The most bytes of all pairs.
  package static let mostBytes = 8_000_000
  private static let valuesPerSecond = 20.0

  private struct State {
    var entries: [Entry] = []
    var allowance = Double(mostValues)
    var last = 0
  }

  private static let bytes = Atomic<Int>(0)
  private let state = Lock(State())

  init() {}

  deinit { clear() }

  /// The values, oldest first.
  package var entries: [Entry] { state.withLock { $0.entries } }

  package var newestText: String? { state.withLock { $0.entries.last?.text } }

  /// Whether a value is described.
  package func admits(at nanoseconds: Int) -> Bool {
    state.withLock { state in
      let passed = Double(max(0, nanoseconds - state.last)) / 1e9
      state.last = nanoseconds
      state.allowance = min(Double(Self.mostValues), state.allowance + passed * Self.valuesPerSecond)
      if state.allowance < 1 { return false }
      state.allowance -= 1
      return true
    }
  }

  package func add(_ entry: Entry) {
    let removed = state.withLock { state in
      state.entries.append(entry)
      let bytes = Self.bytes.wrappingAdd(entry.size, ordering: .relaxed).newValue
      var surplus = max(0, state.entries.count - Self.mostValues)
      if bytes > Self.mostBytes { surplus = max(surplus, min(2, state.entries.count - 1)) }
      let removed = Array(state.entries.prefix(surplus))
      state.entries.removeFirst(surplus)
      return removed
    }
    Self.bytes.wrappingSubtract(removed.reduce(0) { $0 + $1.size }, ordering: .relaxed)
  }

  package func clear() {
    let removed = state.withLock { state in exchange(&state, with: State()).entries }
    Self.bytes.wrappingSubtract(removed.reduce(0) { $0 + $1.size }, ordering: .relaxed)
  }
}
#endif
