import Airwave

// What is promised of a pair, behind operators that join sources.
nonisolated(unsafe) let composition: [Scenario] = [
  Scenario("4, 10: the end of a source behind a merge runs no value that other threads have sent") { run in
    let (ending, first) = Receiver<Box>.make(), (transmitter, second) = Receiver<Box>.make()
    let heard = Heard()
    first.merge(with: second).listen { box in
      expect(thread() != 0, "a call that is no broadcast runs what others have sent")
      heard.hear(box)
    }
    run.thread { ending.finish() }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("a value is lost or doubled") { heard.isMerge(of: [1], [2]) }
  },
  Scenario("4, 10: the release of a transmitter behind a merge runs no value that other threads have sent") { run in
    let (ending, first) = Receiver<Box>.make(), (transmitter, second) = Receiver<Box>.make()
    let heard = Heard(), held = Held(ending)
    first.merge(with: second).listen { box in
      expect(thread() != 0, "a release runs what others have sent")
      heard.hear(box)
    }
    run.thread { held.release() }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("a value is lost, doubled or reordered") { heard.numbers == [1, 2] }
  },
  Scenario("4, 6: a listener behind a merge hears the replay in its call, and nothing that other threads send") { run in
    let (kept, first) = Receiver<Box>.make(strategy: .warm(upTo: 1)), (transmitter, second) = Receiver<Box>.make()
    kept.broadcast(Box(0))
    let heard = Heard()
    run.thread {
      second.merge(with: first).listen { box in
        expect(thread() != 0 || box.number == 0, "a call that is no broadcast runs what others have sent")
        heard.hear(box)
      }
    }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("a value is lost, doubled or reordered") {
      let sent = heard.numbers.filter { $0 > 0 }
      return heard.numbers.contains(0) && sent == [1, 2].suffix(sent.count) && heard.numbers.count == sent.count + 1
        && withExtendedLifetime(kept) { true }
    }
  },
  Scenario("2, 6, 8: a receiver that is joined inside of a step keeps its order beside its broadcasts") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast(Box(0))
    let heard = Heard()
    run.thread { Receiver.just(0).flatMap { _ in receiver }.listen { heard.hear($0) } }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("a value is lost, doubled or reordered") {
      !heard.numbers.isEmpty && heard.isTail(of: [0, 1, 2])
    }
  },
  Scenario("2, 8: given values come before those that another thread broadcasts meanwhile") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    run.thread { receiver.prepend(Box(-2), Box(-1)).listen { heard.hear($0) } }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("a value is lost, doubled or reordered") {
      let sent = heard.numbers.dropFirst(2)
      return heard.numbers.starts(with: [-2, -1]) && sent == [1, 2].suffix(sent.count)[...]
    }
  },
  Scenario("9: a listener that was removed with others leaves no other listener's slot") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let first = receiver.listen { _ in }, heard = Heard(), later = Holder()
    run.thread { transmitter.removeAllListeners() }
    run.thread { first.dispose() }
    run.thread { later.disposable = receiver.listen { heard.hear($0) } }
    run.finally("another listener is removed") {
      transmitter.broadcast(Box(1))
      return heard.numbers == (later.disposable?.isDisposed == true ? [] : [1])
    }
  },
  Scenario("9: two threads dispose of listeners whose captured objects dispose of a third") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let third = receiver.listen { _ in }
    let first = listener(of: receiver) { third.dispose() }, second = listener(of: receiver) { third.dispose() }
    run.thread { Held(first).take()?.dispose() }
    run.thread { Held(second).take()?.dispose() }
    run.finally("a listener stays") { withExtendedLifetime(transmitter) { receiver.listenerCount == 0 } }
  },
]
