import Airwave
import Foundation
import Synchronization
import TestSupport
import Testing

/// Contract 10 for owners that are actors, and that handle values more slowly than the values come.
@Suite("Stress: actors that own their listeners", .inTurn, .patient)
struct ActorOwnerStressTests {
  /// The ways in which values reach the actor.
  enum Path: CaseIterable, Sendable {
    case pair, withEnd, map, merge, share, otherTurns

    func receiver(_ receiver: Receiver<Int>) -> Receiver<Int> {
      switch self {
      case .pair, .withEnd, .otherTurns: receiver
      case .map: receiver.map { $0 }
      case .merge: receiver.merge(with: .never)
      case .share: receiver.share()
      }
    }
  }

  @Test("are deinitialized while the values for them keep coming, and called no more", arguments: Path.allCases)
  func released(path: Path) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (log, limit, isGone) = (SlowActor.Log(), 200_000, Countdown(1))
    weak var reference: SlowActor?
    var owner: SlowActor? = SlowActor(log)
    reference = owner
    await owner?.listen(to: path.receiver(receiver), path)
    async let flood: Void = onThreads(1) { _ in
      var sent = 0
      // More values wait for the actor, at any time, than it handles in one turn.
      while !isGone.isDone, sent < limit {
        if sent - log.heard.count > 2_000 { sched_yield(); continue }
        transmitter.broadcast(sent)
        sent += 1
      }
    }
    await until { log.heard.count > 1_000 }
    owner = nil
    await until { reference == nil }
    let heard = log.heard.count
    isGone.countDown()
    await flood
    transmitter.broadcast(-1)
    await until { receiver.listenerCount == 0 }

    #expect(heard < limit)
    #expect(log.heard.count == heard)
    #expect(log.deinits.count == 1)
    #expect(receiver.listenerCount == 0)
  }
}

private actor SlowActor {
  struct Log: Sendable {
    let heard = Tally()
    let deinits = Tally()
  }

  private let log: Log

  init(_ log: Log) {
    self.log = log
  }

  deinit {
    log.deinits.add()
  }

  func listen(to receiver: Receiver<Int>, _ path: ActorOwnerStressTests.Path) {
    switch path {
    case .withEnd:
      receiver.listen(with: self) { owner, _ in
        owner.hear()
      } onFinish: { _ in
      }
    case .otherTurns:
      for _ in 0..<2 { receiver.filter { $0 < 0 }.listen(with: self) { _, _ in } }
      receiver.listen(with: self) { owner, _ in owner.hear() }
    case .pair, .map, .merge, .share: receiver.listen(with: self) { owner, _ in owner.hear() }
    }
  }

  private func hear() {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .microseconds(10) {}
    log.heard.add()
  }
}
