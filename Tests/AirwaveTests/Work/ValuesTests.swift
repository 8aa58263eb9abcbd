import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.values", .inTurn, .patient)
struct ValuesTests {
  @Test("listens from the call on, and hears the replay first", arguments: everyStrategy)
  func registers(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    (1...3).forEach(transmitter.broadcast)
    let values = receiver.values
    let count = receiver.listenerCount
    (4...5).forEach(transmitter.broadcast)
    transmitter.finish()

    #expect(count == 1)
    #expect(await values.all() == strategy.replayed(of: [1, 2, 3]) + [4, 5])
    #expect(values.droppedCount == 0)
  }

  @Test("every call makes a stream of its own", arguments: everyStrategy)
  func independent(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let first = receiver.values
    (1...2).forEach(transmitter.broadcast)
    let second = receiver.map { $0 * 10 }.values
    transmitter.broadcast(3)
    let count = receiver.listenerCount
    transmitter.finish()

    #expect(count == 2)
    #expect(await second.all() == (strategy.replayed(of: [1, 2]) + [3]).map { $0 * 10 })
    #expect(await first.all() == [1, 2, 3])
  }

  @Test("ends after the last value, with the pair or its last transmitter", arguments: [true, false])
  func ends(explicitly: Bool) async {
    var (transmitter, receiver) = Receiver<Int>.make() as (Receiver<Int>.Transmitter?, Receiver<Int>)
    let values = receiver.values
    let consumer = Task { await values.all() }
    (1...3).forEach { transmitter?.broadcast($0) }
    if explicitly { transmitter?.finish() }
    transmitter = nil

    #expect(receiver.listenerCount == 0)
    #expect(await consumer.value == [1, 2, 3])
    var iterator = values.makeAsyncIterator()
    #expect(await [iterator.next(), iterator.next()] == [nil, nil])
  }

  @Test("ends with an operator that is done, and after the end has the replay alone")
  func endsWithOperator() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
    let taken = receiver.take(count: 2).values
    (1...3).forEach(transmitter.broadcast)
    let count = receiver.listenerCount
    transmitter.finish()

