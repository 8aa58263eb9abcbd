import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Transmitter.pullback", .inTurn)
struct PullbackTests {
  @Test("embeds every value, in the one order of the pair", arguments: everyStrategy)
  func order(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<String>.make(strategy: strategy)
    let numbers: Transmitter<Int> = transmitter.pullback { "number \($0)" }
    let (first, second) = (Heard<String>(), Heard<String>())
    receiver.listen { value in
      first.append(value)
      guard value == "go" else { return }
      numbers.broadcast(1)
      transmitter.broadcast("between")
      numbers.broadcast(2)
    }
    receiver.listen { second.append($0) }

    transmitter.broadcast("go")
    numbers.broadcast(3)

    let expected = ["go", "number 1", "between", "number 2", "number 3"]
    #expect([first.values, second.values] == [expected, expected])
    #expect(receiver.replayed == strategy.replayed(of: expected))
  }

  @Test("a pullback of a pullback embeds twice")
  func twice() {
    let (transmitter, receiver) = Receiver<[String]>.make()
    let heard = receiver.record()
    let characters: Transmitter<Character> = transmitter.pullback { (text: String) in [text] }.pullback { String($0) }
    characters.broadcast("a")

    #expect(heard.values == [["a"]])
  }

  @Test("all other functions act on the same pair", arguments: everyStrategy)
  func samePair(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<String>.make(strategy: strategy)
    let numbers: Transmitter<Int> = transmitter.pullback(String.init)
    #expect(!numbers.hasListeners)
    let (heard, listening) = recordEvents(receiver)
    #expect(numbers.hasListeners && transmitter.hasListeners)
    numbers.broadcast(1)
    numbers.clearReplay()
    #expect(receiver.replayed == [])
    numbers.removeAllListeners()
    #expect(listening.isDisposed && !numbers.hasListeners)
    let (late, _) = recordEvents(receiver)
    numbers.broadcast(2)
    numbers.finish()
    [3, 4].forEach(numbers.broadcast)
    transmitter.broadcast("5")

    #expect([heard.values, late.values] == [[.value("1")], [.value("2"), .end]])
  }

  @Test("the parent's end is the child's", arguments: [true, false])
  func parent(byPullback: Bool) {
    let (transmitter, receiver) = Receiver<String>.make(strategy: .cold)
    let numbers: Transmitter<Int> = transmitter.pullback(String.init)
    if byPullback { numbers.finish() } else { transmitter.finish() }
    numbers.broadcast(1)
    transmitter.broadcast("2")

    #expect(receiver.replayed == [])
  }

  @Test("keeps the pair alive, and releases it and its closure")
  func lifetime() {
    weak var receiver: Receiver<String>?
    weak var witness: Witness?
    var numbers: Transmitter<Int>?
    let heard = Heard<Event<String>>()
    do {
      let (transmitter, made) = Receiver<String>.make()
      let captured = Witness()
      (receiver, witness) = (made, captured)
      numbers = transmitter.pullback { number in withExtendedLifetime(captured) { "\(number)" } }
      made.listen {
        heard.append(.value($0))
      } onFinish: {
        heard.append(.end)
      }
    }
    numbers?.broadcast(1)
    #expect(heard.values == [.value("1")] && receiver != nil && witness != nil)
    numbers = nil

    #expect(heard.values == [.value("1"), .end] && receiver == nil && witness == nil)
  }

  @Test("the release of a pullback ends nothing")
  func letGo() {
    let (transmitter, receiver) = Receiver<String>.make()
    let (heard, _) = recordEvents(receiver)
    do {
      let numbers: Transmitter<Int> = transmitter.pullback(String.init)
      numbers.broadcast(1)
    }
    transmitter.broadcast("2")

    #expect(heard.values == [.value("1"), .value("2")])
  }

  @Test("each thread's values keep their order, with those of the parent")
  func threads() async {
    let (transmitter, receiver) = Receiver<[Int]>.make(strategy: .cold)
    await onThreads(3) { thread in
      let numbers: Transmitter<Int> = transmitter.pullback { [thread, $0] }
      for number in 0..<2_000 {
        if number.isMultiple(of: 2) { numbers.broadcast(number) } else { transmitter.broadcast([thread, number]) }
      }
    }

    let heard = receiver.replayed
    #expect((0..<3).allSatisfy { thread in heard.filter { $0[0] == thread }.map { $0[1] } == Array(0..<2_000) })
  }
}
