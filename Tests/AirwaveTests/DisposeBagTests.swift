import Airwave
import TestSupport
import Testing

@Suite("The list of a bag")
struct DisposeBagTests {
  /// Makes disposables that write their names when they begin and when they end.
  private struct Log {
    let events = Heard<String>()

    func begin(_ name: String) -> Disposable {
      events.append(name)
      return Disposable { events.append("-" + name) }
    }
  }

  @Test("has a member for each line, in order", arguments: [0, 1, 2])
  func lines(number: Int) {
    let log = Log()
    let none: Disposable? = nil
    let bag = DisposeBag {
      log.begin("first")
      if number == 1 { log.begin("if") }
      if number == 0 { log.begin("then") } else { log.begin("else") }
      switch number {
      case 0: log.begin("zero")
      case 1: log.begin("one")
      default: log.begin("many")
      }
      for index in 0..<number { log.begin("for \(index)") }
      none
      ["a", "b"].map(log.begin)
      if number == 2 {
        let name = "nested"
        log.begin(name)
        for _ in 0..<2 { if number > 0 { log.begin("deep") } }
      }
    }
    let begun = log.events.values
    let expected = [
      ["first", "then", "zero", "a", "b"],
      ["first", "if", "else", "one", "for 0", "a", "b"],
      ["first", "else", "many", "for 0", "for 1", "a", "b", "nested", "deep", "deep"],
    ]

    #expect(begun == expected[number])
    #expect("\(bag)" == "DisposeBag(\(begun.count) live)")
    bag.dispose()
    #expect(log.events.values == begun + begun.map { "-" + $0 })
  }

  @Test("adds to what the bag has, and may be empty")
  func adds() {
    let (bag, log) = (DisposeBag {}, Log())
    bag.insert(log.begin("one"))
    bag.insert {
      log.begin("two")
      log.begin("three")
    }
    bag.insert {}
    bag.dispose()

    #expect(log.events.values == ["one", "two", "three", "-one", "-two", "-three"])
  }

  @Test("ends its listeners and bindings with the bag, on the main actor")
  @MainActor func ends() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (total, heard) = (Variable(0), Heard<Int>())
    var sum = 0
    do {
      let bag = DisposeBag {
        receiver.listen { sum += $0 }
        receiver.bind(to: total)
        receiver.listen { heard.append($0) }
      }
      withExtendedLifetime(bag) { transmitter.broadcast(1) }
    }
    transmitter.broadcast(2)

    #expect(([sum, total.value], heard.values) == ([1, 1], [1]))
    #expect(receiver.listenerCount == 0)
  }
}
