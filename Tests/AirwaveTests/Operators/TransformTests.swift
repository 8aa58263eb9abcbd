import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.map")
struct MapTests {
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
  @Test("puts the replacement in every place of nil, replay included")
  func replaces() {
    let (transmitter, receiver) = Receiver<String?>.make(strategy: .cold)
    ["a", nil].forEach(transmitter.broadcast)
    let heard = receiver.replaceNil(with: "none").record()
    [nil, "b"].forEach(transmitter.broadcast)

    #expect(heard.values == ["a", "none", "none", "b"])
  }
}
