import Airwave
import Synchronization
import TestSupport
import Testing

@Suite("Stress: handing a delivery over", .inTurn)
struct HandingOverStressTests {
  @Test(
    "keeps one order, with each value once and those of each thread in theirs",
    arguments: [2, 3, 4],
    [.hot, .warm(upTo: 1), .cold] as [ReplayStrategy]
  )
  func order(threads: Int, strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (flood, first, second) = (Flood(), HeardByOne<Int>(), HeardByOne<Int>())
    receiver.listen { value in
      first.values.append(value)
      if flood.hear() == 100 { flood.stop() }
    }
    receiver.listen { second.values.append($0) }
    let sent = Heard<Int>()
    flood.start()
    await onThreads(threads) { thread in
      sent.append(thread << 32 | flood.run { transmitter.broadcast(thread << 32 | $0) })
    }

    #expect(first.values == second.values)
    #expect(numbers(of: first.values, threads) == sent.values.sorted().map { Array(0..<$0 & 0xFFFF_FFFF) })
    #expect(receiver.replayed == strategy.replayed(of: first.values))
    expectRest(transmitter, receiver)
  }

  @Test("lets listeners join, leave and be removed in between", arguments: [2, 3])
  func listeners(threads: Int) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let count = 4_000
    let (staying, gone) = (Heard<HeardByOne<Int>>(), Heard<HeardByOne<Int>>())
    await onThreads(threads + 1) { thread in
      if thread < threads {
        for number in 0..<count { transmitter.broadcast(thread << 32 | number) }
      } else {
        for round in 0..<60 {
          let pair = [HeardByOne<Int>(), HeardByOne<Int>()]
          let tokens = pair.map { recorder in receiver.listen { recorder.values.append($0) } }
          if round == 20 || round == 40 { transmitter.removeAllListeners() }
          tokens[0].dispose()
          gone.append(pair[0])
          if round > 40 { staying.append(pair[1]) } else { gone.append(pair[1]) }
        }
      }
    }

    let order = receiver.replayed
    #expect(numbers(of: order, threads) == Array(repeating: Array(0..<count), count: threads))
    #expect(staying.values.map(\.values) == Array(repeating: order, count: 19))
    #expect(gone.values.allSatisfy { $0.values == Array(order.prefix($0.values.count)) })
    #expect(receiver.listenerCount == staying.values.count)
    expectRest(transmitter, receiver)
  }

  @Test("lets the replay be cleared in between", arguments: [2, 3])
  func clearing(threads: Int) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let (count, all) = (4_000, HeardByOne<Int>())
    receiver.listen { all.values.append($0) }
    let joined = Heard<HeardByOne<Int>>()
    await onThreads(threads + 1) { thread in
      if thread < threads {
        for number in 0..<count { transmitter.broadcast(thread << 32 | number) }
      } else {
        for _ in 0..<60 {
          transmitter.clearReplay()
          let recorder = HeardByOne<Int>()
          receiver.listen { recorder.values.append($0) }
          joined.append(recorder)
        }
      }
    }

    #expect(numbers(of: all.values, threads) == Array(repeating: Array(0..<count), count: threads))
    // Each of these listeners hears the common order from some value on, to the end.
    #expect(joined.values.map(\.values) == joined.values.map { Array(all.values.suffix($0.values.count)) })
    #expect(receiver.replayed == Array(all.values.suffix(receiver.replayed.count)))
    expectRest(transmitter, receiver)
  }

  @Test("ends every listener once, after the values before the end", arguments: [2, 3, 4])
  func finishing(threads: Int) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let flood = Flood()
    let (recorders, ends) = ([HeardByOne<Int>(), HeardByOne<Int>()], Heard<Int>())
    for recorder in recorders {
      receiver.listen(to: { recorder.values.append($0) }, onFinish: { ends.append(recorder.values.count) })
    }
    receiver.listen { _ in if flood.hear() == 20 { flood.stop() } }
    let sent = Tally()
    flood.start()
    await onThreads(threads) { thread in
      let count = flood.run { transmitter.broadcast(thread << 32 | $0) }
      if thread > 0 { return }
      transmitter.finish()
      transmitter.broadcast(-1)
      sent.add(count)
    }

    let order = recorders[0].values
    #expect(recorders[1].values == order && receiver.replayed == order)
    #expect(ends.values == [order.count, order.count])
    // All broadcasts of the thread that has finished the pair were heard. Of the other threads, the broadcasts before
    // the end were heard.
    let heard = numbers(of: order, threads)
    #expect(heard[0].count == sent.count)
    #expect(heard.allSatisfy { $0 == Array(0..<$0.count) })
    #expect(receiver.listenerCount == 0)
  }

  @Test("keeps the sets of a variable in their order", arguments: [2, 3, 4])
  func variable(threads: Int) async {
    let (variable, flood, heard) = (Variable(0), Flood(), HeardByOne<Int>())
    variable.receiver.skip(count: 1).listen { value in
      heard.values.append(value)
      if flood.hear() == 100 { flood.stop() }
    }
    let sent = Tally()
    flood.start()
    await onThreads(threads) { _ in
      sent.add(flood.run { _ in variable.withValue { $0 += 1 } })
    }

    #expect(heard.values == Array(1..<sent.count + 1))
    #expect(variable.value == sent.count)
  }

  /// Expects that nothing is pending after all calls have returned, so that a broadcast is heard before it returns.
  private func expectRest(_ transmitter: Transmitter<Int>, _ receiver: Receiver<Int>) {
    let last = HeardByOne<Int>()
    receiver.listen { last.values.append($0) }
    transmitter.broadcast(-1)
    #expect(last.values.last == -1)
  }

  /// The numbers that each thread has sent, in the order in which they were heard.
  private func numbers(of values: [Int], _ threads: Int) -> [[Int]] {
    (0..<threads).map { thread in values.filter { $0 >> 32 == thread }.map { $0 & 0xFFFF_FFFF } }
  }
}
