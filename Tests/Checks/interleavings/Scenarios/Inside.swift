import Airwave

nonisolated(unsafe) let inside: [Scenario] = [
  Scenario("2, 4: a listener broadcasts beside another thread") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let heard = Heard()
    let weak = Held(transmitter)
    receiver.listen { box in
      heard.hear(box)
      if box.number == 1, let transmitter = weak.take() { transmitter.broadcast(Box(3)) }
    }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1, 3], [2]) }
  },
  Scenario("9: a listener disposes of itself and of the next beside two threads") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), other = Heard(), bag = DisposeBag()
    receiver.listen { box in
      heard.hear(box)
      bag.dispose()
      heard.isOver = true
    }.disposed(by: bag)
    receiver.listen { other.hear($0) }.disposed(by: bag)
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("a listener stays, or is called after its disposal") {
      receiver.listenerCount == 0 && heard.numbers.count == 1 && other.numbers.isEmpty
    }
  },
  Scenario("6: a listener joins another one beside another thread") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let heard = Heard(), later = Heard()
    receiver.listen { box in
      heard.hear(box)
      if heard.numbers.count == 1 { _ = receiver.record(later) }
    }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("the new listener misses a value, or hears it twice") {
      heard.isMerge(of: [1], [2]) && !later.numbers.isEmpty && later.isTail(of: heard.numbers)
    }
  },
  Scenario("10: a listener finishes the pair beside another thread") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .cold)
    let heard = Heard(), held = Held(transmitter)
    receiver.listen { box in
      heard.hear(box)
      held.take()?.finish()
    } onFinish: {
      heard.end()
    }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("a value follows the end, or the end is lost") {
      heard.ends == 1 && receiver.replayed.map(\.number) == heard.numbers && receiver.listenerCount == 0
    }
  },
  Scenario("9: a listener removes all listeners beside another thread") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), other = receiver, last = Heard(), held = Held(transmitter)
    other.listen { box in
      heard.hear(box)
      held.take()?.removeAllListeners()
    }
    _ = receiver.record(last)
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("a listener stays, or does not hear the present value") {
      receiver.listenerCount == 0 && !heard.numbers.isEmpty && heard.numbers == last.numbers
    }
  },
  Scenario("5, 6: a listener reads and clears the replay beside a reader") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let heard = Heard(), copy = Heard(), held = Held(transmitter)
    receiver.listen { box in
      heard.hear(box)
      expect(receiver.replayed.map(\.number) == [box.number], "the replay is not the present value")
      held.take()?.clearReplay()
    }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { receiver.replayed.forEach(copy.hear) }
    run.finally("the replay stays") { receiver.replayed.isEmpty && copy.isTail(of: [1]) }
  },
  Scenario("5: the deinit of an evicted value broadcasts beside another thread") { run in
    let (transmitter, receiver) = Receiver<Speaker>.make(strategy: .warm(upTo: 1))
    let heard = Heard()
    receiver.listen { heard.hear($0.number) }
    run.thread {
      let speech = Held(transmitter), reading = Held(receiver)
      transmitter.broadcast(
        Speaker(1) {
          _ = reading.take()?.replayed
          speech.take()?.broadcast(Speaker(3))
        }
      )
    }
    run.thread { transmitter.broadcast(Speaker(2)) }
    run.finally("a value is lost or doubled") {
      transmitter.clearReplay()
      return heard.isMerge(of: [1, 3], [2])
    }
  },
]

/// A value whose deinit runs a closure.
final class Speaker: Sendable {
  let number: Int
  private let end: @Sendable () -> Void

  init(_ number: Int, end: @escaping @Sendable () -> Void = {}) {
    self.number = number
    self.end = end
  }

  deinit { end() }
}
