import Airwave

nonisolated(unsafe) let replay: [Scenario] = [
  Scenario("6: a warm pair, two broadcasts, a joining listener and a reader of the replay") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast(Box(1))
    let heard = Heard(), copy = Heard()
    run.thread { [2, 3].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { _ = receiver.record(heard) }
    run.thread { receiver.replayed.forEach(copy.hear) }
    run.finally("a gap, or a value twice") { !heard.numbers.isEmpty && heard.isTail(of: [1, 2, 3]) }
    run.finally("the replay has not one value") { copy.numbers.count == 1 }
  },
  Scenario("6: a cold pair, two broadcasts and a joining listener") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .cold)
    transmitter.broadcast(Box(1))
    let heard = Heard()
    run.thread { [2, 3].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { _ = receiver.record(heard) }
    run.finally("a value is lost, doubled or reordered") { heard.numbers == [1, 2, 3] }
  },
  Scenario("6: a value is heard once, by a listener that takes one or by the next, beside two broadcasts") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .untilHeard(upTo: 4))
    transmitter.broadcast(Box(1))
    let first = Heard(), second = Heard()
    run.thread { [2, 3].forEach { transmitter.broadcast(Box($0)) } }
    run.thread {
      receiver.take(count: 1).listen { first.hear($0) }
      receiver.take(count: 1).listen { second.hear($0) }
    }
    run.finally("a value is lost, doubled or reordered") {
      first.numbers + second.numbers + receiver.replayed.map(\.number) == [1, 2, 3]
    }
  },
  Scenario("6: a listener that takes one, and a reader, beside a broadcast that is kept until it is heard") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .untilHeard(upTo: 4))
    transmitter.broadcast(Box(1))
    let heard = Heard()
    run.thread { transmitter.broadcast(Box(2)) }
    run.thread { receiver.take(count: 1).listen { heard.hear($0) } }
    run.thread {
      let numbers = receiver.replayed.map(\.number)
      expect([[], [1], [1, 2], [2]].contains(numbers), "the copy is of no moment")
    }
    run.finally("a value is lost, doubled or reordered") {
      heard.numbers + receiver.replayed.map(\.number) == [1, 2]
    }
  },
  Scenario("6, 10: an owner is released beside a broadcast that is kept until it is heard") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .untilHeard(upTo: 1))
    let owner = Held(Owner()), heard = Heard()
    owner.with { owner in receiver.listen(with: owner) { _, box in heard.hear(box) } }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { owner.release() }
    run.finally("the value is lost or doubled") { heard.numbers + receiver.replayed.map(\.number) == [1] }
  },
  Scenario("6: latest beside a broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast(Box(1))
    let read = Heard()
    run.thread { transmitter.broadcast(Box(2)) }
    run.thread { if let box = receiver.latest { read.hear(box) } }
    run.finally("nothing is read") { read.numbers.count == 1 }
  },
  Scenario("6: two readers of the replay beside a broadcast and a clear") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 2))
    [1, 2].forEach { transmitter.broadcast(Box($0)) }
    let first = Heard(), second = Heard()
    run.thread {
      transmitter.broadcast(Box(3))
      transmitter.clearReplay()
    }
    run.thread { receiver.replayed.forEach(first.hear) }
    run.thread { receiver.replayed.forEach(second.hear) }
    run.finally("the copy is of no moment") {
      [first, second].allSatisfy { [[1, 2], [2, 3], []].contains($0.numbers) } && receiver.replayed.isEmpty
    }
  },
  Scenario("6: a copy in two parts beside a broadcast that evicts, a clear and another broadcast") { run in
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1_025))
    let first = Array(0..<1_025)
    first.forEach(transmitter.broadcast)
    run.thread {
      transmitter.broadcast(1_025)
      transmitter.clearReplay()
      transmitter.broadcast(1_026)
    }
    run.thread {
      let moments = [first, Array(1...1_025), [], [1_026]]
      expect(moments.contains(receiver.replayed), "the copy is of no moment")
    }
  },
  Scenario("6: a copy in two parts beside a clear and broadcasts of as many values") { run in
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    (0..<1_025).forEach(transmitter.broadcast)
    run.thread {
      transmitter.clearReplay()
      (1_025..<1_027).forEach(transmitter.broadcast)
    }
    run.thread {
      let values = receiver.replayed
      let moments = [Array(0..<1_025), [], [1_025], [1_025, 1_026]]
      expect(moments.contains(values), "the copy is of no moment")
    }
  },
  Scenario("6: two threads broadcast, and one clears") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let heard = receiver.record()
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.thread { transmitter.clearReplay() }
    run.finally("the replay is not the last value") {
      heard.isMerge(of: [1], [2])
        && (receiver.replayed.isEmpty || receiver.replayed.map(\.number) == [heard.numbers[1]])
    }
  },
  Scenario("6, 10: a look at the values and the end, beside the last value and the end") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    run.thread {
      transmitter.broadcast(Box(1))
      transmitter.finish()
    }
    run.thread { if let numbers = receiver.replayedWithEnd { expect(numbers == [1], "an end without its value") } }
  },
  Scenario("6, 10: a look at the values and the end, beside the end and a clear") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast(Box(1))
    run.thread {
      transmitter.finish()
      transmitter.clearReplay()
    }
    // The pair ends before its replay is cleared.
    run.thread {
      let seen = Heard()
      let looked = receiver.map { box in
        seen.hear(box)
        return box
      }
      expect(looked.replayedWithEnd != nil || seen.numbers == [1], "neither the value nor the end")
    }
  },
  Scenario("10: what was done before the end is seen after it") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let deed = Flag()
    run.thread {
      deed.isSet = true
      transmitter.finish()
    }
    run.thread { if receiver.replayedWithEnd != nil { expect(deed.isSet, "the end is seen too early") } }
  },
]
