import Airwave
import Foundation

/// What the page calls problems, one after the other.
@MainActor
final class Trouble {
  private let (early, earlier) = Receiver<Int>.make(name: "early")
  private let (delays, delayed) = Receiver<Int>.make(name: "delays")
  private let (nobodies, nobody) = Receiver<Int>.make(name: "nobody")
  private let (additions, added) = Receiver<Int>.make(name: "growing")
  private let (texts, text) = Receiver<String>.make(name: "large")
  private var bag: [Disposable] = []

  /// Listens before the inspector is started.
  init() {
    earlier.debounce(for: .milliseconds(5)).listen { _ in }
    earlier.combineLatest(delayed).listen { _ in }
  }

  /// Listens while the inspector runs.
  func listen() {
    delayed.listen { _ in
      let end = ContinuousClock.now + .milliseconds(40)
      while ContinuousClock.now < end {}
    }
    text.listen { _ in }
  }

  func slow() {
    for number in 1...5 {
      early.broadcast(number)
      delays.broadcast(number)
    }
  }

  func forget() {
    for number in 1...5 { nobodies.broadcast(number) }
  }

  /// Makes listeners for some seconds, and ends none.
  func grow() async {
    for _ in 0..<44 {
      for _ in 0..<4 { bag.append(added.listen { _ in }) }
      try? await ContinuousClock().sleep(for: .milliseconds(500))
    }
  }

  /// Fills a recording.
  func fill() {
    for _ in 0..<200 { texts.broadcast(String(repeating: "x", count: 100_000)) }
  }
}
