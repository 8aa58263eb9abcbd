import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Pacing: several listeners", .patient)
struct SeveralListenersTests {
  private let clock = ManualClock()

  @Test("replayed values that are due at once are read without an alarm")
  func peek() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    (1...3).forEach(transmitter.broadcast)

    #expect(receiver.delay(for: .zero, clock: clock).replayed == [1, 2])
    #expect(receiver.debounce(for: .zero, clock: clock).replayed == [1, 2])
    #expect(receiver.throttle(for: .zero, clock: clock).replayed == [1, 2, 3])
    #expect(clock.sleeperCount == 0)
  }

  @Test("a listener that ends while its alarm waits for its turn does not hold up the others")
  func endsBeforeItsTurn() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (later, heard, second) = (receiver.delay(for: .seconds(1), clock: clock), Heard<String>(), Box<Disposable>())
    later.listen { value in
      heard.append("1 \(value)")
      second.content?.dispose()
    }
    second.content = later.listen { heard.append("2 \($0)") }
    later.listen { heard.append("3 \($0)") }
    for value in 1...2 {
      transmitter.broadcast(value)
      clock.advance(by: .seconds(1))
    }

    #expect(heard.values == ["1 1", "3 1", "1 2", "3 2"])
    #expect(clock.sleeperCount == 0)
  }

  @Test("a step that waits in its junction, and is dropped with its listener, does not hold up the others")
  func endsWithItsStep() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (pairs, heard, first) = (receiver.collect(count: 2, for: .seconds(1), clock: clock), Tally(), Box<Disposable>())
    first.content = pairs.listen { _ in
      onAnotherThread { clock.advance(by: .seconds(1)) }
      first.content?.dispose()
    }
    pairs.listen { _ in heard.add() }
    [1, 2].forEach(transmitter.broadcast)
    await until { heard.count == 1 }
    transmitter.finish()

    #expect(heard.count == 2)
  }

  @Test("a listener that leaves releases its alarm, its value and its closure, and the others go on")
  func leaves() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (later, heard) = (receiver.debounce(for: .seconds(1), clock: clock), Heard<String>())
    func listen(_ number: Int) -> (Disposable, WeakWitness) {
      let witness = Witness()
      let listening = later.listen { value in withExtendedLifetime(witness) { heard.append("\(number) \(value)") } }
      return (listening, WeakWitness(witness))
    }
    let (listeners, witnesses) = (1...3).map(listen).reduce(into: ([Disposable](), [WeakWitness]())) {
      $0.0.append($1.0)
      $0.1.append($1.1)
    }
    transmitter.broadcast(1)
    let before = clock.sleeperCount
    listeners[1].dispose()

    #expect([before, clock.sleeperCount] == [3, 2])
    #expect(witnesses.map { $0.witness == nil } == [false, true, false])
    clock.advance(by: .seconds(1))
    #expect(heard.values == ["1 1", "3 1"])
    #expect(clock.sleeperCount == 0)
  }

  private struct WeakWitness {
    weak var witness: Witness?

    init(_ witness: Witness) {
      self.witness = witness
    }
  }
}
