import Airwave
import TestSupport
import Testing

/// Contract 8: what a source sends while it is joined from inside of a chain is heard before the next value is made.
@Suite("Sources that are joined from inside of a chain")
struct JoinedInsideTests {
  private static let count = 1_000

  @Test("send one value to a listener that takes one", arguments: JoinedInside.allCases, JoinedSource.allCases)
  func takesOne(join: JoinedInside, source: JoinedSource) {
    let made = Tally()
    let (heard, listening) = recordEvents(
      join.receiver(source.receiver(upTo: Self.count) { _ in made.add() }).take(count: 1)
    )

    #expect(heard.values == [.value(1), .end])
    #expect(made.count == 1)
    #expect(listening.isDisposed)
  }

  @Test("send one value to a chain of two operators", arguments: JoinedInside.allCases, JoinedInside.allCases)
  func takesOneBehindTwo(outer: JoinedInside, inner: JoinedInside) {
    for source in JoinedSource.allCases {
      let made = Tally()
      let chain = outer.receiver(inner.receiver(source.receiver(upTo: Self.count) { _ in made.add() }))
      let (heard, _) = recordEvents(chain.take(count: 1))

      #expect(heard.values == [.value(1), .end], "\(source)")
      #expect(made.count == 1, "\(source)")
    }
  }

  @Test("are heard before they make the next value", arguments: JoinedInside.allCases, JoinedSource.allCases)
  func interleaves(join: JoinedInside, source: JoinedSource) {
    let log = Heard<String>()
    join.receiver(source.receiver(upTo: 5) { log.append("made \($0)") }).listen { log.append("heard \($0)") }

    #expect(log.values == (1...5).flatMap { ["made \($0)", "heard \($0)"] })
  }

  @Test("make no value for a listener that has ended", arguments: JoinedInside.allCases, JoinedSource.allCases)
  func disposedInside(join: JoinedInside, source: JoinedSource) {
    let (bag, log) = (DisposeBag(), Heard<String>())
    let joined = join.receiver(source.receiver(upTo: Self.count) { log.append("made \($0)") })
    // Ends inside of its call: the token of a listener that is about to join is not known yet.
    let (choices, chosen) = Receiver<Receiver<Int>>.make()
    chosen.switchToLatest().listen { value in
      log.append("heard \(value)")
      if value == 2 { bag.dispose() }
    }.disposed(by: bag)
    choices.broadcast(joined)

    #expect(log.values == ["made 1", "heard 1", "made 2", "heard 2"])
    #expect(chosen.listenerCount == 0)
  }

  @Test("keep no value that was heard", arguments: JoinedInside.allCases)
  func keepsNothing(join: JoinedInside) {
    let (living, most, heard) = (Tally(), Heard<Int>(), Tally())
    let inner = Receiver<Int>.never.prepend(contentsOf: 1...Self.count).map { _ in
      living.add()
      return Witness { living.add(-1) }
    }
    join.receiver(inner).listen { _ in
      heard.add()
      most.append(living.count)
    }

    #expect(heard.count == Self.count)
    #expect(most.values.allSatisfy { $0 == 1 })
    #expect(living.count == 0)
  }

  @Test("send their values in the order of the joined sources", arguments: [Int.max, 2, 1])
  func inOrder(limit: Int) {
    let log = Heard<String>()
    let (outer, inner) = (Receiver.just(10, 20, 30), Receiver.just(1, 2))
    outer.map { log.noting("outer \($0)", $0) }.flatMap(maxConcurrent: limit) { tens in
      inner.map { log.noting("made \(tens + $0)", tens + $0) }
    }.listen { log.append("heard \($0)") }

    let expected = [10, 20, 30].flatMap { tens in
      ["outer \(tens)"] + (1...2).flatMap { ["made \(tens + $0)", "heard \(tens + $0)"] }
    }
    #expect(log.values == expected)
  }
}

extension Heard<String> {
  /// Records a line, and returns a value.
  fileprivate func noting(_ line: String, _ value: Int) -> Int {
    append(line)
    return value
  }
}
