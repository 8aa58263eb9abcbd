import Airwave
import AirwaveTesting
import TestSupport
import Testing

/// Contract 4 for calls on the main actor that are no broadcasts: the values that other threads have sent to main-actor
/// listeners go on waiting for the main actor.
@Suite("Contract 4: values that wait for the main actor", .inTurn)
struct Contract04WaitingTests {
  @MainActor
  @Test("the end of a source runs none of them", arguments: JoinedSources.allCases, PairEnding.allCases)
  func endOfSource(join: JoinedSources, ending: PairEnding) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let ends = Ends(.warm(upTo: join.valueCount))
    for number in 0..<join.valueCount { ends.transmitter?.broadcast(number) }
    let (heard, other) = (MainActorHeard(), MainActorHeard())
    join.receiver(ends.receiver, receiver).listen { heard.append($0) }
    receiver.listen { other.append($0) }
    let before = heard.values
    onAnotherThread { (1...3).forEach(transmitter.broadcast) }
    ending.end(ends)
    let atOnce = heard.values

    #expect(atOnce == before)
    #expect(other.values == [])
    await until { other.values.count == 3 }
    #expect(other.values == [1, 2, 3])
  }

  @MainActor
  @Test("the end of the pair runs none of them, and is heard behind them", arguments: PairEnding.allCases)
  func endOfPair(ending: PairEnding) async {
    let ends = Ends(.hot)
    let heard = MainActorHeard()
    ends.receiver.listen {
      heard.append($0)
    } onFinish: {
      heard.append(-1)
    }
    onAnotherThread { (1...3).forEach { ends.transmitter?.broadcast($0) } }
    ending.end(ends)
    let atOnce = heard.values
    await until { heard.values.count == 4 }

    #expect(atOnce == [])
    #expect(heard.values == [1, 2, 3, -1])
  }

  @MainActor
  @Test("a listener that joins hears its replay behind them, and runs none of them", arguments: [false, true])
  func joining(isShared: Bool) async {
    let (transmitter, source) = Receiver<Int>.make(strategy: .warm(upTo: 2))
    let receiver = isShared ? source.share(strategy: .warm(upTo: 2)) : source
    let (first, second) = (MainActorHeard(), MainActorHeard())
    receiver.listen { first.append($0) }
    onAnotherThread { (1...3).forEach(transmitter.broadcast) }
    receiver.listen { second.append($0) }
    let atOnce = (first.values, second.values)
    await until { second.values.count == 2 }

    #expect(atOnce == ([], []))
    #expect(first.values == [1, 2, 3])
    #expect(second.values == [2, 3])
  }

  @MainActor
  @Test("a listener with a clock that joins hears its replay at once, and runs none of them")
  func joiningWithClock() async {
    let (transmitter, source) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let receiver = source.throttle(for: .seconds(1), clock: ManualClock())
    let (first, second) = (MainActorHeard(), MainActorHeard())
    receiver.listen { first.append($0) }
    onAnotherThread { transmitter.broadcast(1) }
    receiver.listen { second.append($0) }
    let atOnce = (first.values, second.values)
    await until { first.values.count == 1 }

    #expect(atOnce == ([], [1]))
    #expect(first.values == [1])
    #expect(second.values == [1])
  }

  @MainActor
  @Test("leaving, clearing, reading and removing run none of them")
  func others() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
    let (first, second) = (MainActorHeard(), MainActorHeard())
    receiver.listen { first.append($0) }
    let listening = receiver.listen { second.append($0) }
    onAnotherThread { (1...3).forEach(transmitter.broadcast) }
    listening.dispose()
    let replayed = receiver.replayed
    transmitter.clearReplay()
    let atOnce = first.values
    await until { first.values.count == 3 }

    #expect(atOnce == [] && replayed == [2, 3])
    #expect(first.values == [1, 2, 3])
    #expect(second.values == [])
  }
}
