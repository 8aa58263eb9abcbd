import Airwave
import TestSupport
import Testing

@Suite("Receiver.flatMap", .inTurn)
struct FlatMapTests {
  @Test("forwards the values of all receivers, each from its replay on", arguments: everyStrategy)
  func allAtOnce(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let inner = (0..<3).map { _ in Receiver<Int>.make(strategy: .warm(upTo: 1)) }
    for number in 0..<3 { inner[number].transmitter.broadcast(number * 10) }
    let receivers = inner.map(\.receiver)
    let flat = receiver.flatMap { receivers[$0] }
    transmitter.broadcast(0)
    let (early, _) = recordEvents(flat)
    transmitter.broadcast(1)
    let (late, _) = recordEvents(flat)
    transmitter.broadcast(2)
    for number in 0..<3 { inner[number].transmitter.broadcast(number * 10 + 1) }

    func expected(_ replayed: [Int], _ after: [Int]) -> [Event<Int>] {
      let chosen = replayed + after
      return (chosen.map { $0 * 10 } + chosen.map { $0 * 10 + 1 }).map(Event.value)
    }
    #expect(early.values == expected(strategy.replayed(of: [0]), [1, 2]))
    #expect(late.values == expected(strategy.replayed(of: [0, 1]), [2]))
    let replayed = strategy.replayed(of: [0, 1, 2]).map { $0 * 10 + 1 }
    #expect(flat.replayed == replayed)
  }

  @Test("with a limit the rest wait, in order, and are not even made", arguments: [1, 2, 3])
  func limited(limit: Int) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let inner = (0..<6).map { _ in Receiver<Int>.make(strategy: .cold) }
    let receivers = inner.map(\.receiver)
    let made = Heard<Int>()
    let (heard, _) = recordEvents(
      receiver.flatMap(maxConcurrent: limit) { number in
        made.append(number)
        return receivers[number]
      }
    )
    for number in 0..<6 {
      inner[number].transmitter.broadcast(number)
      transmitter.broadcast(number)
    }
    transmitter.finish()
    var counts = [made.values.count]
    for (transmitter, _) in inner {
      transmitter.finish()
      counts.append(made.values.count)
    }

