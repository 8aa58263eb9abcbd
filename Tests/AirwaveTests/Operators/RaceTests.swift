import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.race", .inTurn)
struct RaceTests {
  @Test("the first value chooses its receiver, and the others are left at once", arguments: 0..<3)
  func chooses(winner: Int) {
    let pairs = (0..<3).map { _ in Receiver<Int>.make() }
    let captured = Tally()
    let sources = pairs.map { pair in
      let witness = Witness { captured.add() }
      return pair.receiver.handleEvents(onValue: { _ in withExtendedLifetime(witness) {} })
    }
    let (heard, _) = recordEvents(Receiver.race(sources))
    let countsBefore = pairs.map(\.receiver.listenerCount)
    pairs[winner].transmitter.broadcast(1)
    let countsAfter = pairs.map(\.receiver.listenerCount)
    for pair in pairs { pair.transmitter.broadcast(2) }
    for (number, pair) in pairs.enumerated() where number != winner {
      pair.transmitter.removeAllListeners()
      pair.transmitter.finish()
    }
    let open = heard.values
    pairs[winner].transmitter.finish()

    #expect(countsBefore == [1, 1, 1])
    #expect(countsAfter == (0..<3).map { $0 == winner ? 1 : 0 })
    #expect(open == [.value(1), .value(2)])
    #expect(heard.values == [.value(1), .value(2), .end])
    withExtendedLifetime(sources) { #expect(captured.count == 0) }
  }

  @Test("an end without a value is an answer, too", arguments: 0..<2)
  func emptyAnswer(finished: Int) {
    let pairs = (0..<2).map { _ in Receiver<Int>.make() }
    let (heard, listening) = recordEvents(pairs[0].receiver.race(with: pairs[1].receiver))
    pairs[finished].transmitter.finish()

    #expect(heard.values == [.end])
    #expect(listening.isDisposed && pairs.allSatisfy { $0.receiver.listenerCount == 0 })
  }

  @Test("receivers behind one that answers while it is joined are not listened to", arguments: [true, false])
  func notJoined(hasValue: Bool) {
    let (first, firsts) = Receiver<Int>.make()
    let begun = Tally()
    let behind = Receiver<Int>.create { transmitter in
      begun.add()
      transmitter.broadcast(9)
      return Disposable { withExtendedLifetime(transmitter) {} }
    }
    let (heard, _) = recordEvents(Receiver.race(firsts, hasValue ? .just(1, 2) : .empty, behind))
    first.broadcast(3)

    #expect(heard.values == (hasValue ? [.value(1), .value(2), .end] : [.end]))
    #expect(begun.count == 0 && firsts.listenerCount == 0)
  }

  @Test("removal by a receiver that may still be chosen removes the listener", arguments: 0..<2)
  func removed(remover: Int) {
    let pairs = (0..<2).map { _ in Receiver<Int>.make() }
    let (heard, listening) = recordEvents(Receiver.race(pairs.map(\.receiver)))
    pairs[remover].transmitter.removeAllListeners()
    for pair in pairs { pair.transmitter.broadcast(1) }

    #expect(heard.values == [])
    #expect(listening.isDisposed && pairs.allSatisfy { $0.receiver.listenerCount == 0 })
  }

  @Test("of no receivers it finishes at once, and of one it is that receiver")
  func few() {
    let (none, _) = recordEvents(Receiver<Int>.race([]))
    let (one, _) = recordEvents(Receiver.race([Receiver.just(1, 2)]))

    #expect(none.values == [.end])
    #expect(one.values == [.value(1), .value(2), .end])
  }

  @Test("threads: all values from the first on of one receiver, and none of another", arguments: 0..<50)
  func threads(round: Int) async {
    let pairs = (0..<3).map { _ in Receiver<Int>.make() }
    let (heard, overlaps, ends) = (Heard<Int>(), OverlapDetector(), Tally())
    Receiver.race(pairs.map(\.receiver)).listen { value in
      overlaps.enter { heard.append(value) }
    } onFinish: {
      overlaps.enter { ends.add() }
    }
    await onThreads(3) { thread in
      for number in 0..<100 { pairs[thread].transmitter.broadcast(thread * 1_000 + number) }
      pairs[thread].transmitter.finish()
    }

    let chosen = (heard.values.first ?? 0) / 1_000
    #expect(heard.values == (0..<100).map { chosen * 1_000 + $0 })
    #expect([overlaps.overlapCount, ends.count] == [0, 1])
    #expect(pairs.allSatisfy { $0.receiver.listenerCount == 0 })
  }
}
