import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("A receiver of an asynchronous sequence", .inTurn, .patient)
struct SequenceReceiverTests {
  /// A stream, its continuation, and whether the iterating task was cancelled.
  struct Source {
    let stream: AsyncStream<Int>
    let continuation: AsyncStream<Int>.Continuation
    let cancellations = Tally()

    init() {
      (stream, continuation) = AsyncStream.makeStream()
      continuation.onTermination = { [cancellations] termination in
        if case .cancelled = termination { cancellations.add(1) }
      }
    }
  }

  @Test("broadcasts the elements, and finishes with them", arguments: [true, false])
  func elements(isMethod: Bool) async throws {
    let source = Source()
    let receiver = isMethod ? source.stream.receiver(strategy: .cold) : Receiver(source.stream, strategy: .cold)
    let recorder = receiver.record()
    let values = receiver.values
    for element in 1...3 { source.continuation.yield(element) }
    source.continuation.finish()

    #expect(await values.all() == [1, 2, 3])
    #expect(try await recorder.next(3, within: timeLimit) == [1, 2, 3])
    try await recorder.finish(allowingUnread: true, within: timeLimit)
    recorder.expectNoValues()
    #expect(receiver.listenerCount == 0)
    #expect(source.cancellations.count == 0)
  }

  @Test("replays to late listeners, after the end, too", arguments: everyStrategy)
  func replays(strategy: ReplayStrategy) async {
    let source = Source()
    let receiver = source.stream.receiver(strategy: strategy)
    let early = receiver.values
    for element in 1...9 { source.continuation.yield(element) }
    source.continuation.finish()

    #expect(await early.all() == Array(1...9))
    #expect(await receiver.values.all() == strategy.replayed(of: Array(1...9)))
    #expect(receiver.replayed == strategy.replayed(of: Array(1...9)))
  }

  @Test("is hot by default, and begins with the first listener")
  func hot() async {
    let source = Source()
    let iterations = Tally()
    let sequence = source.stream.map { element in
      iterations.add(1)
      return element
    }
    let receiver = sequence.receiver()
    let derived = receiver.map { $0 * 10 }
    for element in 1...3 { source.continuation.yield(element) }
    let before = [receiver.replayed.count, derived.replayed.count, receiver.listenerCount, iterations.count]
    let values = derived.values
    source.continuation.finish()

    #expect(before == [0, 0, 0, 0])
    #expect(await values.all() == [10, 20, 30])
    #expect(receiver.replayed == [] && iterations.count == 3)
  }

  @Test("the first listener alone hears what came before it, and begins once for all")
  func firstListener() async throws {
    let source = Source()
    let receiver = source.stream.receiver()
    for element in 1...3 { source.continuation.yield(element) }
    let first = receiver.record()
    #expect(try await first.next(3, within: timeLimit) == [1, 2, 3])
    let second = receiver.record()
    for element in 4...6 { source.continuation.yield(element) }

    #expect(try await first.next(3, within: timeLimit) == [4, 5, 6])
    #expect(try await second.next(3, within: timeLimit) == [4, 5, 6])
  }

  @Test("continues between one listener and the next, because a sequence cannot begin again")
  func between() async {
    let source = Source()
    let receiver = source.stream.receiver(strategy: .warm(upTo: 1))
    source.continuation.yield(1)
    let first = receiver.values
    for await _ in first { break }
    source.continuation.yield(2)
    await until { receiver.latest == 2 }
    let cancellations = source.cancellations.count
    let second = receiver.values
    source.continuation.yield(3)
    source.continuation.finish()

    #expect(cancellations == 0)
    #expect(await second.all() == [2, 3])
  }

  @Test("a listener that has ended, or never wants a value, begins nothing")
  func neverBegun() async {
    let source = Source()
    var receiver: Receiver<Int>? = source.stream.map { $0 }.receiver(strategy: .cold)
    source.continuation.yield(1)
    receiver?.take(count: 0).listen { _ in }
    let replayed = receiver?.replayed
    weak let weakReceiver = receiver
    receiver = nil

    #expect(replayed == [] && weakReceiver == nil)
    source.continuation.finish()
  }

  @Test("cancels when the receiver is released and there is no listener")
  func receiverGone() async {
    let source = Source()
    var receiver: Receiver<Int>? = source.stream.receiver(strategy: .cold)
    source.continuation.yield(1)
    receiver?.listen { _ in }.dispose()
    await until { receiver?.latest == 1 }
    let before = source.cancellations.count
    receiver = nil
    await until { source.cancellations.count == 1 }

    #expect([before, source.cancellations.count] == [0, 1])
  }

  @Test("stops iterating a sequence that ignores the cancellation")
  func stubborn() async {
    let (iterations, released) = (Tally(), Tally())
    do {
      let numbers = Stubborn(iterations: iterations, witness: Witness { released.add() })
      let receiver = numbers.receiver()
      let listening = receiver.listen { _ in }
      await until { iterations.count > 3 }
      listening.dispose()
    }
    await until { released.count == 1 }

    #expect(released.count == 1)
  }

