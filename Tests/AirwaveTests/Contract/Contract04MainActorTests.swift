import Airwave
import TestSupport
import Testing

/// Contract 4 for broadcasts and replays from inside a listener on the main actor.
@Suite("Contract 4: synchronous on the main actor", .inTurn)
struct Contract04MainActorTests {
  @MainActor
  @Test("a listener behind several sources hears a broadcast that another one makes before that returns")
  func merged() {
    let first = Receiver<Int>.make()
    let second = Receiver<Int>.make()
    let merged = first.receiver.merge(with: second.receiver)
    var heard: [Int] = []
    merged.listen { heard.append($0) }
    merged.filter { $0 == 1 }.listen { _ in
      second.transmitter.broadcast(2)
      #expect(heard == [1, 2])
    }

    first.transmitter.broadcast(1)
    #expect(heard == [1, 2])
  }

  @MainActor
  @Test("a listener behind several sources hears a broadcast that another one makes when its turn has come")
  func mergedLater() async {
    let first = Receiver<Int>.make()
    let second = Receiver<Int>.make()
    let merged = first.receiver.merge(with: second.receiver)
    var heard: [Int] = []
    var heardAtOnce: [Int]?
    merged.filter { $0 == 2 }.listen { heard.append($0) }
    merged.filter { $0 == 1 }.listen { _ in
      second.transmitter.broadcast(2)
      heardAtOnce = heard
    }

    onAnotherThread { first.transmitter.broadcast(1) }
    await until { heardAtOnce != nil }
    #expect(heardAtOnce == [2])
  }

  @MainActor
  @Test("a listener of the main actor hears a replay behind several sources when it joins from inside another one")
  func joined() {
    let first = Receiver<Int>.make()
    let second = Receiver<Int>.make(strategy: .cold)
    let merged = first.receiver.merge(with: second.receiver)
    second.transmitter.broadcast(2)
    var heard: [Int] = []
    merged.filter { $0 == 1 }.listen { _ in
      merged.listen { heard.append($0) }
      #expect(heard == [2])
    }

    first.transmitter.broadcast(1)
    #expect(heard == [2])
  }

  @MainActor
  @Test("a main-actor listener that connects a shared receiver again from inside another listener hears the replay")
  func shared() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    transmitter.broadcast(1)
    let shared = receiver.share(strategy: .cold)
    var heard: [Int] = []
    shared.listen { _ in }
    shared.listen { _ in
      transmitter.removeAllListeners()
      shared.listen { heard.append($0) }
    }

    #expect(heard == [1])
  }

  @MainActor
  @Test("a pair made by the last listener of one that is gone calls its listeners at once, wherever it is in memory")
  func addresses() async {
    let former = Box(Receiver<Int>.make())
    var heard: [Int] = []
    former.content?.receiver.listen { _ in
      former.content = nil
      let pairs = (1...100).map { _ in Receiver<Int>.make() }
      for (transmitter, receiver) in pairs {
        receiver.listen { heard.append($0) }
        transmitter.broadcast(1)
      }
      heard.append(0)
    }

    onAnotherThread { former.content?.transmitter.broadcast(1) }
    await until { heard.contains(0) }
    #expect(heard == Array(repeating: 1, count: 100) + [0])
  }
}
