import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.map")
struct MapTests {
  static let operation = Operation("map") { receiver, number in
    receiver.map { $0 * number }
  } array: { values, number in
    values.map { $0 * number }
  }

  @Test("is Sequence.map of what is heard without it", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("changes the type")
  func changesType() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.map(String.init).record()
    [1, 2].forEach(transmitter.broadcast)

    #expect(heard.values == ["1", "2"])
  }

  @Test("transforms once for each value and listener")
  func callsOnce() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let calls = Heard<Int>()
    let mapped = receiver.map { calls.append($0) }
    mapped.listen { _ in }
    mapped.listen { _ in }
    [1, 2].forEach(transmitter.broadcast)

    #expect(calls.values == [1, 1, 2, 2])
  }
}

@Suite("Receiver.compactMap")
struct CompactMapTests {
  static let operation = Operation("compactMap") { receiver, number in
    receiver.compactMap { $0 < number ? nil : $0 + number }
  } array: { values, number in
    values.compactMap { $0 < number ? nil : $0 + number }
  }

  @Test("is Sequence.compactMap of what is heard without it", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("takes one level of optionals away")
  func unwrapsOnce() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.compactMap { $0 == 0 ? nil : .some($0 == 1 ? Int?.none : $0) }.record()
    [0, 1, 2].forEach(transmitter.broadcast)

    #expect(heard.values == [nil, 2])
  }
}

@Suite("Receiver.skipNil")
struct SkipNilTests {
  static let operation = Operation("skipNil") { receiver, number in
    receiver.map { $0 == number ? nil : $0 }.skipNil()
  } array: { values, number in
    values.map { $0 == number ? nil : $0 }.compactMap(\.self)
  }

  @Test("is the compacted sequence of what is heard without it", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("forwards values that are not nil, replay included")
  func forwards() {
    let (transmitter, receiver) = Receiver<String?>.make(strategy: .cold)
    ["a", nil].forEach(transmitter.broadcast)
    let heard = receiver.skipNil().record()
    [nil, "b"].forEach(transmitter.broadcast)

    #expect(heard.values == ["a", "b"])
  }
}

@Suite("Receiver.replaceNil")
struct ReplaceNilTests {
  static let operation = Operation("replaceNil") { receiver, number in
    receiver.map { $0 == number ? nil : $0 }.replaceNil(with: 9)
  } array: { values, number in
    values.map { $0 == number ? 9 : $0 }
  }

  @Test("is the sequence of what is heard without it, nil replaced", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("puts the replacement in every place of nil, replay included")
  func replaces() {
    let (transmitter, receiver) = Receiver<String?>.make(strategy: .cold)
    ["a", nil].forEach(transmitter.broadcast)
    let heard = receiver.replaceNil(with: "none").record()
    [nil, "b"].forEach(transmitter.broadcast)

    #expect(heard.values == ["a", "none", "none", "b"])
  }
}
