import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.filter")
struct FilterTests {
  static let operation = Operation("filter") { receiver, number in
    receiver.filter { $0.isMultiple(of: number + 1) }
  } array: { values, number in
    values.filter { $0.isMultiple(of: number + 1) }
  }

  @Test("is Sequence.filter of what is heard without it", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("decides once for each value and listener, replayed ones too")
  func callsOnce() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let calls = Heard<Int>()
    let filtered = receiver.filter {
      calls.append($0)
      return false
    }
    [1, 2].forEach(transmitter.broadcast)
    filtered.listen { _ in }
    filtered.listen { _ in }
    transmitter.broadcast(3)

    #expect(calls.values == [2, 2, 3, 3])
  }
}

@Suite("Receiver.select")
struct SelectTests {
  static let operation = Operation("select") { receiver, number in
    receiver.select(number).map { 1 }
  } array: { values, number in
    values.filter { $0 == number }.map { _ in 1 }
  }

  @Test("forwards Void as often as the value is heard without it", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("tells when the case of an enumeration is broadcast")
  func tells() {
    enum Phase { case active, background }

    let (transmitter, receiver) = Receiver<Phase>.make()
    let heard = Heard<String>()
    receiver.select(.active).listen { heard.append("welcome back") }
    [.background, .active, .background].forEach(transmitter.broadcast)

    #expect(heard.values == ["welcome back"])
  }
}
