import Airwave
import Synchronization
import TestSupport
import Testing

@Suite("Contract 9: ending, where two threads or operators meet", .inTurn)
struct Contract09RacesTests {
  @Test("a listener whose dispose() has returned is not called again, also if another thread was first")
  func twoEndTheSame() async {
    let late = Tally()
    for _ in 0..<500 {
      let (transmitter, receiver) = Receiver<Int>.make()
      let flag = Flag()
      let listening = receiver.listen { _ in if flag.isSet { late.add(1) } }
      await onThreads(2) { index in
        if index == 0 { return listening.dispose() }
        spin { listening.isDisposed }
        listening.dispose()
        flag.set()
        transmitter.broadcast(1)
      }
    }
    #expect(late.count == 0)
  }

  @Test("a value stops at an operator that disposes of the listener")
  func disposedOnTheWay() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let token = Token()
    let heard = Heard<Int>()
    let endingAtTwo: @Sendable (Int) -> Bool = { value in
      if value == 2 { token.dispose() }
      return true
    }
    token.hold(receiver.filter(endingAtTwo).map { $0 * 10 }.listen { heard.append($0) })

    [1, 2, 3].forEach(transmitter.broadcast)

    #expect(heard.values == [10])
  }

  @Test("removing all listeners also removes listeners behind operators that have sources of their own")
  func removalBehindOperators() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<String>()
    let shared = receiver.share(strategy: .warm(upTo: 1))
    let first = shared.listen { heard.append("first \($0)") }
    let merged = receiver.merge(with: receiver).listen { heard.append("merged \($0)") }

    transmitter.removeAllListeners()
    shared.listen { heard.append("second \($0)") }
    transmitter.broadcast(1)

    #expect(heard.values == ["second 1"])
    #expect(first.isDisposed && merged.isDisposed)
    #expect(receiver.listenerCount == 1)
  }
}

@Suite("Contract 9: removing all listeners, behind operators", .inTurn)
struct Contract09RemovalTests {
  @Test("tells every operator of a chain, and its listener")
  func chain() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let left = Heard<String>()
    let inner = receiver.handleEvents(onDispose: { left.append("inner") })
    let listening = inner.merge(with: inner).handleEvents(onDispose: { left.append("outer") }).listen { _ in }

    transmitter.removeAllListeners()

    #expect(left.values.sorted() == ["inner", "inner", "outer"])
    #expect(listening.isDisposed)
    #expect(receiver.listenerCount == 0)
  }

  @Test("ends a sequence behind an operator with sources of its own")
  func sequence() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let values = receiver.merge(with: receiver).handleEvents().values
    transmitter.broadcast(1)
    transmitter.removeAllListeners()

    var heard: [Int] = []
    for await value in values { heard.append(value) }

    #expect(heard == [1, 1])
  }

  @Test("lets a share make a new connection, also for a listener that joins while others leave")
  func share() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    let shared = receiver.handleEvents().share()
    let returning = shared.handleEvents(onDispose: { record(into: heard, shared) })
    returning.listen { _ in }
    shared.listen { _ in }

    transmitter.removeAllListeners()
    [1, 2].forEach(transmitter.broadcast)

    #expect(heard.values == [1, 2])
    #expect(receiver.listenerCount == 1 && shared.listenerCount == 1)
  }

  @Test("removes no listener that joined in between when a removed one also leaves by itself", arguments: everyStrategy)
  func leavesTwice(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (token, heard) = (Token(), Heard<Int>())
    token.hold(
      receiver.listen { _ in
        // In this order: all listeners are removed, a new listener takes the first slot, and the former first listener
        // leaves.
        transmitter.removeAllListeners()
        receiver.listen { heard.append($0) }
        token.dispose()
      }
    )
    transmitter.broadcast(1)
    transmitter.broadcast(2)

    #expect(heard.values == strategy.replayed(of: [1]) + [2])
    #expect(receiver.listenerCount == 1)
  }

  @Test("finds no listener after the end, which was asked for before", arguments: everyStrategy)
  func removedBeforeTheEnd(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let ends = Tally()
    let tokens = (0..<2).map { _ in
      receiver.listen { _ in
        transmitter.finish()
        transmitter.removeAllListeners()
      } onFinish: {
        ends.add(1)
      }
    }
    transmitter.broadcast(1)

    #expect(ends.count == 2)
    #expect(tokens.map(\.isDisposed) == [true, true] && receiver.listenerCount == 0)
  }

  @MainActor
  @Test("leaves a listener that has ended its last value and the end, which are on their way", arguments: everyStrategy)
  func ended(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = Heard<Int>()
    // The listener ends between the call and the removal, because the removal is performed after the present value.
    let removing = receiver.map { value in
      transmitter.removeAllListeners()
      return value
    }
    let listening = removing.take(count: 1).listen { value in
      heard.append(value)
    } onFinish: {
      heard.append(0)
    }
    onAnotherThread { transmitter.broadcast(1) }
    #expect(listening.isDisposed && receiver.listenerCount == 0 && heard.values == [])
    await until { heard.values.count == 2 }

    #expect(heard.values == [1, 0])
  }

  @Test("does not remove listeners that join a share before the removal reaches it")
  func newConnection() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    let (former, shared) = (Token(), Box<Receiver<Int>>())
    let source = receiver.handleEvents(
      onDispose: {
        // The share has not been told of the removal yet. Here its last listener leaves, and another listener makes a
        // new connection.
        guard let receiver = shared.content else { return }
        shared.content = nil
        former.dispose()
        record(into: heard, receiver)
      }
    )
    let sharing = source.share()
    shared.content = sharing
    former.hold(sharing.listen { _ in })

    transmitter.removeAllListeners()
    record(into: heard, sharing)
    [1, 2].forEach(transmitter.broadcast)

    #expect(heard.values == [1, 1, 2, 2])
    // Both listeners share the new connection.
    #expect([receiver.listenerCount, sharing.listenerCount] == [1, 2])
  }
}

/// A flag that can be set once.
private final class Flag: Sendable {
  private let storage = Atomic(false)

  var isSet: Bool { storage.load(ordering: .acquiring) }

  func set() {
    storage.store(true, ordering: .releasing)
  }
}

@Sendable private func record(into heard: Heard<Int>, _ receiver: Receiver<Int>) {
  receiver.listen { heard.append($0) }
}

/// A box for a disposable, which a closure can capture before the disposable is made.
private final class Token: @unchecked Sendable {
  // Unchecked: used on one thread.
  private var disposable: Disposable?

  func hold(_ disposable: Disposable) {
    self.disposable = disposable
  }

  func dispose() {
    disposable?.dispose()
  }
}
