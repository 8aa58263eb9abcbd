import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receivers of a collection", .inTurn)
struct ManySourcesTests {
  /// So many sources that quadratic time would exceed the time limit.
  private static let count = 50_000

  @Test("none at all end at once")
  func none() {
    let merged = recordEvents(Receiver<Int>.merge([]))
    let combined = recordEvents(Receiver<Int>.combineLatest([]))
    let zipped = recordEvents(Receiver<Int>.zip([]))

    #expect(merged.heard.values == [.end] && combined.heard.values == [.end] && zipped.heard.values == [.end])
    #expect([merged.listening, combined.listening, zipped.listening].allSatisfy { $0.isDisposed })
  }

  @Test("merge of tens of thousands")
  func merge() {
    let sources = Sources(Self.count)
    let (heard, _) = recordEvents(Receiver.merge(sources.receivers))
    for (number, transmitter) in sources.transmitters.enumerated() { transmitter.broadcast(number) }
    let values = heard.values
    sources.transmitters.forEach { $0.finish() }

    #expect(values == (0..<Self.count).map { .value($0) })
    #expect(heard.values.count == Self.count + 1 && heard.values.last == .end)
    #expect(sources.listenerCount == 0)
  }

  @Test("combineLatest of tens of thousands")
  func combineLatest() {
    let sources = Sources(Self.count, .warm(upTo: 1))
    for (number, transmitter) in sources.transmitters.enumerated() { transmitter.broadcast(number) }
    let joined = Receiver.combineLatest(sources.receivers)
    let sums = Heard<Int>()
    let listening = joined.listen { sums.append($0[0] + $0[Self.count - 1]) }
    for transmitter in sources.transmitters { transmitter.broadcast(Self.count) }
    let listenerCount = joined.listenerCount
    listening.dispose()

    #expect(sums.values.count == 1 + Self.count)
    #expect(sums.values.first == Self.count - 1 && sums.values.last == 2 * Self.count)
    #expect([listenerCount, sources.listenerCount] == [Self.count, 0])
  }

  @Test("zip of tens of thousands")
  func zip() {
    let sources = Sources(Self.count)
    let (heard, _) = recordEvents(Receiver.zip(sources.receivers).map { [$0[0], $0[Self.count - 1], $0.count] })
    for round in 0..<2 {
      for (number, transmitter) in sources.transmitters.enumerated() { transmitter.broadcast(round + number) }
    }
    sources.transmitters.last?.finish()

    #expect(
      heard.values == [.value([0, Self.count - 1, Self.count]), .value([1, Self.count, Self.count]), .end]
    )
    #expect(sources.listenerCount == 0)
  }

  @Test("two thousand are joined and left on a small stack")
  func smallStack() async {
    let heard = Heard<[Int]>()
    await onThreads(1) { _ in
      let sources = Sources(2_000, .cold)
      let (merged, zipped) = (Receiver.merge(sources.receivers), Receiver.zip(sources.receivers))
      merged.combineLatest(zipped).listen { heard.append([$0, $1.count]) }
      for transmitter in sources.transmitters { transmitter.broadcast(1) }
      for transmitter in sources.transmitters { transmitter.finish() }
    }

    #expect(heard.values == [[1, 2_000]])
  }

  @Test("a value of one source is forwarded without copying the values of all others")
  func inPlace() {
    let sources = Sources(100, .warm(upTo: 1))
    sources.transmitters.forEach { $0.broadcast(0) }
    let addresses = Heard<UInt>()
    Receiver.combineLatest(sources.receivers).listen { values in
      addresses.append(values.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
    }
    sources.transmitters.forEach { $0.broadcast(1) }

    #expect(addresses.values.count == 101 && Set(addresses.values).count == 1)
  }

  @Test("sources after the one that ends the listener are not listened to")
  func endedWhileJoining() {
    let listens = Tally()
    let later = Receiver<Int>.never.handleEvents(onListen: { listens.add(1) })
    let heard = [
      recordEvents(Receiver.merge([.just(1, 2), later]).take(count: 2).map { [$0] }),
      recordEvents(Receiver.combineLatest([.just(1), .empty, later])),
      recordEvents(Receiver.zip([.just(1), .empty, later])),
      recordEvents(Receiver.just(1).combineLatest(.empty as Receiver<Int>, later).map { [$0, $1, $2] }),
      recordEvents(Receiver.just(1).zip(.empty as Receiver<Int>, later).map { [$0, $1, $2] }),
      recordEvents(Receiver<Int>.empty.combineLatest(later).map { [$0, $1] }),
      recordEvents(Receiver<Int>.empty.zip(later).map { [$0, $1] }),
      recordEvents(Receiver<[Int]>.empty.sample(on: later)),
    ]

    let ended = [Event<[Int]>](repeating: .end, count: 1)
    #expect(heard.map(\.heard.values) == [[.value([1]), .value([2]), .end]] + Array(repeating: ended, count: 7))
    #expect(listens.count == 0)
  }
}

private struct Sources: Sendable {
  let transmitters: [Transmitter<Int>]
  let receivers: [Receiver<Int>]

  init(_ count: Int, _ strategy: ReplayStrategy = .hot) {
    let pairs = (0..<count).map { _ in Receiver<Int>.make(strategy: strategy) }
    (transmitters, receivers) = (pairs.map(\.transmitter), pairs.map(\.receiver))
  }

  var listenerCount: Int { receivers.reduce(0) { $0 + $1.listenerCount } }
}
