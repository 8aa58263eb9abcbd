import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.collect(count:)", .inTurn)
struct CollectTests {
  @Test("makes batches of what is heard without it, the rest at the end", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    for seed in 0..<200 {
      var random = SplitMix64(seed: UInt64(seed))
      let count = Int.random(in: 0...4, using: &random)
      let (before, between, after) = (random.values(), random.values(), random.values())
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
      let collected = receiver.collect(count: count)
      before.forEach(transmitter.broadcast)
      let early = recordEvents(collected).heard
      between.forEach(transmitter.broadcast)
      let (replayed, latest) = (collected.replayed, collected.latest)
      let late = recordEvents(collected).heard
      after.forEach(transmitter.broadcast)
      let open = early.values
      transmitter.finish()
      let finished = (collected.replayed, recordEvents(collected).heard)

      let earlyValues = strategy.replayed(of: before) + between + after
      let lateValues = strategy.replayed(of: before + between) + after
      let expectedReplay = batches(of: strategy.replayed(of: before + between), count, isFinished: false)
      let finalReplay = batches(of: strategy.replayed(of: before + between + after), count, isFinished: true)
      let comment: Comment = "seed \(seed), count \(count): \(before) \(between) \(after)"
      #expect(replayed == expectedReplay && latest == expectedReplay.last, comment)
      #expect(open == batches(of: earlyValues, count, isFinished: false).map { .value($0) }, comment)
      #expect(early.values == batches(of: earlyValues, count, isFinished: true).map { .value($0) } + [.end], comment)
      #expect(late.values == batches(of: lateValues, count, isFinished: true).map { .value($0) } + [.end], comment)
      #expect(finished.0 == finalReplay && finished.1.values == finalReplay.map { .value($0) } + [.end], comment)
    }
  }

  @Test("forwards the rest when an operator before it is done, and leaves the pair")
  func doneUpstream() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, listening) = recordEvents(receiver.take(count: 2).take(count: 2).collect(count: 3))
    [1, 2, 3].forEach(transmitter.broadcast)

    #expect(heard.values == [.value([1, 2]), .end])
    #expect(listening.isDisposed && receiver.listenerCount == 0)
  }

  @Test("forwards no rest to an operator that is done")
  func doneDownstream() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = recordEvents(receiver.collect(count: 2).take(count: 1))
    let (between, _) = recordEvents(receiver.take(count: 3).collect(count: 2).take(count: 2))
    [1, 2, 3].forEach(transmitter.broadcast)
    transmitter.finish()

    #expect(heard.values == [.value([1, 2]), .end])
    #expect(between.values == [.value([1, 2]), .value([3]), .end])
  }

  @Test("drops the rest when its listener is disposed of, or removed", arguments: [true, false])
  func drops(isRemoved: Bool) {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let gone = Tally()
    let (heard, ends) = (Tally(), Tally())
    let collected = receiver.collect(count: 3).map { _ in heard.add(1) }
    let listening = collected.listen {
    } onFinish: {
      ends.add(1)
    }
    for _ in 0..<2 { transmitter.broadcast(Witness { gone.add(1) }) }
    let goneBefore = gone.count
    if isRemoved { transmitter.removeAllListeners() } else { listening.dispose() }

    #expect(goneBefore == 0 && gone.count == 2)
    #expect([heard.count, ends.count, receiver.listenerCount] == [0, 0, 0])
    #expect(listening.isDisposed)
  }

  @Test("keeps no batch that it has forwarded")
  func keepsNothing() {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let gone = Tally()
    receiver.collect(count: 2).listen { _ in }
    let counts = (0..<4).map { _ in
      transmitter.broadcast(Witness { gone.add(1) })
      return gone.count
    }

    #expect(counts == [0, 2, 2, 4])
  }

  @Test("leaves its source when its listener is disposed of with a batch")
  func disposedInside() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let token = Box<Disposable>()
    let heard = Heard<[Int]>()
    token.content = receiver.collect(count: 2).listen {
      heard.append($0)
      token.content?.dispose()
    }
    [1, 2, 3, 4].forEach(transmitter.broadcast)

    #expect(heard.values == [[1, 2]])
    #expect(receiver.listenerCount == 0)
  }

  @Test("loses nothing and repeats nothing while many broadcast")
  func threads() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.collect(count: 7).record()
    await onThreads(4) { thread in
      for number in 0..<1_000 { transmitter.broadcast(thread * 1_000 + number) }
    }
    transmitter.finish()

    #expect(heard.values.map(\.count) == Array(repeating: 7, count: 571) + [3])
    #expect(heard.values.flatMap(\.self).sorted() == Array(0..<4_000))
  }

  private func batches(of values: [Int], _ count: Int, isFinished: Bool) -> [[Int]] {
    let count = max(1, count)
    let full = values.count / count * count
    let whole = stride(from: 0, to: full, by: count).map { Array(values[$0..<$0 + count]) }
    return isFinished && full < values.count ? whole + [Array(values[full...])] : whole
  }
}
