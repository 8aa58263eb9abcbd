#if NATS
import Airwave
import Foundation
import Testing

/// What processes heard of the numbers from 0 on that one of them broadcast, while something failed.
struct Figures {
  private let acknowledged: Int
  private let heard: [[Int]]
  private let silence: Duration?

  /// - Parameters:
  ///   - acknowledged: How many numbers the server has acknowledged.
  ///   - heard: What each process heard.
  ///   - silence: The longest time in which a process heard nothing.
  init(acknowledged: Int, _ heard: [[Int]], _ silence: Duration?) {
    (self.acknowledged, self.heard, self.silence) = (acknowledged, heard, silence)
  }

  private var lost: Int { heard.map { acknowledged - Set($0).count }.reduce(0, +) }
  private var doubled: Int { heard.map { $0.count - Set($0).count }.reduce(0, +) }
  private var outOfOrder: Int {
    heard.map { numbers in zip(numbers, numbers.dropFirst()).count { $0 > $1 } }.reduce(0, +)
  }

  /// Prints a row of a table, whose first column is the name of the test.
  func show() {
    let counts = heard.map { "\($0.count)" }.joined(separator: ", ")
    let seconds = silence.map { String(format: "%.2f s", $0 / .seconds(1)) } ?? "–"
    let name = Test.current?.displayName ?? ""
    print("| \(name) | \(acknowledged) | \(counts) | \(lost) | \(doubled) | \(outOfOrder) | \(seconds) |")
  }
}

/// The longest time between two values that a receiver hears.
final class Silence: Sendable {
  private let state = Lock((last: ContinuousClock.now, longest: Duration.zero))

  var longest: Duration { state.withLock { $0.longest } }

  init(of receiver: Receiver<Int>) {
    receiver.listen { [weak self] _ in self?.end() }
  }

  /// Values are broadcast from now on.
  func begin() {
    state.withLock { $0.last = .now }
  }

  private func end() {
    state.withLock { state in
      let now = ContinuousClock.now
      state.longest = max(state.longest, now - state.last)
      state.last = now
    }
  }
}
#endif
