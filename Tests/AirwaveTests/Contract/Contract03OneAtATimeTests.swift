import Airwave
import TestSupport
import Testing

@Suite("Contract 3: one at a time", .inTurn)
struct Contract03OneAtATimeTests {
  @Test("a listener is not called while it is running, by four threads", arguments: everyStrategy)
  func threads(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (listener, transform) = (OverlapDetector(), OverlapDetector())
    let heard = Tally()
    receiver
      .map { value in
        transform.enter {}
        return value
      }
      .listen { _ in listener.enter { heard.add(1) } }

    await onThreads(4) { _ in for value in 0..<2_000 { transmitter.broadcast(value) } }

    #expect([listener.overlapCount, transform.overlapCount, heard.count] == [0, 0, 8_000])
  }

  @Test("a listener is not called while it is running, by its own broadcast", arguments: everyStrategy)
  func ownBroadcast(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    transmitter.broadcast(1)
    let detector = OverlapDetector()
    let heard = Heard<Int>()
    receiver.listen { value in
      detector.enter {
        if value < 100 { transmitter.broadcast(value + 100) }
        onAnotherThread { if value < 100 { transmitter.broadcast(value + 200) } }
        heard.append(value)
      }
    }
    let replayed = strategy.replayed(of: [1]).flatMap { [$0, $0 + 100, $0 + 200] }
    // `listen` leaves the broadcast of the other thread to a thread that broadcasts, or to one of the system.
    await until { heard.values.count == replayed.count }
    transmitter.broadcast(2)
    await until { heard.values.count == replayed.count + 3 }

    #expect(detector.overlapCount == 0)
    #expect(heard.values == replayed + [2, 102, 202])
  }

  @Test("a listener that awaits is not called before its call has returned", arguments: Awaiting.allCases)
  func awaiting(form: Awaiting) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (running, overlaps, ends) = (Tally(), Tally(), Tally())
    form.listen(to: receiver) { _ in
      running.add()
      await Task.yield()
      if running.count > 1 { overlaps.add() }
      running.add(-1)
    } onFinish: {
      ends.add()
    }

    await onThreads(4) { _ in for value in 0..<200 { transmitter.broadcast(value) } }
    transmitter.finish()
    await until { ends.count == 1 }

    #expect([overlaps.count, running.count] == [0, 0])
  }

  @Test("a listener is not called while it hears its replay", arguments: everyStrategy)
  func replay(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2, 3].forEach(transmitter.broadcast)
    let detector = OverlapDetector()
    let heard = Heard<Int>()
    receiver.listen { value in
      detector.enter {
        if value == 3 { (0..<2).forEach { _ in onAnotherThread { transmitter.broadcast(4) } } }
        heard.append(value)
      }
    }

    let replayed = strategy.replayed(of: [1, 2, 3])
    let expected = replayed + (replayed.isEmpty ? [] : [4, 4])
    await until { heard.values.count == expected.count }

    #expect(detector.overlapCount == 0)
    #expect(heard.values == expected)
  }

  @Test("a main-actor listener is not called while it is running", arguments: everyStrategy)
  @MainActor func mainActor(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let detector = OverlapDetector()
    let heard = Heard<Int>()
    receiver.listen { @MainActor value in
      detector.enter {
        if value < 100 { transmitter.broadcast(value + 100) }
        heard.append(value)
      }
    }

    transmitter.broadcast(1)
    // A broadcast on another thread calls the listener later, after the delivery. Broadcasts of the listener then begin
    // deliveries of their own.
    onAnotherThread { transmitter.broadcast(2) }
    await until { heard.values.count == 4 }

    #expect(detector.overlapCount == 0)
    #expect(heard.values == [1, 101, 2, 102])
  }

  @Test("an actor's listener is not called while it is running", arguments: everyStrategy)
  func actor(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let listener = Listener(transmitter)
    await listener.listen(to: receiver)

    await onThreads(2) { thread in for value in 0..<50 { transmitter.broadcast(thread * 50 + value) } }
    await until { listener.heard.values.count == 200 }

    #expect(listener.detector.overlapCount == 0)
    #expect(listener.heard.values.sorted() == Array(0..<100) + Array(1_000..<1_100))
  }

  private actor Listener {
    let transmitter: Transmitter<Int>
    let detector = OverlapDetector()
    let heard = Heard<Int>()

    init(_ transmitter: Transmitter<Int>) {
      self.transmitter = transmitter
    }

    func listen(to receiver: Receiver<Int>) {
      receiver.listen { self.handle($0) }
    }

    private func handle(_ value: Int) {
      detector.enter {
        if value < 1_000 { transmitter.broadcast(value + 1_000) }
        heard.append(value)
      }
    }
  }
}
