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

  @Test("forwards what was heard before, but not just before")
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
    receiver.scan(number) { $0 * 2 - $1 }
  } array: { values, number in
    values.indices.map { values[...$0].reduce(number) { $0 * 2 - $1 } }
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