    #expect(counts == (0...6).map { min($0 + limit, 6) })
    #expect(made.values == Array(0..<6))
    #expect(heard.values == (0..<6).map(Event.value) + [.end])
  }

  @Test("finishes when the outer receiver and all others have, in whichever order", arguments: [true, false])
  func finishes(outerFirst: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let inner = (0..<2).map { _ in Receiver<Int>.make() }
    let receivers = inner.map(\.receiver)
    let (heard, listening) = recordEvents(receiver.flatMap { receivers[$0] })
    [0, 1].forEach(transmitter.broadcast)
    if outerFirst { transmitter.finish() }
    inner[1].transmitter.finish()
    inner[0].transmitter.broadcast(7)
    inner[0].transmitter.finish()
    let before = heard.values
    if !outerFirst { transmitter.finish() }

    #expect(before == [.value(7)] + (outerFirst ? [.end] : []))
    #expect(heard.values == [.value(7), .end])
    #expect(listening.isDisposed)
  }

  @Test("a receiver that sends the same one twice is heard twice")
  func twice() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (inner, values) = Receiver<Int>.make()
    let (heard, listening) = recordEvents(receiver.flatMap { number in values.map { $0 + number } })
    [10, 20].forEach(transmitter.broadcast)
    inner.broadcast(1)
    let count = values.listenerCount
    listening.dispose()

    #expect(heard.values == [.value(11), .value(21)])
    #expect([count, values.listenerCount, receiver.listenerCount] == [2, 0, 0])
  }

  @Test("removing the listeners of one receiver removes the listener from all")
  func removal() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let inner = (0..<2).map { _ in Receiver<Int>.make() }
    let receivers = inner.map(\.receiver)
    let (heard, listening) = recordEvents(receiver.flatMap { receivers[$0] })
    [0, 1].forEach(transmitter.broadcast)
    inner[1].transmitter.removeAllListeners()

    #expect(listening.isDisposed && heard.values == [])
    #expect(([receiver] + receivers).allSatisfy { $0.listenerCount == 0 })
  }

  @Test("the closure may end the listener, which then hears nothing more", arguments: [Int.max, 1])
  func disposedByClosure(limit: Int) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (inner, values) = Receiver<Int>.make(strategy: .cold)
    inner.broadcast(1)
    let token = Box<Disposable>()
    let (heard, listening) = recordEvents(
      receiver.flatMap(maxConcurrent: limit) { _ in
        token.content?.dispose()
        return values
      }
    )
    token.content = listening
    [1, 2].forEach(transmitter.broadcast)

    #expect(heard.values == [])
    #expect([receiver.listenerCount, values.listenerCount] == [0, 0])
  }

  @Test("waiting values are released with the listener", arguments: [true, false])
  func releases(byTake: Bool) {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let (inner, values) = Receiver<Int>.make()
    weak var weakWaiting: Witness?
    weak var weakCaptured: Witness?
    let listening = {
      let captured = Witness()
      weakCaptured = captured
      return receiver.flatMap(maxConcurrent: 1) { _ in values }.take(count: 1).listen { _ in
        withExtendedLifetime(captured) {}
      }
    }()
    do {
      let waiting = Witness()
      weakWaiting = waiting
      transmitter.broadcast(Witness())
      transmitter.broadcast(waiting)
    }
    let before = (weakWaiting != nil, weakCaptured != nil)
    if byTake { inner.broadcast(1) } else { listening.dispose() }

    #expect(before == (true, true))
    #expect(weakWaiting == nil && weakCaptured == nil)
    #expect([receiver.listenerCount, values.listenerCount] == [0, 0])
  }

  @Test("tens of thousands of live receivers are heard, and released together", arguments: [true, false])
  func manyLive(byFinish: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (inner, values) = Receiver<Int>.make()
    let sum = Tally()
    let listening = receiver.flatMap { _ in values }.listen { sum.add($0) }
    let count = size(100_000, quick: 20_000)
    for number in 0..<count { transmitter.broadcast(number) }
    let liveCount = values.listenerCount
    inner.broadcast(1)
    if byFinish { inner.finish() } else { listening.dispose() }

    #expect([liveCount, sum.count, values.listenerCount] == [count, count, 0])
    #expect(listening.isDisposed == !byFinish)
  }

  @Test("of ten thousand short receivers nothing is kept", arguments: [Int.max, 1])
  func manyShort(limit: Int) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let living = Tally()
    let heard = Tally()
    let flat = receiver.flatMap(maxConcurrent: limit) { number in
      living.add(1)
      let witness = Witness { living.add(-1) }
      let (inner, values) = Receiver<Int>.make(strategy: .cold)
      inner.broadcast(number)
      return values.map { value in withExtendedLifetime(witness) { value } }
    }
    let listening = flat.listen { _ in heard.add(1) }
    var most = 0
    for number in 0..<10_000 {
      transmitter.broadcast(number)
      most = max(most, living.count)
    }

    #expect([heard.count, most, receiver.listenerCount] == [10_000, 0, 1])
    listening.dispose()
  }

  #if os(Linux) || os(macOS)
  #if os(Linux)
  @Test("short receivers leave memory where it was")
  func manyShortInMemory() async {
    await #expect(processExitsWith: .success) {
      for limit in [Int.max, 1] {
        let (transmitter, receiver) = Receiver<Int>.make()
        let listening = receiver.flatMap(maxConcurrent: limit) { _ in Receiver<Int>.make().receiver }.listen { _ in }
        for number in 0..<10_000 { transmitter.broadcast(number) }
        let before = try residentBytes()
        // The smallest object takes 32 bytes.
        for number in 0..<size(100_000, quick: 60_000) { transmitter.broadcast(number) }
        let growth = try residentBytes() - before
        #expect(growth < 1_000_000)
        listening.dispose()
      }
    }
  }
  #endif
  #endif

  @Test("a hundred thousand that wait for one are heard without using up the stack")
  func manyWaiting() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (first, firsts) = Receiver<Int>.make()
    let heard = Tally()
    let (_, other) = Receiver<Int>.make(strategy: .cold)
    receiver.flatMap(maxConcurrent: 1) { $0 == 0 ? firsts : other }.listen { _ in
    } onFinish: {
      heard.add(1)
    }
    for number in 0..<100_000 { transmitter.broadcast(number) }
    transmitter.finish()
    let before = heard.count
    first.finish()

    #expect([before, heard.count] == [0, 1])
  }

  @Test("merge() on a receiver without receivers is that receiver")
  func mergeOfOne() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    transmitter.broadcast(1)
    let merged = receiver.merge()

    #expect(merged.replayed == [1])
  }

  #if os(Linux) || os(macOS)
  @Test("a limit of zero stops the program, and names it")
  func zero() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.flatMap(maxConcurrent: 0) { _ in Receiver<Int>.make().receiver }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("'maxConcurrent' must be positive, but is 0"))
  }

  @Test("a negative limit stops the program, and names it")
  func negative() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.flatMap(maxConcurrent: -3) { _ in Receiver<Int>.make().receiver }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("'maxConcurrent' must be positive, but is -3"))
  }
  #endif
}
