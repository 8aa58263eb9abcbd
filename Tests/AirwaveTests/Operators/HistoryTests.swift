import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.skipRepeats()")
struct SkipRepeatsTests {
  static let operation = Operation("skipRepeats()") { receiver, _ in
    receiver.skipRepeats()
  } array: { values, _ in
    values.indices.filter { $0 == 0 || values[$0 - 1] != values[$0] }.map { values[$0] }
  }

  @Test("is the sequence of what is heard without it, neighbors that are equal counted once", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("forwards values that were heard before, but not just before")
  func forwards() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.skipRepeats().record()
    [1, 1, 2, 1, 1].forEach(transmitter.broadcast)

    #expect(heard.values == [1, 2, 1])
  }
}

@Suite("Receiver.skipRepeats(by:)")
struct SkipRepeatsByTests {
  static let operation = Operation("skipRepeats(by:)") { receiver, number in
    receiver.skipRepeats { abs($0 - $1) < number }
  } array: { values, number in
    values.reduce(into: []) { result, value in
      if let last = result.last, abs(last - value) < number { return }
      result.append(value)
    }
  }

  @Test("is the sequence of what is heard without it, each unlike the last one forwarded", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("compares the last value forwarded with the present one, in this order")
  func compares() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let calls = Heard<[Int]>()
    receiver.skipRepeats {
      calls.append([$0, $1])
      return $1 - $0 < 2
    }.listen { _ in }
    [1, 2, 3, 4].forEach(transmitter.broadcast)

    #expect(calls.values == [[1, 2], [1, 3], [3, 4]])
  }
}

@Suite("Receiver.skipRepeats(by:) with a key path")
struct SkipRepeatsByPropertyTests {
  static let operation = Operation("skipRepeats(by: \\.)") { receiver, _ in
    receiver.map(Track.init).skipRepeats(by: \.id).map(\.value)
  } array: { values, _ in
    values.indices.filter { $0 == 0 || values[$0 - 1] / 2 != values[$0] / 2 }.map { values[$0] }
  }

  @Test("counts neighbors with the same property of what is heard without it once", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("compares nothing but the property")
  func compares() {
    let (transmitter, receiver) = Receiver<Track>.make()
    let heard = receiver.skipRepeats(by: \.id).record()
    [2, 3, 4, 2].map(Track.init).forEach(transmitter.broadcast)

    #expect(heard.values.map(\.value) == [2, 4, 2])
  }

  private struct Track {
    let value: Int
    var id: Int { value / 2 }
  }
}

@Suite("Receiver.uniqueValues()")
struct UniqueValuesTests {
  static let operation = Operation("uniqueValues()") { receiver, _ in
    receiver.uniqueValues()
  } array: { values, _ in
    values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  @Test("is the sequence of what is heard without it, each value once", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("forwards the first of those that are equal")
  func forwards() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.uniqueValues().record()
    [1, 2, 1, 2, 3].forEach(transmitter.broadcast)

    #expect(heard.values == [1, 2, 3])
  }
}

@Suite("Receiver.withPrevious()")
struct WithPreviousTests {
  static let operation = Operation("withPrevious()") { receiver, _ in
    receiver.withPrevious().map { ($0.previous ?? -1) * 10 + $0.current }
  } array: { values, _ in
    values.indices.map { (($0 == 0 ? nil : values[$0 - 1]) ?? -1) * 10 + values[$0] }
  }

  @Test("is the sequence of what is heard without it, zipped with itself", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("gives no previous value to the first of each listener")
  func first() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<[Int?]>()
    transmitter.broadcast(1)
    receiver.withPrevious().listen { previous, current in heard.append([previous, current]) }
    [2, 3].forEach(transmitter.broadcast)

    #expect(heard.values == [[nil, 2], [2, 3]])
  }

  @Test("tells nil that was heard from nothing heard")
  func optionals() {
    let (transmitter, receiver) = Receiver<Int?>.make()
    let heard = Heard<[Int??]>()
    receiver.withPrevious().listen { previous, current in heard.append([previous, current]) }
    [nil, 1].forEach(transmitter.broadcast)

    #expect(heard.values == [[.none, .some(nil)], [.some(nil), .some(1)]])
  }
}

@Suite("Receiver.scan")
struct ScanTests {
  static let operation = Operation("scan") { receiver, number in
    receiver.scan(number) { ($0 * 2 - $1) % 100_003 }
  } array: { values, number in
    values.indices.map { values[...$0].reduce(number) { ($0 * 2 - $1) % 100_003 } }
  }

  @Test("is Sequence.reduce of every beginning of what is heard without it", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("combines with the initial value without forwarding it, and may change the type")
  func combines() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.scan("") { $0 + "\($1)" }.record()
    [1, 2, 3].forEach(transmitter.broadcast)

    #expect(heard.values == ["1", "12", "123"])
  }
}

@Suite("Receiver.scan(into:)")
struct ScanIntoTests {
  static let operation = Operation("scan(into:)") { receiver, number in
    receiver.scan(into: [number]) { $0.append($1) }.map { $0.reduce(0) { ($0 * 10 + $1) % 100_003 } }
  } array: { values, number in
    values.indices.map { ([number] + values[...$0]).reduce(0) { ($0 * 10 + $1) % 100_003 } }
  }

  @Test("is Sequence.reduce(into:) of every beginning of what is heard without it", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("leaves what was heard as it was")
  func copies() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.scan(into: [:]) { counts, value in counts[value, default: 0] += 1 }.record()
    [1, 2, 1].forEach(transmitter.broadcast)

    #expect(heard.values == [[1: 1], [1: 1, 2: 1], [1: 2, 2: 1]])
  }

  @Test("updates in place when the listener keeps nothing")
  func updatesInPlace() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let addresses = Heard<UInt>()
    receiver.scan(into: Array(repeating: 0, count: 100)) { $0[$1] += 1 }.listen { values in
      addresses.append(values.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
    }
    (0..<10).forEach(transmitter.broadcast)

    // The operator keeps the initial value, so that the first update copies it. Later updates are in place.
    #expect(Set(addresses.values).count == 1 && addresses.values.count == 10)
  }
}

@Suite("Receiver.enumerated()")
struct EnumeratedTests {
  static let operation = Operation("enumerated()") { receiver, number in
    receiver.enumerated().map { offset, element in offset * 10 + element }
  } array: { values, number in
    values.enumerated().map { offset, element in offset * 10 + element }
  }

  @Test("is Sequence.enumerated() of what is heard without it", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("labels what it forwards")
  func labels() {
    let (transmitter, receiver) = Receiver<String>.make()
    let heard = Heard<String>()
    receiver.enumerated().listen { heard.append("\($0.offset) \($0.element)") }
    receiver.enumerated().listen { offset, element in heard.append("\(offset) \(element)") }
    ["a", "b"].forEach(transmitter.broadcast)

    #expect(heard.values == ["0 a", "0 a", "1 b", "1 b"])
  }
}
