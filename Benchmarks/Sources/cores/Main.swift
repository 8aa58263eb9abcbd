import Airwave
import Floor
import Synchronization

/// Does single operations between marks. `Tests/Checks/cores` traces which memory they access.
@main
struct Main {
  static func main() {
    let marks = Marks()
    marks.markPairs("pairs", strategy: .hot)
    marks.markPairs("warm pairs", strategy: .warm(upTo: 1))
    marks.markVariables()
    marks.markFloors()
    marks.markOperations()
    marks.markContention()
  }
}

extension Marks {
  /// Pairs that are made one after the other, so that the allocator puts them side by side, at all places that its
  /// alignment allows. The listeners join afterwards, or with each pair.
  fileprivate func markPairs(_ name: String, strategy: ReplayStrategy) {
    var pairs = (0..<16).map { _ in Receiver<Int>.make(strategy: strategy) }
    for pair in pairs { listen(to: pair.receiver) }
    for _ in 0..<16 {
      let pair = Receiver<Int>.make(strategy: strategy)
      listen(to: pair.receiver)
      pairs.append(pair)
    }
    for pair in pairs { mark(name) { pair.transmitter.broadcast(1) } }
  }

  fileprivate func markVariables() {
    let variables = (0..<32).map { _ in Variable(0) }
    for variable in variables { listen(to: variable.receiver) }
    for variable in variables { mark("variables") { variable.value = 1 } }
  }

  fileprivate func markFloors() {
    let floors = (0..<32).map { _ in Floor() }
    for floor in floors {
      let counter = Counter()
      _ = floor.add { counter.add($0) }
    }
    for floor in floors { mark("floors") { floor.send(1) } }
  }

  fileprivate func markOperations() {
    for listeners in [0, 1, 10] {
      let (transmitter, receiver) = Receiver<Int>.make()
      for _ in 0..<listeners { listen(to: receiver) }
      mark("broadcast, listeners: \(listeners)") { transmitter.broadcast(1) }
    }
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    listen(to: receiver)
    mark("broadcast, warm(upTo: 1)") { transmitter.broadcast(1) }
  }

  /// A listener that broadcasts. Its values wait until it has returned, as those of other threads would.
  fileprivate func markContention() {
    for count in [10, 20] {
      let (transmitter, receiver) = Receiver<Int>.make()
      let counter = Counter()
      receiver.listen { value in
        counter.add(value)
        guard value < 0 else { return }
        // A mark is set after the operation was done once.
        for value in 2..<count { transmitter.broadcast(value) }
        mark("push") { transmitter.broadcast(0) }
        begin("deliver \(count)")
      }
      transmitter.broadcast(-1)
      end()
    }
  }
}

private func listen(to receiver: Receiver<Int>) {
  let counter = Counter()
  receiver.listen { counter.add($0) }
}

/// A number on cache lines of its own. It is the memory that a listener writes.
private final class Counter: Sendable {
  private let before = Padding()
  private let total = Atomic(0)
  private let after = Padding()

  func add(_ value: Int) {
    total.store(total.load(ordering: .relaxed) &+ value, ordering: .relaxed)
  }
}

private struct Padding: Sendable {
  private let words = (0, 0, 0, 0, 0, 0, 0, 0)
}