    #expect(count == 0)
    #expect(await taken.all() == [1, 2])
    #expect(await receiver.values.all() == [2, 3])
  }

  @Test("wakes a consumer that waits, time and again")
  func suspends() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let values = receiver.values
    let (hearing, heard) = Receiver<Int>.make()
    let recorder = heard.record()
    let consumer = Task { for await value in values { hearing.broadcast(value) } }
    for value in 1...200 {
      transmitter.broadcast(value)
      #expect(try await recorder.next(within: timeLimit) == value)
    }
    transmitter.finish()
    await consumer.value

    recorder.expectNoValues()
  }

  @Test(
    "releases the remaining values when the task is cancelled",
    arguments: [.unbounded, .newest(8)] as [BufferingPolicy]
  )
  func releasesWhenCancelled(policy: BufferingPolicy) async {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let values = receiver.values(buffering: policy)
    let released = Tally()
    (0..<5).forEach { _ in transmitter.broadcast(Witness { released.add() }) }
    await Task {
      var iterator = values.makeAsyncIterator()
      _ = await iterator.next()
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(await iterator.next() == nil)
    }.value

    #expect(released.count == 5)
    withExtendedLifetime(values) {}
  }

  @Test("leaves the pair when it is dropped, iterated or not, and releases its values")
  func dropped() async {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let gone = Tally()
    var counts: [Int] = []
    do {
      let values = receiver.values
      transmitter.broadcast(Witness { gone.add(1) })
      counts += [receiver.listenerCount, gone.count]
      _ = values
    }
    counts += [receiver.listenerCount, gone.count]
    do {
      var iterator = receiver.values(buffering: .newest(2)).makeAsyncIterator()
      counts.append(receiver.listenerCount)
      for _ in 1...3 { transmitter.broadcast(Witness { gone.add(1) }) }
      // The iterator alone keeps the listener alive.
      counts += [receiver.listenerCount, gone.count]
      _ = await iterator.next()
    }
    counts += [receiver.listenerCount, gone.count]

    #expect(counts == [1, 0, 0, 1, 1, 1, 2, 0, 4])
  }

  @Test("ends when all listeners of the pair are removed")
  func removeAll() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (values, ends) = (receiver.values, Tally())
    let consumer = Task {
      let heard = await values.all()
      ends.add(1)
      return heard
    }
    transmitter.broadcast(1)
    transmitter.removeAllListeners()
    await until { ends.count == 1 }
    let endsBefore = ends.count
    consumer.cancel()

    #expect(await consumer.value == [1])
    #expect(endsBefore == 1)
  }

  @Test("keeps no value that its consumer has got")
  func releases() async {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let gone = Tally()
    let values = receiver.values(buffering: .unbounded)
    var iterator = values.makeAsyncIterator()
    var counts: [Int] = []
    for _ in 1...3 {
      transmitter.broadcast(Witness { gone.add(1) })
      _ = await iterator.next()
      counts.append(gone.count)
    }

    #expect(counts.last ?? 0 >= 2)
    _ = iterator
  }

  @Test("several consumers, each with a stream of its own, hear all")
  func consumers() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let streams = (0..<5).map { _ in receiver.values }
    await withTaskGroup { group in
      for stream in streams { group.addTask { await stream.all() } }
      for value in 0..<100 { transmitter.broadcast(value) }
      transmitter.finish()
      for await heard in group { #expect(heard == Array(0..<100)) }
    }
  }

  @Test(
    "each loop over one sequence hears all values, and the first one also those from before it began",
    arguments: [.unbounded, .newest(.max), .oldest(1_000)] as [BufferingPolicy]
  )
  func kept(policy: BufferingPolicy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let values = receiver.values(buffering: policy)
    (0..<10).forEach(transmitter.broadcast)
    let loops = await values.beginLoops(3)
    (10..<300).forEach(transmitter.broadcast)
    transmitter.finish()
    var heard: [[Int]] = []
    for loop in loops { heard.append(await loop.value) }

    // Any of the tasks may be the first one.
    #expect(heard.sorted { $0.count > $1.count } == [Array(0..<300), Array(9..<300), Array(9..<300)])
    #expect(values.droppedCount == 0)
  }

  @Test("a loop that is cancelled ends alone")
  func cancelledAlone() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let values = receiver.values
    let loops = await values.beginLoops(3)
    transmitter.broadcast(1)
    loops[1].cancel()
    let cancelled = await loops[1].value
    let count = receiver.listenerCount
    transmitter.broadcast(2)
    transmitter.finish()

    #expect(cancelled == [1] || cancelled == [])
    #expect(count == 2)
    #expect(await loops[0].value == [1, 2])
    #expect(await loops[2].value == [1, 2])
  }

  @Test(
    "a loop that ends early keeps nothing, and the next loop is a listener of its own",
    arguments: [.unbounded, .newest(9), .oldest(9)] as [BufferingPolicy]
  )
  func left(policy: BufferingPolicy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let values = receiver.values(buffering: policy)
    (1...3).forEach(transmitter.broadcast)
    for await value in values {
      #expect(value == 1)
      break
    }
    let count = receiver.listenerCount
    transmitter.broadcast(4)
    transmitter.finish()
    var heard: [Int] = []
    for await value in values { heard.append(value) }

    #expect(count == 0)
    #expect(heard == [4])
    #expect(values.droppedCount == 0)
  }

  @Test("is consumed on the actor that asks")
  @MainActor func isolation() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let values = receiver.values
    (1...2).forEach(transmitter.broadcast)
    var heard: [Int] = []
    let closer = Task { @MainActor in transmitter.finish() }
    for await value in values {
      MainActor.assertIsolated()
      heard.append(value)
    }
    await closer.value

    #expect(heard == [1, 2])
    #expect(await Desk().hear(receiver.values) == [])
  }

  private actor Desk {
    var heard: [Int] = []

    func hear(_ values: ReceiverValues<Int>) async -> [Int] {
      for await value in values { heard.append(value) }
      return heard
    }
  }
}

extension ReceiverValues {
  /// Begins loops that return all values until the end, in tasks of their own. Each has joined when this returns: a
  /// listener is counted by `listenerCount` a moment before.
  func beginLoops(_ count: Int) async -> [Task<[Value], Never>] {
    let joined = Tally()
    let loops = (0..<count).map { _ in
      Task {
        var (iterator, heard) = (makeAsyncIterator(), [Value]())
        joined.add()
        while let value = await iterator.next() { heard.append(value) }
        return heard
      }
    }
    await until { joined.count == count }
    return loops
  }

  /// All values until the end.
  func all() async -> [Value] {
    var heard: [Value] = []
    for await value in self { heard.append(value) }
    return heard
  }
}
