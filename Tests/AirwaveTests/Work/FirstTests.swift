import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.first", .patient)
struct FirstTests {
  @Test("is the first value that a listener would hear, replay included", arguments: everyStrategy)
  func first(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2, 3].forEach(transmitter.broadcast)
    transmitter.finish()

    #expect(await receiver.first() == strategy.replayed(of: [1, 2, 3]).first)
    #expect(await receiver.first { $0 > 1 } == strategy.replayed(of: [1, 2, 3]).first { $0 > 1 })
  }

  @Test("has joined when the caller is suspended, and leaves with the value", arguments: [false, true])
  func joins(hasPredicate: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let first = Task { hasPredicate ? await receiver.first { $0 > 1 } : await receiver.first() }
    await until { transmitter.hasListeners }
    transmitter.broadcast(1)
    let counts = [receiver.listenerCount]
    [2, 3].forEach(transmitter.broadcast)

    #expect(await first.value == (hasPredicate ? 2 : 1))
    #expect(counts + [receiver.listenerCount] == [hasPredicate ? 1 : 0, 0])
  }

  @Test("is nil if the pair finishes, or if the caller is cancelled before or while it waits")
  func ends() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let waiting = Task { await receiver.first() }
    await until { transmitter.hasListeners }
    waiting.cancel()
    let cancelled = await waiting.value
    let countAfterCancellation = receiver.listenerCount
    let early = Task { () async -> Int? in
      try? await Task.sleep(for: .seconds(3_600))
      return await Receiver.just(1).first()
    }
    early.cancel()
    let finished = Task { await receiver.first { $0 == 2 } }
    await until { transmitter.hasListeners }
    transmitter.broadcast(1)
    transmitter.finish()

    #expect(await [cancelled, early.value, finished.value] == [nil, nil, nil])
    #expect(countAfterCancellation == 0)
  }

  @Test("stays on the actor of the caller until it has joined")
  @MainActor func isolation() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    // Enqueued on the main actor before the call, so that it runs when the call suspends.
    let broadcasting = Task { @MainActor in transmitter.broadcast(1) }
    let value = await receiver.first()
    await broadcasting.value

    #expect(value == 1)
  }
}
