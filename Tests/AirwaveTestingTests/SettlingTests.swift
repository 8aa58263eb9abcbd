import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

@Suite("ManualClock.settle", .patient)
struct SettlingTests {
  /// A way on which a value leaves the thread that broadcasts it.
  enum Way: CaseIterable {
    case mapLatest, asyncMap, asyncMapConcurrent, asyncMapBuffering, awaiting, awaitingLatest, awaitingOnMainActor
    case task
    case mainActor, actor, queue, sequence, sequenceAsReceiver, chain

    /// Listens until the disposable is disposed of.
    func listen(to receiver: Receiver<Int>, _ heard: Heard<Int>) -> Disposable {
      switch self {
      case .mapLatest: return receiver.mapLatest(Self.take).listen { heard.append($0) }
      case .asyncMap: return receiver.asyncMap(Self.take).listen { heard.append($0) }
      case .asyncMapConcurrent: return receiver.asyncMap(maxConcurrent: 3, Self.take).listen { heard.append($0) }
      case .asyncMapBuffering:
        return receiver.asyncMap(buffering: .newest(9), Self.take).listen { heard.append($0) }
      case .awaiting: return receiver.listen { heard.append(await Self.take($0)) }
      case .awaitingLatest: return receiver.listenLatest { heard.append(await Self.take($0)) }
      case .awaitingOnMainActor: return receiver.listen { @MainActor in heard.append(await Self.take($0)) }
      case .task:
        return receiver.flatMap { value in
          .task { transmitter in transmitter.broadcast(await Self.take(value)) }
        }.listen { heard.append($0) }
      case .mainActor: return receiver.listen { @MainActor in heard.append($0) }
      case .actor:
        let collector = Collector()
        let listening = receiver.listen(with: collector) { collector, value in collector.collect(value, heard) }
        return Disposable { withExtendedLifetime(collector, listening.dispose) }
      case .queue:
        return receiver.receive(on: DispatchQueue(label: "settling")).listen { heard.append($0) }
      case .sequence:
        let values = receiver.values
        let task = Task { for await value in values { heard.append(await Self.take(value)) } }
        return Disposable { task.cancel() }
      case .sequenceAsReceiver: return receiver.values.receiver().listen { heard.append($0) }
      case .chain:
        return receiver.receive(on: DispatchQueue(label: "settling")).asyncMap(Self.take).values.receiver()
          .mapLatest(Self.take).listen { @MainActor in heard.append($0) }
      }
    }

    /// Suspends some times, and returns the value.
    @Sendable static func take(_ value: Int) async -> Int {
      for _ in 0..<value { await Task.yield() }
      return value
    }
  }

  actor Collector {
    func collect(_ value: Int, _ heard: Heard<Int>) { heard.append(value) }
  }

  @Test("waits until a value that a ring has sent is heard, each time", arguments: Way.allCases)
  func hears(way: Way) async {
    var heardCount = 0
    let count = rounds(300, quick: 50)
    for number in 0..<count {
      let (clock, heard) = (ManualClock(), Heard<Int>())
      let (transmitter, receiver) = Receiver<Int>.make()
      let listening = way.listen(to: receiver.delay(for: .seconds(1), clock: clock), heard)
      transmitter.broadcast(number % 7)
      clock.advance(by: .seconds(1))
      await clock.settle(within: .patience)
      if heard.values == [number % 7] { heardCount += 1 }
      listening.dispose()
    }
    #expect(heardCount == count)
  }

  @Test(
    "waits until values that the test has broadcast are heard",
    arguments: Way.allCases.filter { ![.mapLatest, .chain, .awaitingLatest].contains($0) }
  )
  func hearsBroadcasts(way: Way) async {
    var heardCount = 0
    let clock = ManualClock()
    let count = rounds(100, quick: 20)
    for _ in 0..<count {
      let heard = Heard<Int>()
      let (transmitter, receiver) = Receiver<Int>.make()
      let listening = way.listen(to: receiver, heard)
      (1...5).forEach(transmitter.broadcast)
      await clock.settle(within: .patience)
      if heard.values.sorted() == Array(1...5) { heardCount += 1 }
      listening.dispose()
    }
    #expect(heardCount == count)
  }

  @Test("does not wait for a function that sleeps on the clock, but for what it does when it has been woken")
  func sleepers() async {
    let (clock, heard) = (ManualClock(), Heard<Int>())
    let (transmitter, receiver) = Receiver<Int>.make()
    receiver.asyncMap { value in
      for _ in 0..<3 { try? await clock.sleep(for: .seconds(1)) }
      return await Way.take(value)
    }
    .listen { heard.append($0) }
    transmitter.broadcast(5)
    var counts: [Int] = []
    for _ in 0..<3 {
      await clock.settle(within: .patience)
      counts += [heard.values.count, clock.sleeperCount]
      clock.advance(by: .seconds(1))
    }
    await clock.settle(within: .patience)

    #expect(counts == [0, 1, 0, 1, 0, 1])
    #expect(heard.values == [5])
  }

  @Test("does not wait for a function whose child tasks sleep")
  func children() async {
    let (clock, heard) = (ManualClock(), Heard<Int>())
    let (transmitter, receiver) = Receiver<Int>.make()
    receiver.mapLatest { value in
      async let one: Void? = try? clock.sleep(for: .seconds(1))
      async let two: Void? = try? clock.sleep(for: .seconds(1))
      _ = await (one, two)
      return value
    }
    .listen { heard.append($0) }
    transmitter.broadcast(5)
    await clock.waitForSleepers(2, within: .patience)
    await clock.settle(within: .patience)
    clock.advance(by: .seconds(1))
    await clock.settle(within: .patience)

    #expect(heard.values == [5])
  }

