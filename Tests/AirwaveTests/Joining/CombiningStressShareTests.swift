import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

@Suite("CombiningStress: share", .inTurn)
struct CombiningStressShareTests {
  @Test("listeners that stay hear everything once, while others join and leave", arguments: everyStrategy)
  func stay(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (worked, listens, leaves) = (Heard<Int>(), Tally(), Tally())
    let shared = receiver.handleEvents(
      onListen: { listens.add(1) },
      onValue: { worked.append($0) },
      onDispose: { leaves.add(1) }
    ).share(strategy: strategy)
    let staying = (0..<2).map { _ in recordEvents(shared) }
    let late = Heard<[Int]>()
    await onThreads(4) { thread in
      for number in 0..<2_000 {
        if thread < 2 {
          transmitter.broadcast(thread * 2_000 + number)
        } else if number.isMultiple(of: 20) {
          let heard = Heard<Int>()
          let listening = shared.listen { heard.append($0) }
          listening.dispose()
          late.append(heard.values)
        } else {
          shared.take(count: 1).listen { _ in }
        }
      }
    }
    // The value that `take` still waits for.
    transmitter.broadcast(4_000)

    let order = worked.values
    #expect(order.count == 4_001 && Set(order).count == 4_001)
    #expect(staying.allSatisfy { $0.heard.values == order.map(Event.value) })
    #expect(shared.replayed == strategy.replayed(of: order))
    for run in late.values {
      let start = run.first.flatMap(order.firstIndex(of:)) ?? 0
      let expected = Array(order[start...].prefix(run.count))
      #expect(run == expected)
    }
    #expect([receiver.listenerCount, shared.listenerCount, listens.count, leaves.count] == [1, 2, 1, 0])
    staying.forEach { $0.listening.dispose() }
    #expect([receiver.listenerCount, shared.listenerCount, listens.count, leaves.count] == [0, 0, 1, 1])
  }

  @Test("connections are made and released as listeners join and leave", arguments: everyStrategy)
  func reconnect(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let (listens, leaves, living, missing) = (Tally(), Tally(), Tally(), Tally())
    let looked = receiver.handleEvents(onListen: { listens.add(1) }, onDispose: { leaves.add(1) })
    let shared = looked.share(strategy: strategy)
    transmitter.broadcast(0)
    await onThreads(4) { thread in
      for number in 1...1_000 {
        if thread == 0 { transmitter.broadcast(number) }
        let heard = Tally()
        living.add(1)
        let witness = Witness { living.add(-1) }
        let listening = shared.listen { _ in withExtendedLifetime(witness) { heard.add(1) } }
        if shared.listenerCount == 0 || receiver.listenerCount < 0 { missing.add(1) }
        listening.dispose()
      }
    }

    #expect(listens.count == leaves.count && listens.count > 0)
    #expect([receiver.listenerCount, shared.listenerCount, missing.count] == [0, 0, 0])
    #expect(living.count == 0)
    #expect(shared.record().values == [1_000])
  }

  @Test("a source that finishes meanwhile ends every listener", arguments: 0..<20)
  func finish(round: Int) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let shared = receiver.share(strategy: .warm(upTo: 3))
    let ends = Tally()
    await onThreads(3) { thread in
      for number in 0..<100 {
        if thread == 0 {
          transmitter.broadcast(number)
          if number == round * 5 { transmitter.finish() }
        } else {
          shared.listen { _ in
          } onFinish: {
            ends.add(1)
          }
        }
      }
    }

    #expect([ends.count, shared.listenerCount, receiver.listenerCount] == [200, 0, 0])
  }

  @Test("handed over to a concurrent queue, shared values keep their order and come one at a time")
  func onQueue() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let shared = receiver.share().receive(on: DispatchQueue(label: "test", attributes: .concurrent))
    let heard = (0..<2).map { _ in shared.withPrevious().map { [$0 ?? -1, $1] }.record() }
    await onThreads(2) { thread in
      if thread == 0 { for number in 0..<5_000 { transmitter.broadcast(number) } }
      for _ in 0..<200 { shared.listen { _ in }.dispose() }
    }
    transmitter.finish()
    for recorder in heard { try await recorder.finish(allowingUnread: true, within: timeLimit) }

    let all = (0..<5_000).map { [$0 - 1, $0] }
    #expect(heard.map(\.values) == [all, all])
    #expect([receiver.listenerCount, shared.listenerCount] == [0, 0])
  }
}

@Suite("CombiningStress: connections of a share", .inTurn)
struct CombiningStressConnectionTests {
  @Test("late listeners that end hear their value and the end, whether or not the connection is released meanwhile")
  func latecomers() async {
    let rounds = 30_000
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let shared = receiver.share(strategy: .warm(upTo: 1))
    let (values, ends) = (Tally(), Tally())
    transmitter.broadcast(1)
    await onThreads(2) { thread in
      for _ in 0..<rounds {
        if thread == 0 {
          shared.listen { _ in }.dispose()
        } else {
          shared.take(count: 1).listen { @MainActor _ in
            values.add()
          } onFinish: { @MainActor in
            ends.add()
          }
        }
      }
    }
    await until { ends.count == rounds }

    #expect([values.count, ends.count] == [rounds, rounds])
    #expect([receiver.listenerCount, shared.listenerCount] == [0, 0])
  }

  @Test("a removal removes each listener that has joined, and the others have a connection", arguments: 0..<10)
  func removals(round: Int) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let shared = receiver.share()
    let heard = Tally()
    let listenings = Heard<[Disposable]>()
    await onThreads(3) { thread in
      if thread == 0 { for _ in 0..<20_000 { transmitter.removeAllListeners() } }
      if thread > 0 { listenings.append((0..<5_000).map { _ in shared.listen { heard.add($0) } }) }
    }
    let joined = listenings.values.flatMap { $0 }
    transmitter.broadcast(1)
    #expect(heard.count == joined.count { !$0.isDisposed })
    transmitter.removeAllListeners()

    #expect(joined.count == 10_000 && joined.allSatisfy(\.isDisposed))
    #expect([receiver.listenerCount, shared.listenerCount] == [0, 0])
  }

  @Test("listeners that join again at each end hear one end each", arguments: everyStrategy)
  func anew(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (values, ends, listens) = (Tally(), Tally(), Tally())
    let shared = receiver.take(count: 1).share(strategy: strategy)
    await onThreads(3) { thread in
      for number in 0..<1_000 {
        if thread == 0 { transmitter.broadcast(number) }
        if thread > 0 {
          listens.add()
          shared.listen { _ in
            values.add()
          } onFinish: {
            ends.add()
            listens.add()
            shared.listen { _ in
              values.add()
            } onFinish: {
              ends.add()
            }
          }
        }
      }
    }
    transmitter.finish()

    // Each listener hears at most one value, and its end exactly once.
    #expect(listens.count == 4_000 && ends.count == 4_000 && values.count <= 4_000)
    #expect([receiver.listenerCount, shared.listenerCount] == [0, 0])
  }
}
