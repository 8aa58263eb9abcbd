import Airwave
import TestSupport
import Testing

@Suite("Receiver.create", .inTurn)
struct CreateTests {
  /// A source of numbers that counts how often it was started and ended.
  final class Source: Sendable {
    let begun = Tally()
    let ended = Tally()
    let transmitter = Box<Transmitter<Int>>()

    func receiver(strategy: ReplayStrategy = .hot, atOnce numbers: [Int] = []) -> Receiver<Int> {
      .create(strategy: strategy) { [begun, ended, transmitter] new in
        begun.add(1)
        transmitter.content = new
        numbers.forEach(new.broadcast)
        return Disposable {
          ended.add(1)
          transmitter.content = nil
        }
      }
    }

    /// Releases the transmitter after the box is empty, because code that runs at its release calls this function
    /// again.
    func release() {
      let last = transmitter.content
      transmitter.content = nil
      withExtendedLifetime(last) {}
    }

    func broadcast(_ number: Int) { transmitter.content?.broadcast(number) }

    var counts: [Int] { [begun.count, ended.count] }
  }

  @Test("begins with the first listener, ends after the last, and begins again")
  func life() {
    let source = Source()
    let receiver = source.receiver()
    var counts = [source.counts]
    for _ in 0..<2 {
      let listening = (0..<3).map { _ in receiver.map { $0 }.listen { _ in } }
      counts.append(source.counts + [receiver.listenerCount])
      for token in listening {
        token.dispose()
        token.dispose()
        counts.append(source.counts)
      }
    }

    #expect(counts == [[0, 0], [1, 0, 3], [1, 0], [1, 0], [1, 1], [2, 1, 3], [2, 1], [2, 1], [2, 2]])
    #expect(receiver.listenerCount == 0)
  }

  @Test("late listeners hear the replay of the connection", arguments: everyStrategy)
  func replay(strategy: ReplayStrategy) {
    let source = Source()
    let receiver = source.receiver(strategy: strategy)
    for _ in 0..<2 {
      let (early, first) = recordEvents(receiver)
      [1, 2, 3].forEach(source.broadcast)
      let replayed = receiver.replayed
      let (late, second) = recordEvents(receiver)
      source.broadcast(4)

      #expect(replayed == strategy.replayed(of: [1, 2, 3]))
      #expect(early.values == [1, 2, 3, 4].map(Event.value))
      #expect(late.values == (strategy.replayed(of: [1, 2, 3]) + [4]).map(Event.value))
      [first, second].forEach { $0.dispose() }
      #expect(receiver.replayed == [])
    }
  }

  @Test("broadcasts inside the closure reach the first listener", arguments: everyStrategy)
  func atOnce(strategy: ReplayStrategy) {
    let source = Source()
    let receiver = source.receiver(strategy: strategy, atOnce: [1, 2, 3])
    #expect(receiver.replayed == [] && source.counts == [0, 0])
    let (first, _) = recordEvents(receiver)
    let (second, _) = recordEvents(receiver)

    #expect(first.values == [1, 2, 3].map(Event.value))
    #expect(second.values == strategy.replayed(of: [1, 2, 3]).map(Event.value))
  }

  /// The ways in which a source ends its connection.
  enum Ending: CaseIterable {
    case finish, release
  }

  @Test("a source that ends its transmitter ends the listeners, and is told", arguments: Ending.allCases)
  func sourceEnds(ending: Ending) {
    let source = Source()
    let receiver = source.receiver()
    let (heard, listening) = recordEvents(receiver)
    let (other, _) = recordEvents(receiver.map { $0 * 10 })
    source.broadcast(1)
    if ending == .finish { source.transmitter.content?.finish() } else { source.release() }

    #expect(heard.values == [.value(1), .end])
    #expect(other.values == [.value(10), .end])
    #expect(listening.isDisposed && receiver.listenerCount == 0 && source.counts == [1, 1])
    let (next, _) = recordEvents(receiver)
    source.broadcast(2)
    #expect(next.values == [.value(2)] && source.counts == [2, 1])
  }

  @Test("listeners hear the end before the source is disposed of, as in RxSwift", arguments: Ending.allCases, [1, 3])
  func endsInOrder(ending: Ending, listeners: Int) {
    let heard = Heard<String>()
    let transmitter = Box<Transmitter<Int>>()
    let receiver = Receiver<Int>.create { new in
      heard.append("begun")
      transmitter.content = new
      return Disposable { heard.append("disposed of") }
    }
    for number in 1...listeners {
      receiver.map { $0 }.listen {
        heard.append("\($0)")
      } onFinish: {
        heard.append("end \(number)")
        // The next connection begins after this one is disposed of.
        if number == 1, listeners == 3 { receiver.listen { heard.append("again \($0)") } }
      }
    }
    let last = transmitter.content
    last?.broadcast(7)
    transmitter.content = nil
    if ending == .finish { last?.finish() } else { withExtendedLifetime(consume last) {} }
    transmitter.content?.broadcast(8)

    let sevens = [String](repeating: "7", count: listeners)
    let ends = (1...listeners).map { "end \($0)" }
    let again = listeners == 3 ? ["begun", "again 8"] : []
    let expected = [["begun"], sevens, ends, ["disposed of"], again].flatMap(\.self)
    #expect(heard.values == expected)
  }

