import Airwave
import Synchronization

// The table of listeners, rings and queues grow, wrap, shrink and close gaps.
nonisolated(unsafe) let storage: [Scenario] = [
  Scenario("2, 9: gaps in the table of listeners are closed beside a broadcast and a dispose") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let leaving = (0..<40).map { _ in receiver.listen { _ in } }
    let heard = receiver.record(), last = receiver.listen { _ in }
    leaving.dropLast(2).forEach { $0.dispose() }
    run.thread { leaving.suffix(2).forEach { $0.dispose() } }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { last.dispose() }
    run.finally("another listener is removed, or a value is lost") {
      heard.numbers == [1, 2] && receiver.listenerCount == 1
    }
  },
  Scenario("6, 7: a ring that is full wraps, beside a reader and a clear") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 3))
    (1...4).forEach { transmitter.broadcast(Box($0)) }
    let heard = Heard()
    run.thread { transmitter.broadcast(Box(5)) }
    run.thread { transmitter.clearReplay() }
    run.thread { receiver.listen { heard.hear($0) } }
    run.finally("a value is lost, doubled or reordered") {
      [[2, 3, 4, 5], [3, 4, 5], [5], []].contains(heard.numbers)
    }
  },
  Scenario("6, 7: a cold pair grows beside a reader, and is cleared", olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .cold)
    (1...64).forEach { transmitter.broadcast(Box($0)) }
    run.thread { transmitter.broadcast(Box(65)) }
    run.thread {
      let count = receiver.replayed.count
      expect([0, 1, 64, 65].contains(count), "a value is lost")
    }
    run.thread { transmitter.clearReplay() }
    run.finally("a cleared value stays") { receiver.replayed.count <= 1 }
  },
  Scenario("2, 11: turns fill a second segment beside the actor", olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    receiver.listen { @MainActor box in heard.hear(box) }
    (0..<40).forEach { transmitter.broadcast(Box($0)) }
    run.thread { transmitter.broadcast(Box(40)) }
    run.mainThread { transmitter.broadcast(Box(41)) }
    run.finally("a value is lost or reordered") { heard.isMerge(of: Array(0...40), [41]) }
  },
  Scenario("10, 11: the owner of a listener on the main actor is released beside a look and a broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let owner = Held(Owner())
    MainActor.assumeIsolatedForScenario { listen(owner, to: receiver) }
    run.mainThread { owner.release() }
    run.thread { OwnedListeners.shared.sweep() }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("a listener stays") {
      OwnedListeners.shared.sweep()
      performBlocks()
      return receiver.listenerCount == 0
    }
  },
  Scenario("10, 11: whether all listeners have handled a value is known, beside the main actor") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), handled = Cell(), count = Cell()
    receiver.listen { @MainActor box in
      heard.hear(box)
      if box.number == 1 { handled.value.store(1, ordering: .releasing) }
    }
    run.thread {
      [2, 1].forEach { transmitter.broadcast(Box($0)) }
      transmitter.whenHandled {
        expect(handled.value.load(ordering: .acquiring) == 1, "an action comes before a value")
        count.value.add(1, ordering: .relaxed)
      }
    }
    run.mainThread { _ = receiver.latest }
    run.finally("an action or a value is lost") {
      count.value.load(ordering: .relaxed) == 1 && heard.numbers == [2, 1]
    }
  },
]

extension MainActor {
  /// The scenario is made before its threads run.
  static func assumeIsolatedForScenario(_ body: @MainActor () -> Void) {
    withoutActuallyEscaping(body) { body in unsafeBitCast(body, to: (() -> Void).self)() }
  }
}

@MainActor private func listen(_ owner: Held<Owner>, to receiver: Receiver<Box>) {
  owner.with { owner in _ = receiver.listen(with: owner) { owner, box in owner.heard.hear(box) } }
}
