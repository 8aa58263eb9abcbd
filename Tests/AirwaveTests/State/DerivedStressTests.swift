import Airwave
import TestSupport
import Testing

@Suite("Derived: Stress", .inTurn, .patient)
struct DerivedStressTests {
  private typealias Node = (state: any Readable<Int>, value: @Sendable ([Int]) -> Int)

  /// A state of random others, and the function that computes the same from what the variables have.
  private static func graph(of variables: [Variable<Int>], nodeCount: Int, _ random: inout SplitMix64) -> Node {
    func derive(_ left: some Readable<Int>, _ right: some Readable<Int>, _ factor: Int) -> any Readable<Int> {
      Derived(left, right) { $0 &+ factor &* $1 }
    }
    func node(_ left: Node, _ right: Node, factor: Int) -> Node {
      (derive(left.state, right.state, factor), { left.value($0) &+ factor &* right.value($0) })
    }
    var nodes: [Node] = variables.enumerated().map { index, variable in (variable, { $0[index] }) }
    for _ in 0..<nodeCount {
      let (left, right) = (
        Int.random(in: 0..<nodes.count, using: &random), Int.random(in: 0..<nodes.count, using: &random)
      )
      nodes.append(node(nodes[left], nodes[right], factor: Int.random(in: 2...9, using: &random)))
    }
    // All of them, so that each variable counts.
    return nodes.dropFirst().reduce(nodes[0]) { node($0, $1, factor: 3) }
  }

  @Test("random graphs: the last value is right, the end comes once, and no variable is kept")
  func graphs() async {
    for seed in 0..<UInt64(rounds(60, quick: 40)) {
      var random = SplitMix64(seed: seed)
      let count = 1_000
      // Each variable is held by its box alone.
      let boxes = (0...seed % 3).map { _ in Box<Variable<Int>>(Variable(0)) }
      let (receiver, expected) = {
        let graph = Self.graph(of: boxes.compactMap(\.content), nodeCount: 1 + Int(seed % 12), &random)
        return (graph.state.receiver, graph.value(boxes.map { _ in count }))
      }()
      let heard = (0..<2).map { _ in recordEvents(receiver).heard }
      let late = Box<Heard<Event<Int>>>()
      // A thread sets each variable, and releases it, beside the others. One joins and leaves, and then stays.
      await onThreads(boxes.count + 1) { thread in
        if thread == boxes.count {
          for _ in 0..<count / 10 { receiver.listen { _ in }.dispose() }
          late.content = recordEvents(receiver).heard
          return
        }
        for number in 1...count { boxes[thread].content?.value = number }
        boxes[thread].content = nil
      }

      for events in (heard + [late.content].compactMap(\.self)).map(\.values) {
        #expect(events.suffix(2) == [.value(expected), .end], "seed \(seed)")
        #expect(events.count { $0 == .end } == 1)
      }
    }
  }

  @Test("no value is made of two values of one variable, nor heard out of order")
  func oneVariable() async {
    let (number, mixed) = (Variable(1), Tally())
    let (left, right) = (Derived(number) { $0 }, Derived(Derived(number) { -$0 }) { -$0 })
    let pair = Derived(left, right, number) { [$0, $1, $2] }
    let heard = HeardByOne<Int>()
    pair.receiver.listen { values in
      if Set(values).count > 1 { mixed.add() }
      heard.values.append(values[0])
    }
    let (count, running) = (rounds(50_000), Countdown(3))
    await onThreads(4) { thread in
      if thread == 0 {
        while !running.isDone { if Set(pair.value).count > 1 { mixed.add() } }
      } else {
        for _ in 0..<count { number.withValue { $0 += 1 } }
        running.countDown()
      }
    }

    #expect(mixed.count == 0)
    #expect(zip(heard.values, heard.values.dropFirst()).allSatisfy { $0 < $1 } && heard.values.last == 1 + 3 * count)
  }

  @Test("one thread that sets, and others that read and listen, see nothing older than they have seen")
  func readers() async {
    let (a, b, older) = (Variable(0), Variable(0), Tally())
    let sum = Derived(a, b) { $0 + $1 }
    let count = rounds(50_000)
    await onThreads(3) { thread in
      if thread == 0 {
        for number in 1...count { (a.value, b.value) = (number, number) }
      } else {
        var last = 0
        while last < 2 * count {
          let least = a.value + b.value
          let next = thread == 1 ? sum.value : sum.receiver.latest ?? -1
          if next < max(last, least) { older.add() }
          last = next
        }
      }
    }

    #expect(older.count == 0)
  }

  @Test("sets of two threads: a listener hears each variable in order, and the last value")
  func twoThreads() async {
    let (a, b) = (Variable(0), Variable(0))
    let pairs = HeardByOne<[Int]>()
    Derived(a, b) { [$0, $1] }.receiver.listen { pairs.values.append($0) }
    let count = rounds(100_000)
    await onThreads(2) { thread in
      for number in 1...count { (thread == 0 ? a : b).value = number }
    }

    #expect(pairs.values.first == [0, 0] && pairs.values.last == [count, count])
    #expect(zip(pairs.values, pairs.values.dropFirst()).allSatisfy { $0[0] <= $1[0] && $0[1] <= $1[1] && $0 != $1 })
  }
}
