import Airwave
import TestSupport
import Testing

@Suite("Combining: ending")
struct CombiningEndingTests {
  @Test("nothing is left behind after dispose", arguments: everyCombination)
  func dispose(combination: Combination) {
    let stage = Stage(combination)
    stage.listen()
    stage.broadcastAll()
    stage.listening?.dispose()

    #expect(stage.isEmpty)
    stage.broadcastAll()
    #expect(stage.callsAfterEnd == 0)
  }

  @Test("nothing is left behind when the listener disposes of itself", arguments: everyCombination)
  func disposeInside(combination: Combination) {
    let stage = Stage(combination)
    stage.listen { $0.listening?.dispose() }
    stage.broadcastAll()

    #expect(stage.isEmpty && stage.heard.values.count == 1)
  }

  @Test("nothing is left behind when a listener disposes of itself in its replay", arguments: everyCombination)
  func disposeInReplay(combination: Combination) {
    let stage = Stage(combination, strategy: .cold)
    stage.broadcastAll()
    stage.broadcastAll()
    // During a delivery of the first source its replay is pending, so that the token exists before the replay is heard.
    let outer = stage.receivers[0].skip(count: 2).listen { [unowned stage] _ in
      stage.listen { $0.listening?.dispose() }
    }
    stage.transmitters.first?.broadcast(1)
    outer.dispose()
    stage.broadcastAll()

    #expect(stage.isEmpty && !stage.heard.values.isEmpty && stage.callsAfterEnd == 0)
  }

  @Test("nothing is left behind when an operator downstream is done", arguments: everyCombination, [true, false])
  func take(combination: Combination, inReplay: Bool) {
    let stage = Stage(combination, strategy: .cold)
    if inReplay { stage.broadcastAll() }
    stage.listen(count: 1)
    if !inReplay { stage.broadcastAll() }

    #expect(stage.isEmpty)
    #expect(stage.heard.values.last == .end && stage.heard.values.count <= 2)
  }

  @Test("nothing is left behind after the end", arguments: everyCombination, [true, false])
  func finish(combination: Combination, byLettingGo: Bool) {
    let stage = Stage(combination)
    stage.listen()
    stage.broadcastAll()
    if byLettingGo { stage.transmitters = [] } else { stage.transmitters.forEach { $0.finish() } }

    #expect(stage.isEmpty)
    #expect(stage.heard.values.last == .end)
  }

  @Test("nothing is left behind when one source never ends, and the others are released", arguments: everyCombination)
  func never(combination: Combination) {
    for silent in 0..<combination.sourceCount {
      weak var witness: Witness?
      weak var listening: Disposable?
      do {
        let pairs = (0..<combination.sourceCount).map { _ in Receiver<Int>.make() }
        var receivers = pairs.map(\.receiver)
        receivers[silent] = .never
        let captured = Witness()
        witness = captured
        listening = combination.join(receivers).listen { _ in withExtendedLifetime(captured) {} }
        pairs.forEach { $0.transmitter.broadcast(1) }
      }

      #expect(witness == nil && listening == nil, "source \(silent)")
    }
  }

  @Test("nothing is left behind after reading the replay", arguments: everyCombination)
  func peek(combination: Combination) {
    let stage = Stage(combination, strategy: .cold)
    stage.broadcastAll()
    let witness = Box(Witness())
    weak let weakWitness = witness.content
    _ = combination.join(stage.receivers).map { [content = witness.content] in ($0, content) }.replayed
    witness.content = nil

    #expect(weakWitness == nil && stage.receivers.allSatisfy { $0.listenerCount == 0 })
  }

  @Test("switching leaves the receiver before at once, many times over")
  func switching() {
    let (choices, chosen) = Receiver<Receiver<Int>>.make()
    let inner = (0..<3).map { _ in Receiver<Int>.make(strategy: .warm(upTo: 1)) }
    let listening = chosen.switchToLatest().listen { _ in }
    var counts: [[Int]] = []
    for choice in [0, 0, 1, 2, 0] {
      choices.broadcast(inner[choice].receiver)
      counts.append(inner.map(\.receiver.listenerCount))
    }
    listening.dispose()
    counts.append(inner.map(\.receiver.listenerCount))

    #expect(counts == [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0], [0, 0, 0]])
  }

  @Test("an operator that is done twice over ends its source once")
  func doneTwice() {
    let (left, lefts) = Receiver<Int>.make()
    let (right, rights) = Receiver<Int>.make()
    let (heard, _) = recordEvents(lefts.take(count: 1).take(count: 1).merge(with: rights))

    left.broadcast(1)
    right.broadcast(2)

    #expect(heard.values == [.value(1), .value(2)])
  }

  @Test("a zip whose last tuple is taken ends its source once")
  func zipTaken() {
    let (left, lefts) = Receiver<Int>.make()
    let (right, rights) = Receiver<Int>.make()
    let (other, others) = Receiver<Int>.make()
    let zipped = lefts.zip(rights).map { $0 + $1 }.take(count: 1)
    let (heard, _) = recordEvents(zipped.combineLatest(others).map { [$0, $1] })

    left.broadcast(1)
    left.finish()
    right.broadcast(2)
    other.broadcast(4)

    #expect(heard.values == [.value([3, 4])])
  }

  @Test("removing all listeners of every source leaves nothing behind", arguments: everyCombination)
  func removeAll(combination: Combination) {
    let stage = Stage(combination)
    stage.listen()
    stage.broadcastAll()
    stage.transmitters.forEach { $0.removeAllListeners() }

    #expect(stage.isEmpty)
  }
}

/// Sources, a listener of an operator that joins them, and the captures of the listener.
private final class Stage: @unchecked Sendable {
  // Unchecked: used by one thread.
  let receivers: [Receiver<Int>]
  var transmitters: [Transmitter<Int>]
  var listening: Disposable?
  let heard = Heard<Event<[Int]>>()
  private let combination: Combination
  private weak var witness: Witness?
  private var hasEnded = false
  private(set) var callsAfterEnd = 0

  init(_ combination: Combination, strategy: ReplayStrategy = .hot) {
    self.combination = combination
    let pairs = (0..<combination.sourceCount).map { _ in Receiver<Int>.make(strategy: strategy) }
    receivers = pairs.map(\.receiver)
    transmitters = pairs.map(\.transmitter)
  }

  /// Whether there is no listener any more, and the captures of the listener are released.
  var isEmpty: Bool {
    hasEnded = true
    return receivers.allSatisfy { $0.listenerCount == 0 } && witness == nil && listening?.isDisposed == true
  }

  func listen(count: Int = .max, onValue: @escaping @Sendable (Stage) -> Void = { _ in }) {
    let witness = Witness()
    self.witness = witness
    let joined = combination.join(receivers).map { value in withExtendedLifetime(witness) { value } }
    listening = joined.take(count: count).listen { [unowned self, heard] value in
      if hasEnded || listening?.isDisposed == true { callsAfterEnd += 1 }
      heard.append(.value(value))
      withExtendedLifetime(witness) { onValue(self) }
    } onFinish: { [heard] in
      withExtendedLifetime(witness) { heard.append(.end) }
    }
  }

  /// Broadcasts on all sources in their order. The second source of `take(until:)` ends the listener, so that it comes
  /// last.
  func broadcastAll() {
    for (number, transmitter) in transmitters.enumerated() { transmitter.broadcast(number) }
  }
}
