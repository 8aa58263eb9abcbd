import Airwave
import Synchronization
import TestSupport
import Testing

/// Contract 11: what a closure with an isolation has captured is released there.
@Suite("Stress: objects that the closures of an actor have captured", .inTurn, .patient)
struct CapturedPartStressTests {
  @Test("are deinitialized on the main actor, wherever the listener ends", arguments: EndingElsewhere.allCases)
  @MainActor func onMainActor(ending: EndingElsewhere) async {
    markMainQueue()
    let (places, log, count) = (Part.Places(), PartLog(), rounds(2_000))
    for _ in 0..<count {
      let pair = Ends(.hot)
      let listening = listenOnMainActor(to: ending.receiver(pair), log, places)
      onAnotherThread { ending.end(pair, listening) }
      // As the deinit of the object does, on the same actor.
      log.number += 1
    }
    await until { places.count == count }

    #expect(places.elsewhere.count == 0)
    #expect(log.number == 2 * count)
  }

  @Test("are deinitialized on the main actor by a closure that awaits", arguments: EndingElsewhere.allCases)
  @MainActor func awaiting(ending: EndingElsewhere) async {
    markMainQueue()
    let (places, log, count) = (Part.Places(), PartLog(), rounds(2_000))
    for number in 0..<count {
      let pair = Ends(.hot)
      let listening = listenAwaiting(to: ending.receiver(pair), log, places)
      onAnotherThread {
        // In every other round, a call is on its way.
        if number.isMultiple(of: 2) { pair.transmitter?.broadcast(1) }
        ending.end(pair, listening)
      }
      log.number += 1
    }
    await until { places.count == count }

    #expect(places.elsewhere.count == 0)
    #expect(log.number == 2 * count)
  }

  @Test("are deinitialized on the main actor behind operators", arguments: JoinedSources.allCases)
  @MainActor func behindOperators(join: JoinedSources) async {
    markMainQueue()
    let (places, log, count) = (Part.Places(), PartLog(), rounds(500))
    for _ in 0..<count {
      let pair = Ends(.warm(upTo: 1))
      let listening = listenOnMainActor(to: join.receiver(pair.receiver, .never), log, places)
      onAnotherThread { listening.dispose() }
      withExtendedLifetime(pair) { log.number += 1 }
    }
    await until { places.count == count }

    #expect(places.elsewhere.count == 0)
    #expect(log.number == 2 * count)
  }

  @Test("are deinitialized on the main actor, also those of onFinish", arguments: EndingElsewhere.allCases)
  @MainActor func onFinish(ending: EndingElsewhere) async {
    markMainQueue()
    let (places, log, count) = (Part.Places(), PartLog(), rounds(500))
    for _ in 0..<count {
      let pair = Ends(.hot)
      let listening = listenWithEnd(to: ending.receiver(pair), log, places)
      onAnotherThread { ending.end(pair, listening) }
    }
    await until { places.count == count }

    #expect(places.elsewhere.count == 0)
  }

  @Test("are deinitialized on another actor, wherever the listener ends", arguments: EndingElsewhere.allCases)
  @Studio func onActor(ending: EndingElsewhere) async {
    let (places, log, count) = (Part.Places(), PartLog(), rounds(2_000))
    for _ in 0..<count {
      let pair = Ends(.hot)
      let listening = listenInStudio(to: ending.receiver(pair), log, places)
      onAnotherThread { ending.end(pair, listening) }
      log.number += 1
    }
    await until { places.count == count }

    #expect(places.elsewhere.count == 0)
    #expect(log.number == 2 * count)
  }

  @Test("a main-actor owner behind mapLatest is deinitialized on the main actor, beside broadcasts")
  @MainActor func owner() async {
    markMainQueue()
    let (transmitter, receiver) = Receiver<Int>.make()
    let (places, count, sent, isDone) = (Part.Places(), rounds(1_000), Tally(), Countdown(1))
    async let flood: Void = onThreads(1) { _ in
      while !isDone.isDone {
        transmitter.broadcast(1)
        sent.add()
      }
    }
    // The thread begins in a task, which may have to wait for others.
    await until { sent.count > 0 }
    var random = SplitMix64(seed: 1)
    for _ in 0..<count {
      var owner: Screen? = Screen(Part(PartLog(), places, isOnActor: isOnMainQueue))
      if let owner {
        for _ in 0..<8 { receiver.mapLatest { $0 }.listen(with: owner) { screen, value in screen.show(value) } }
      }
      // The broadcasting thread looks at the owner while this thread releases it.
      let before = sent.count
      spin { sent.count > before }
      let moment = ContinuousClock.now + .nanoseconds(Int.random(in: 0..<20_000, using: &random))
      while ContinuousClock.now < moment {}
      owner = nil
      await Task.yield()
    }
    isDone.countDown()
    await flood
    await until { places.count == count }

    #expect(places.elsewhere.count == 0)
    #expect(places.onActor.count == count)
  }
}

@MainActor private final class Screen {
  private let part: Part

  init(_ part: Part) {
    self.part = part
  }

  func show(_ value: Int) {}
}

/// Listens with a closure of the main actor that has captured an object, the last reference to it.
@MainActor private func listenOnMainActor(
  to receiver: Receiver<Int>,
  _ log: PartLog,
  _ places: Part.Places
) -> Disposable {
  let part = Part(log, places, isOnActor: isOnMainQueue)
  return receiver.listen { _ in part.log.number += 0 }
}

@MainActor private func listenAwaiting(
  to receiver: Receiver<Int>,
  _ log: PartLog,
  _ places: Part.Places
) -> Disposable {
  let part = Part(log, places, isOnActor: isOnMainQueue)
  return receiver.listen { _ in
    await Task.yield()
    part.log.number += 0
  }
}

@MainActor private func listenWithEnd(
  to receiver: Receiver<Int>,
  _ log: PartLog,
  _ places: Part.Places
) -> Disposable {
  let part = Part(log, places, isOnActor: isOnMainQueue)
  return receiver.listen(to: { _ in }, onFinish: { part.log.number += 0 })
}

@Studio private func listenInStudio(
  to receiver: Receiver<Int>,
  _ log: PartLog,
  _ places: Part.Places
) -> Disposable {
  let part = Part(log, places) { Studio.isCurrent }
  return receiver.listen { _ in part.log.number += 0 }
}
