import Airwave
import Synchronization

// Work that tasks do. It ends beside values that follow, and beside the end of its listener.
nonisolated(unsafe) let work: [Scenario] = [
  Scenario("2, 8: work is done one after the other, beside broadcasts", preemptions: 1, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.asyncMap { $0 }.recordWithEnd()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { transmitter.broadcast(Box(11)) }
    run.finally("a result or the end is lost") {
      transmitter.finish()
      performBlocks()
      return heard.isMerge(of: [1, 2], [11])
    }
    run.finally("the end is lost") { heard.ends == 1 }
  },
  Scenario("8, 9: the latest work is heard, beside its listener's end", preemptions: 1, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), listening = receiver.mapLatest { $0 }.listen { heard.hear($0) }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { listening.dispose() }
    run.finally("a listener stays") {
      performBlocks()
      return receiver.listenerCount == 0 && [[], [1], [2], [1, 2]].contains(heard.numbers)
    }
  },
  Scenario("7: of the values that wait for work, the newest stays", olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let dropped = Heard()
    let heard = Heard()
    receiver.asyncMap(buffering: .newest(1)) {
      $0
    } onDrop: {
      dropped.hear($0)
    }.listen { heard.hear($0) }
    run.thread { [1, 2, 3].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("the newest value is lost, or a drop is not told") {
      performBlocks()
      return heard.numbers.last == 3
    }
    run.finally("a drop is not told") { heard.numbers.count + (dropped.numbers.last ?? 0) == 3 }
  },
  Scenario("9: work that was cancelled holds nothing of its listener", olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make(), isReleased = Cell(), wasCancelled = Cell(), isLate = Cell()
    let captured = Ending { isReleased.value.store(1, ordering: .relaxed) }
    let results = receiver.mapLatest { value in
      if Task.isCancelled { wasCancelled.value.store(1, ordering: .relaxed) }
      return value
    }
    let listening = results.listen { [captured] _ in withExtendedLifetime(captured) {} }
    transmitter.broadcast(1)
    run.thread {
      listening.dispose()
      if isReleased.value.load(ordering: .relaxed) == 0 { isLate.value.store(1, ordering: .relaxed) }
    }
    run.finally("the work holds what the listener has captured") {
      performBlocks()
      return wasCancelled.value.load(ordering: .relaxed) == 0 || isLate.value.load(ordering: .relaxed) == 0
    }
  },
]