  @Test("a source that ends inside the closure is told when the closure has returned", arguments: Ending.allCases)
  func endsAtOnce(ending: Ending) {
    let ended = Tally()
    let receiver = Receiver<Int>.create { transmitter in
      [1, 2].forEach(transmitter.broadcast)
      if ending == .finish { transmitter.finish() }
      let before = ended.count
      return Disposable { ended.add(before + 1) }
    }
    let (first, listening) = recordEvents(receiver)
    let (second, _) = recordEvents(receiver)

    #expect(first.values == [.value(1), .value(2), .end])
    #expect(second.values == first.values)
    #expect(listening.isDisposed && receiver.listenerCount == 0)
    // Each connection is ended once. The second connection was made after one had ended already.
    #expect(ended.count == 1 + 2)
  }

  @Test("a listener that ends inside the closure ends the source", arguments: [true, false])
  func listenerEndsAtOnce(byTake: Bool) {
    let source = Source()
    let receiver = source.receiver(atOnce: [1, 2, 3])
    let (stops, stop) = Receiver<Void>.make()
    let stopping = receiver.handleEvents(onValue: { if $0 == 2 { stops.broadcast() } }).take(until: stop)
    let (heard, _) = recordEvents(byTake ? receiver.take(count: 2) : stopping)

    #expect(heard.values == [.value(1)] + (byTake ? [.value(2)] : []) + [.end])
    #expect(source.counts == [1, 1] && receiver.listenerCount == 0)
  }

  @Test("removing the transmitter's listeners ends those of the share, and the next one makes a new connection")
  func removal() {
    let source = Source()
    let receiver = source.receiver()
    let (heard, listening) = recordEvents(receiver)
    source.broadcast(1)
    source.transmitter.content?.removeAllListeners()
    let ended = (listening.isDisposed, source.counts)
    let (next, _) = recordEvents(receiver)
    source.broadcast(2)

    #expect(ended == (true, [1, 1]))
    #expect(heard.values == [.value(1)] && next.values == [.value(2)])
  }

  @Test("a listener that has ended before it joined connects nothing")
  func endedBefore() {
    let source = Source()
    let receiver = source.receiver()
    receiver.take(count: 0).listen { _ in }
    let (transmitter, outer) = Receiver<Int>.make()
    let bag = DisposeBag()
    outer.flatMap { _ in
      bag.dispose()
      return receiver
    }.listen { _ in }.disposed(by: bag)
    transmitter.broadcast(1)

    #expect(source.counts == [0, 0] && receiver.listenerCount == 0)
  }

  @Test("releases captures with the last listener, or at the end", arguments: [true, false])
  func releases(bySource: Bool) {
    let captured = Tally()
    weak var heard: Witness?
    let finish = Box<@Sendable () -> Void>()
    let receiver = Receiver<Int>.create { transmitter in
      let witness = Witness { captured.add(1) }
      finish.content = { transmitter.finish() }
      return Disposable { withExtendedLifetime(witness) { finish.content = nil } }
    }
    let listening = {
      let witness = Witness()
      heard = witness
      return receiver.listen { _ in withExtendedLifetime(witness) {} }
    }()
    let before = (captured.count, heard != nil)
    if bySource { finish.content?() } else { listening.dispose() }

    #expect(before == (0, true))
    #expect(captured.count == 1 && heard == nil)
  }

  @Test("types are found where they can be")
  func inference() {
    let spelled: Receiver<Int> = .create { transmitter in
      transmitter.broadcast(1)
      return Disposable {}
    }
    let annotated = Receiver.create { (transmitter: Transmitter<String>) in
      transmitter.broadcast("a")
      return Disposable {}
    }

    #expect(recordEvents(spelled).heard.values == [.value(1), .end])
    #expect(recordEvents(annotated).heard.values == [.value("a"), .end])
  }

  #if os(Linux) || os(macOS)
  @Test("a negative limit stops the program")
  func negative() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.create(strategy: .warm(upTo: -1)) { _ in Disposable {} }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("'upTo' must not be negative, but is -1"))
  }
  #endif
}

@Suite("Stress: Receiver.create", .inTurn)
struct CreateStressTests {
  @Test("listeners join and leave on threads: each connection begins once, ends once, alone, and nothing is left")
  func comeAndGo() async {
    let (begun, ended, living, overlaps) = (Tally(), Tally(), Tally(), Tally())
    let receiver = Receiver<Int>.create(strategy: .warm(upTo: 1)) { transmitter in
      if begun.count != ended.count { overlaps.add(1) }
      begun.add(1)
      living.add(1)
      let witness = Witness { living.add(-1) }
      transmitter.broadcast(1)
      return Disposable { withExtendedLifetime((witness, transmitter)) { ended.add(1) } }
    }
    await onThreads(4) { thread in
      for number in 0..<1_000 {
        let listening = receiver.listen { _ in }
        if number.isMultiple(of: 3) { receiver.take(count: 1).listen { _ in } }
        listening.dispose()
      }
    }
    await until { begun.count == ended.count && living.count == 0 && receiver.listenerCount == 0 }

    #expect(begun.count == ended.count && begun.count > 0 && overlaps.count == 0)
    #expect([living.count, receiver.listenerCount] == [0, 0])
  }
}