  @Test("does not wait for a consumer that sleeps on the clock, or waits for another sequence")
  func consumers() async {
    let (clock, heard) = (ManualClock(), Heard<Int>())
    let (transmitter, receiver) = Receiver<Int>.make()
    let (gates, gate) = Receiver<Void>.make()
    let (values, gateValues) = (receiver.values, gate.values)
    let task = Task {
      var opened = gateValues.makeAsyncIterator()
      for await value in values {
        try? await clock.sleep(for: .seconds(1))
        heard.append(await Way.take(value))
        _ = await opened.next()
        heard.append(-value)
      }
    }
    (1...2).forEach(transmitter.broadcast)
    var counts: [Int] = []
    for _ in 0..<2 {
      await clock.settle(within: .patience)
      clock.advance(by: .seconds(1))
      await clock.settle(within: .patience)
      counts.append(heard.values.count)
      gates.broadcast()
      await clock.settle(within: .patience)
      counts.append(heard.values.count)
    }
    task.cancel()

    #expect(counts == [1, 2, 3, 4])
    #expect(heard.values == [1, -1, 2, -2])
  }

  @Test("leaves a value of a sequence to the caller, and to a consumer that has not begun")
  func caller() async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let (values, others) = (receiver.asyncMap(Way.take).values, receiver.values)
    var iterator = values.makeAsyncIterator()
    var heard: [Int?] = []
    for value in 1...3 {
      transmitter.broadcast(value)
      await clock.settle(within: .patience)
      heard.append(await iterator.next())
    }
    transmitter.finish()
    await clock.settle(within: .patience)
    for await value in others {
      heard.append(value)
      await clock.settle(within: .patience)
      if value == 2 { break }
    }
    await clock.settle(within: .patience)

    #expect(heard == [1, 2, 3, 1, 2])
  }

  @Test("does not wait for a function that is cancelled, although it goes on")
  func cancelled() async {
    let (clock, gate) = (ManualClock(), Gate())
    let (transmitter, receiver) = Receiver<Int>.make()
    let listening = receiver.waiting(for: gate).listen { _ in }
    transmitter.broadcast(1)
    listening.dispose()
    await clock.settle(within: .patience)
    gate.open()
  }

  @Test("does not wait for work of others")
  func others() async {
    let (clock, gate) = (ManualClock(), Gate())
    let (transmitter, receiver) = Receiver<Int>.make()
    receiver.waiting(for: gate).listen { _ in }
    await Task.detached { transmitter.broadcast(1) }.value
    let other = ManualClock()
    _ = other.setAlarm(at: other.now) { transmitter.broadcast(2) }
    await clock.settle(within: .patience)
    gate.open()
  }

  @Test("waits for the function of a task, unless it is cancelled, although it goes on")
  func task() async {
    let (clock, gate) = (ManualClock(), Gate())
    let listening = Receiver<Int>.task { _ in await Task { await gate.wait() }.value }.listen { _ in }
    let waiting = await issues { await clock.settle(within: .milliseconds(1)) }
    listening.dispose()
    await clock.settle(within: .patience)
    gate.open()

    #expect(waiting.count == 1)
  }

  @Test("fails the test at its line if a function does not return")
  func tooLong() async {
    await tooLong { receiver, gate in receiver.waiting(for: gate).listen { _ in } }
  }

  @Test("fails the test at its line if the call of a listener does not return")
  func tooLongCall() async {
    await tooLong { receiver, gate in receiver.listen { _ in await gate.wait() } }
  }

  private func tooLong(_ listen: (Receiver<Int>, Gate) -> Disposable) async {
    let (clock, gate) = (ManualClock(), Gate())
    let (transmitter, receiver) = Receiver<Int>.make()
    _ = listen(receiver, gate)
    transmitter.broadcast(1)
    let issues = await issues { await clock.settle(within: .milliseconds(1)) }
    let line = #line - 1
    gate.open()
    await clock.settle(within: .patience)

    #expect(issues.map(\.line) == [line])
    #expect(
      issues.map(\.text) == [
        """
        Expected the work of Airwave to end within 0.001 seconds, but 1 piece did not. A function of 'asyncMap', \
        'mapLatest' or 'task', or a listener that awaits, waits for something else than a clock of the test, or a \
        consumer of a sequence does not ask for the next value.
        """
      ]
    )
  }

  @Test("returns when its task is cancelled")
  func cancelledCaller() async {
    let (clock, gate) = (ManualClock(), Gate())
    let (transmitter, receiver) = Receiver<Int>.make()
    receiver.waiting(for: gate).listen { _ in }
    transmitter.broadcast(1)
    let settling = Task { await clock.settle(within: .patience) }
    settling.cancel()
    await settling.value
    gate.open()
  }

  @Test("a function may wait until all other work is done")
  func inside() async throws {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let recorder = receiver.asyncMap { value in
      await clock.settle(within: .patience)
      return value
    }
    .record()
    transmitter.broadcast(1)

    #expect(try await recorder.next(within: .patience) == 1)
  }
}

/// Lets tasks wait until it is opened. Nothing of Airwave knows of it.
extension Receiver {
  /// Has each value wait in a function of `asyncMap` until a gate opens.
  fileprivate func waiting(for gate: Gate) -> Receiver<Value> {
    asyncMap { value in
      await gate.wait()
      return value
    }
  }
}

private final class Gate: Sendable {
  private let stream = AsyncStream<Void>.makeStream()

  func open() { stream.continuation.finish() }

  func wait() async {
    for await _ in stream.stream {}
  }
}
