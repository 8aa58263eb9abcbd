import Airwave
import AirwaveTesting
import Synchronization
import TestSupport
import Testing

@Suite("Stress: listeners that await", .inTurn, .patient)
struct ListenAwaitingStressTests {
  private static let count = 1_000

  @Test(
    "threads broadcast: each value once, in one order, one call at a time, and then the end",
    arguments: Awaiting.each
  )
  func everyValue(form: Awaiting) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let (running, overlaps, ends) = (Tally(), Tally(), Tally())
    let heard = HeardByOne<Int>()
    form.listen(to: receiver) { value in
      running.add()
      if running.count > 1 { overlaps.add() }
      heard.values.append(value)
      if value.isMultiple(of: 3) { await Task.yield() }
      running.add(-1)
    } onFinish: {
      ends.add()
    }
    await transmitter.broadcastOnThreads(Self.count)
    transmitter.finish()
    await until { ends.count == 1 }

    #expect(heard.values == receiver.replayed)
    #expect([heard.values.count, overlaps.count, ends.count, receiver.listenerCount] == [3 * Self.count, 0, 1, 0])
  }

  @Test("threads broadcast: the newest value is handled, one call at a time", arguments: Awaiting.latestOnly)
  func newest(form: Awaiting) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let (running, overlaps, uncancelled, ends) = (Tally(), Tally(), Tally(), Tally())
    let heard = HeardByOne<Int>()
    form.listen(to: receiver) { value in
      running.add()
      if running.count > 1 { overlaps.add() }
      heard.values.append(value)
      for _ in 0..<(value % 5) { await Task.yield() }
      if !Task.isCancelled { uncancelled.add() }
      running.add(-1)
    } onFinish: {
      ends.add()
    }
    await transmitter.broadcastOnThreads(Self.count)
    transmitter.finish()
    await until { ends.count == 1 }

    let positions = Dictionary(uniqueKeysWithValues: receiver.replayed.enumerated().map { ($1, $0) })
    let places = heard.values.compactMap { positions[$0] }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    #expect(places.last == 3 * Self.count - 1)
    #expect([places.count, overlaps.count, ends.count] == [heard.values.count, 0, 1])
    #expect(uncancelled.count > 0)
  }

  @Test("disposed of on the main actor beside broadcasts: no call begins there afterwards", arguments: [false, true])
  @MainActor func disposed(isLatest: Bool) async {
    let (late, begun, isDone) = (Tally(), Tally(), Countdown(1))
    let (transmitter, receiver) = Receiver<Int>.make()
    async let flood: Void = onThreads(2) { thread in
      while !isDone.isDone { transmitter.broadcast(thread) }
    }
    for round in 0..<rounds(400) {
      let isOver = Atomic<Bool>(false)
      let before = begun.count
      let call: @MainActor @Sendable (Int) async -> Void = { _ in
        if isOver.load(ordering: .relaxed) { late.add() }
        begun.add()
        await Task.yield()
      }
      let listening =
        isLatest ? receiver.listenLatest(to: call) : receiver.listen(buffering: .newest(1), to: call)
      // Disposes of some listeners while their first call is on its way, and of others between later calls.
      if round.isMultiple(of: 2) { await until { begun.count > before + 1 } } else { await Task.yield() }
      listening.dispose()
      isOver.store(true, ordering: .relaxed)
    }
    isDone.countDown()
    await flood
    await ManualClock().settle(within: .seconds(3_600))

    #expect([late.count, receiver.listenerCount] == [0, 0])
    #expect(begun.count > 0)
  }

  @Test(
    "ended by threads beside broadcasts: all is released, and the end comes once at most",
    arguments: Awaiting.allCases
  )
  func released(form: Awaiting) async {
    let count = rounds(300)
    let (released, living, ends, finished) = (Tally(), Tally(), Tally(), Tally())
    for round in 0..<count {
      let (transmitter, receiver) = Receiver<Witness>.make()
      let listening = listen(form, to: receiver, released, ends)
      await onThreads(3) { thread in
        switch thread {
        case 0: for _ in 0..<20 { transmitter.broadcast(Witness { living.add(-1) }, counting: living) }
        case 1: round.isMultiple(of: 2) ? listening.dispose() : transmitter.removeAllListeners()
        default: if round.isMultiple(of: 3) { transmitter.finish() }
        }
      }
      if round.isMultiple(of: 3) { finished.add() }
    }
    await until { released.count == count && living.count == 0 }

    #expect([released.count, living.count] == [count, 0])
    #expect(ends.count <= finished.count)
  }

  private func listen(_ form: Awaiting, to receiver: Receiver<Witness>, _ released: Tally, _ ends: Tally) -> Disposable
  {
    let witness = Witness { released.add() }
    return form.listen(to: receiver) { _ in
      await Task.yield()
      withExtendedLifetime(witness) {}
    } onFinish: {
      ends.add()
    }
  }

  @Test("owners that are released beside broadcasts: each listener ends", arguments: Awaiting.withOwner)
  func owners(form: Awaiting) async {
    let (count, released, sent, isDone) = (rounds(300), Tally(), Tally(), Countdown(1))
    let (transmitter, receiver) = Receiver<Int>.make()
    async let flood: Void = onThreads(1) { _ in
      while !isDone.isDone {
        transmitter.broadcast(1)
        sent.add()
      }
    }
    for _ in 0..<count {
      let owner = Awaiting.Owner()
      let witness = Witness { released.add() }
      form.listen(to: receiver, with: owner, buffering: .newest(1)) { _ in
        await Task.yield()
        withExtendedLifetime(witness) {}
      }
      let before = sent.count
      await until { sent.count > before }
    }
    isDone.countDown()
    await flood
    await untilSwept { released.count == count }

    #expect([released.count, receiver.listenerCount] == [count, 0])
  }
}

extension Transmitter<Witness> {
  /// Broadcasts a value that counts itself.
  fileprivate func broadcast(_ value: Witness, counting living: Tally) {
    living.add()
    broadcast(value)
  }
}
