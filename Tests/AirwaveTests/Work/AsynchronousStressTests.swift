import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Stress: asynchronous sequences", .inTurn, .patient)
struct AsynchronousStressTests {
  private static let producers = 3
  private static let count = 10_000

  /// Broadcasts from several threads, then finishes. Each value contains the number of its thread.
  private func produce(on transmitter: Receiver<Int>.Transmitter) async {
    await onThreads(Self.producers) { author in
      for number in 0..<Self.count { transmitter.broadcast(author * Self.count + number) }
    }
    transmitter.finish()
  }

  private func expectOrderOfAuthors(_ heard: [Int]) {
    for author in 0..<Self.producers {
      let own = heard.filter { $0 / Self.count == author }
      #expect(own == own.sorted())
    }
  }

  @Test("several producers, several consumers: exact counts, one order")
  func manyToMany() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heardHere = receiver.record()
    let consumers = (0..<4).map { _ in
      let values = receiver.values
      return Task { await values.all() }
    }
    await produce(on: transmitter)
    var all: [[Int]] = []
    for consumer in consumers { all.append(await consumer.value) }

    #expect(heardHere.values.count == Self.producers * Self.count)
    #expect(all.map { $0 == heardHere.values } == [true, true, true, true])
    expectOrderOfAuthors(heardHere.values)
    #expect(receiver.listenerCount == 0)
  }

  @Test(
    "each loop over one sequence hears or drops each value",
    arguments: [.unbounded, .newest(.max), .newest(8), .oldest(8), .newest(0)] as [BufferingPolicy]
  )
  func shared(policy: BufferingPolicy) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let values = receiver.values(buffering: policy)
    let consumers = await values.beginLoops(4)
    await produce(on: transmitter)
    var count = 0
    for consumer in consumers {
      let heard = await consumer.value
      expectOrderOfAuthors(heard)
      count += heard.count
    }

    #expect(count + values.droppedCount == 4 * Self.producers * Self.count)
  }

  @Test("a consumer is suspended and resumed for every value")
  func pingPong() async {
    let (pings, ping) = Receiver<Int>.make()
    let (pongs, pong) = Receiver<Int>.make()
    let (heardPings, heardPongs) = (ping.values, pong.values)
    let player = Task {
      for await number in heardPings { pongs.broadcast(number + 1) }
      pongs.finish()
    }
    pings.broadcast(0)
    var last = 0
    for await number in heardPongs {
      last = number
      if number == 20_000 { pings.finish() } else { pings.broadcast(number) }
    }
    await player.value

    #expect(last == 20_000)
  }

  @Test("consumers are cancelled, and sequences dropped, during broadcasts")
  func cancellation() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 4))
    let order = receiver.record()
    let isDone = Countdown(1)
    let cancelling = Task {
      var runs: [[Int]] = []
      while !isDone.isDone {
        let values = receiver.values
        let heard = Heard<Int>()
        let consumers = (0..<2).map { _ in Task { for await value in values { heard.append(value) } } }
        let own = receiver.values
        let lone = Task { await own.all() }
        _ = receiver.values(buffering: .newest(1)).makeAsyncIterator()
        await Task.yield()
        consumers.forEach { $0.cancel() }
        lone.cancel()
        runs.append(await lone.value)
        for consumer in consumers { await consumer.value }
      }
      return runs
    }
    await onThreads(Self.producers) { author in
      for number in 0..<Self.count { transmitter.broadcast(author * Self.count + number) }
    }
    isDone.countDown()
    let runs = await cancelling.value

    // Until its cancellation each task has heard consecutive values of the common order.
    let positions = Dictionary(uniqueKeysWithValues: order.values.enumerated().map { ($1, $0) })
    for run in runs {
      let places = run.compactMap { positions[$0] }
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 + 1 == $1 })
    }
    #expect(order.values.count == Self.producers * Self.count)
    #expect(receiver.listenerCount == 1)
  }

  @Test("a receiver of a sequence while listeners join and leave")
  func sequence() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let ends = Tally()
    let receiver = stream.receiver(strategy: .warm(upTo: 3))
    let heard = Heard<Int>()
    receiver.listen {
      heard.append($0)
    } onFinish: {
      ends.add(1)
    }
    await onThreads(4) { thread in
      for number in 0..<2_000 {
        if thread < 2 {
          continuation.yield(thread * 2_000 + number)
        } else {
          receiver.map { $0 }.listen { _ in }.dispose()
        }
      }
    }
    continuation.finish()
    await until { ends.count == 1 }

    #expect(heard.values.sorted() == Array(0..<4_000))
    #expect(heard.values.filter { $0 < 2_000 } == Array(0..<2_000))
    #expect(receiver.listenerCount == 0)
  }

  @Test("receivers of sequences are dropped while elements arrive")
  func dropped() async {
    let (cancelled, captured) = (Tally(), Tally())
    for index in 0..<500 {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.onTermination = { _ in cancelled.add(1) }
      let witness = Witness { captured.add(1) }
      let listening = stream.receiver(strategy: .cold).listen { _ in withExtendedLifetime(witness) {} }
      continuation.yield(1)
      if index.isMultiple(of: 2) { await Task.yield() }
      continuation.yield(2)
      listening.dispose()
    }
    await until { cancelled.count == 500 && captured.count == 500 }

    #expect([cancelled.count, captured.count] == [500, 500])
  }
}
