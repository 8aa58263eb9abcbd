import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.skipRepeats()")
struct SkipRepeatsTests {
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