  /// A sequence without end, which does not look whether its task is cancelled. It ends if a test has failed.
  private struct Stubborn: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let iterations: Tally
    let witness: Witness
    let limit = ContinuousClock.now + timeLimit

    func makeAsyncIterator() -> Stubborn { self }

    func next() async -> Int? {
      await Task.yield()
      iterations.add()
      return ContinuousClock.now < limit ? iterations.count : nil
    }
  }

  @Test("a derived receiver keeps it going")
  func derived() async {
    let source = Source()
    var receiver: Receiver<Int>? = source.stream.receiver(strategy: .cold)
    var derived = receiver?.map { $0 * 10 }.filter { $0 > 10 }
    receiver = nil
    derived?.listen { _ in }.dispose()
    for element in 1...3 { source.continuation.yield(element) }
    await until { derived?.latest == 30 }
    let (heard, cancellations) = (derived?.replayed, source.cancellations.count)
    derived = nil
    await until { source.cancellations.count == 1 }

    #expect(heard == [20, 30])
    #expect([cancellations, source.cancellations.count] == [0, 1])
  }

  /// The kinds of listeners, each of which a test can end.
  enum Listening: CaseIterable {
    case listener, withEnd, throughOperators, onActor, values, shared

    func begin(_ receiver: Receiver<Int>, hear: @escaping @Sendable (Int) -> Void) -> Disposable {
      switch self {
      case .listener:
        return receiver.listen { hear($0) }
      case .withEnd:
        return receiver.listen {
          hear($0)
        } onFinish: {
        }
      case .throughOperators:
        return receiver.map { $0 + 1 }.take(count: 9).map { $0 - 1 }.listen { hear($0) }
      case .onActor:
        return receiver.listen { @MainActor in hear($0) }
      case .values:
        let values = receiver.values
        let task = Task { for await value in values { hear(value) } }
        return Disposable { task.cancel() }
      case .shared:
        return receiver.share().merge(with: Receiver<Int>.make().receiver).listen { hear($0) }
      }
    }
  }

  @Test("keeps running while only a listener is left, and no longer", arguments: Listening.allCases)
  func listenerAlone(listening: Listening) async throws {
    let source = Source()
    let (hearing, heard) = Receiver<Int>.make()
    let recorder = heard.record()
    let listener = listening.begin(source.stream.receiver(), hear: hearing.broadcast)
    for element in 1...3 {
      source.continuation.yield(element)
      #expect(try await recorder.next(within: timeLimit) == element)
    }
    let before = source.cancellations.count
    listener.dispose()
    await until { source.cancellations.count == 1 }

    recorder.expectNoValues()
    #expect([before, source.cancellations.count] == [0, 1])
  }

  @Test("the last of several listeners ends it, from inside too")
  func lastListener() async throws {
    let source = Source()
    var receiver: Receiver<Int>? = source.stream.receiver()
    let (first, token) = (Heard<Int>(), Box<Disposable>())
    let (hearing, heard) = Receiver<Int>.make()
    let second = heard.record()
    let listening = receiver?.listen { first.append($0) }
    token.content = receiver?.listen {
      hearing.broadcast($0)
      if $0 == 3 { token.content?.dispose() }
    }
    receiver = nil
    source.continuation.yield(1)
    #expect(try await second.next(within: timeLimit) == 1)
    listening?.dispose()
    source.continuation.yield(2)
    #expect(try await second.next(within: timeLimit) == 2)
    let before = source.cancellations.count
    source.continuation.yield(3)
    await until { source.cancellations.count == 1 }

    #expect([first.values, second.values] == [[1], [1, 2, 3]])
    #expect([before, source.cancellations.count] == [0, 1])
  }

  @Test("releases listeners, values and the sequence at its end")
  func releases() async {
    let (listener, value, sequence) = (Tally(), Tally(), Tally())
    let heard = Tally()
    do {
      let (stream, continuation) = AsyncStream<Witness>.makeStream()
      let witness = Witness { sequence.add(1) }
      let receiver = stream.map { element in withExtendedLifetime(witness) { element } }.receiver()
      let captured = Witness { listener.add(1) }
      receiver.listen { _ in withExtendedLifetime(captured) { heard.add(1) } }
      continuation.yield(Witness { value.add(1) })
      continuation.finish()
    }
    await until { listener.count + value.count + sequence.count == 3 }

    #expect([heard.count, listener.count, value.count, sequence.count] == [1, 1, 1, 1])
  }

  #if os(Linux) || os(macOS)
  @Test("a negative limit stops the program")
  func negative() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = AsyncStream<Int> { $0.finish() }.receiver(strategy: .warm(upTo: -1))
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("'upTo' must not be negative, but is -1"))
  }
  #endif
}
