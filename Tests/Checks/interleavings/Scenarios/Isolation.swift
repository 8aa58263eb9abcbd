import Airwave
import Dispatch
import Synchronization

nonisolated(unsafe) let isolation: [Scenario] = [
  Scenario("11: two threads broadcast to a listener on the main actor") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    receiver.listen { @MainActor box in
      expect(isOnMainQueue(), "heard off the main queue")
      heard.hear(box)
    }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { transmitter.broadcast(Box(11)) }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1, 2], [11]) }
  },
  Scenario("4, 11: the main queue and a thread broadcast to a listener on the main actor") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    receiver.listen { @MainActor box in
      expect(isOnMainQueue(), "heard off the main queue")
      heard.hear(box)
    }
    run.mainThread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { [11, 12].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1, 2], [11, 12]) }
  },
  Scenario("4, 11: a broadcast on the main queue is heard there on return, behind a value that waits") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), hasReturned = Disposable {}
    receiver.listen { @MainActor box in heard.hear(box) }
    run.thread {
      transmitter.broadcast(Box(1))
      hasReturned.dispose()
    }
    run.mainThread {
      let isAtRest = hasReturned.isDisposed
      transmitter.broadcast(Box(2))
      expect(!isAtRest || heard.numbers == [1, 2], "a broadcast returns before its value is heard")
    }
    run.finally("a value is lost or doubled") { heard.isMerge(of: [1], [2]) }
  },
  Scenario("9, 11: a listener on the main actor is disposed of there beside a broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    let listening = receiver.listen { @MainActor box in heard.hear(box) }
    run.mainThread {
      listening.dispose()
      heard.isOver = true
    }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("the listener stays") { receiver.listenerCount == 0 }
  },
  Scenario("10, 11: the end of a listener on the main actor follows its values") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    receiver.listen { @MainActor box in
      heard.hear(box)
    } onFinish: { @MainActor in
      heard.end()
    }
    run.thread {
      [1, 2].forEach { transmitter.broadcast(Box($0)) }
      transmitter.finish()
    }
    run.finally("the end is not heard once, after all values") { heard.ends == 1 && heard.numbers == [1, 2] }
  },
  Scenario("9, 11: a listener on the main actor is disposed of there beside its end") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    let listening = receiver.listen { @MainActor box in
      heard.hear(box)
    } onFinish: { @MainActor in
      heard.end()
    }
    run.mainThread {
      listening.dispose()
      heard.isOver = true
    }
    run.thread {
      transmitter.broadcast(Box(1))
      transmitter.finish()
    }
    run.finally("the listener stays") { receiver.listenerCount == 0 }
  },
  Scenario("11: a listener on the main actor hears its replay there beside a broadcast on the main queue") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let heard = Heard()
    receiver.listen { @MainActor _ in }
    run.mainThread { transmitter.broadcast(Box(1)) }
    run.thread {
      receiver.listen { @MainActor box in
        expect(isOnMainQueue(), "heard off the main queue")
        heard.hear(box)
      }
    }
    run.finally("a value is lost or doubled") { heard.numbers == [1] }
  },
  Scenario("3, 11: a listener on the main actor broadcasts in its turn") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), isRunning = Flag(), held = Held(transmitter)
    receiver.listen { @MainActor box in
      expect(!isRunning.isSet, "a listener is called while it is running")
      isRunning.isSet = true
      heard.hear(box)
      held.take()?.broadcast(Box(2))
      isRunning.isSet = false
    }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("a value is lost or reordered") { heard.numbers == [1, 2] }
  },
  Scenario("11: two threads broadcast to a listener on a dispatch queue") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.receive(on: DispatchQueue(label: "listener")).record()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { transmitter.broadcast(Box(11)) }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1, 2], [11]) }
  },
  Scenario("9, 11: a listener on a dispatch queue is disposed of beside a broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    let listening = receiver.receive(on: DispatchQueue(label: "listener")).listen { heard.hear($0) }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { listening.dispose() }
    run.finally("the listener stays") { receiver.listenerCount == 0 && heard.isTail(of: [1]) }
  },
  Scenario("2, 3, 11: two listeners on a dispatch queue, one of which leaves while two threads broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let queue = DispatchQueue(label: "listener"), heard = Heard()
    let listening = receiver.receive(on: queue).listen { heard.hear($0) }
    receiver.receive(on: queue).listen { heard.hear(Box(-$0.number)) }
    run.thread {
      transmitter.broadcast(Box(1))
      listening.dispose()
    }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("a value reaches the second listener before the first, or after the next value") {
      let numbers = heard.numbers
      return numbers.filter { $0 < 0 }.sorted() == [-2, -1]
        && numbers.indices.allSatisfy { numbers[$0] < 0 || numbers.dropFirst($0 + 1).first == -numbers[$0] }
    }
  },
  Scenario("4: blocks of two queues and of a global queue broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.record()
    let queue = DispatchQueue(label: "serial")
    run.thread {
      queue.async { transmitter.broadcast(Box(1)) }
      queue.async { transmitter.broadcast(Box(2)) }
      DispatchQueue.global().async { transmitter.broadcast(Box(11)) }
    }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1, 2], [11]) }
  },
  Scenario("4, 11: listeners join on the main actor, and call no other listener that waits there", preemptions: 1) {
    run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let shared = receiver.share(strategy: .warm(upTo: 1)), isJoining = Flag(), heard = (0..<4).map { _ in Heard() }
    transmitter.broadcast(Box(1))
    for (heard, receiver) in zip(heard, [receiver, shared]) {
      receiver.listen { @MainActor box in
        expect(!isJoining.isSet, "a listener of others is called")
        heard.hear(box)
      }
    }
    run.mainThread {
      isJoining.isSet = true
      receiver.listen { @MainActor box in heard[2].hear(box) }
      shared.listen { @MainActor box in heard[3].hear(box) }
      isJoining.isSet = false
    }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("a value is lost, doubled or reordered") {
      heard[..<2].allSatisfy { $0.numbers == [1, 2] } && heard[2...].allSatisfy { [[1, 2], [2]].contains($0.numbers) }
    }
  },
  Scenario("11: a listener on the main actor hears values behind a dispatch queue", preemptions: 1, olderValues: 0) {
    run in
    let (transmitter, receiver) = Receiver<Box>.make(), queue = DispatchQueue(label: "first"), heard = Heard()
    receiver.merge(with: .never).receive(on: queue).listen { @MainActor box in
      expect(isOnMainQueue(), "heard off the main queue")
      heard.hear(box)
    }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { transmitter.broadcast(Box(11)) }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1, 2], [11]) }
  },
  Scenario("11: a call is told when values are handled, beside a broadcast on the main actor", olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make(), handled = Cell(), told = Cell()
    receiver.listen { @MainActor _ in handled.value.add(1, ordering: .releasing) }
    // Waits for the main actor.
    transmitter.broadcast(1)
    run.mainThread { transmitter.broadcast(2) }
    run.thread {
      transmitter.whenHandled {
        expect(handled.value.load(ordering: .acquiring) >= 1, "told before a value is handled")
        told.value.add(1, ordering: .relaxed)
      }
    }
    run.finally("a value is lost, or nothing is told") {
      handled.value.load(ordering: .acquiring) == 2 && told.value.load(ordering: .relaxed) == 1
    }
  },
]
