import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receivers that one other decides about")
struct SelectiveTests {
  @Test("combineLatest ends and leaves the others as soon as one has finished without a value", arguments: 0..<3)
  func combineLatestWithout(finished: Int) {
    let pairs = (0..<3).map { _ in Receiver<Int>.make() }
    let receivers = pairs.map(\.receiver)
    let tuples = recordEvents(receivers[0].combineLatest(receivers[1], receivers[2]).map { [$0, $1, $2] })
    let arrays = recordEvents(Receiver.combineLatest(receivers))
    for (number, pair) in pairs.enumerated() where number != finished { pair.transmitter.broadcast(number) }
    let heardBefore = tuples.heard.values + arrays.heard.values
    pairs[finished].transmitter.finish()

    #expect(heardBefore == [])
    #expect(tuples.heard.values == [.end] && arrays.heard.values == [.end])
    #expect(receivers.map(\.listenerCount) == [0, 0, 0])
  }

  @Test("combineLatest continues with the last value of a source that has finished")
  func combineLatestWith() {
    let (left, lefts) = Receiver<Int>.make()
    let (right, rights) = Receiver<Int>.make()
    let tuples = recordEvents(lefts.combineLatest(rights).map { [$0, $1] })
    let arrays = recordEvents(Receiver.combineLatest([lefts, rights]))
    left.broadcast(1)
    left.finish()
    [2, 3].forEach(right.broadcast)
    right.finish()

    let expected: [Event<[Int]>] = [.value([1, 2]), .value([1, 3]), .end]
    #expect(tuples.heard.values == expected && arrays.heard.values == expected)
  }

  @Test("zip ends and leaves the others as soon as one has finished and none of its values waits")
  func zip() {
    let pairs = (0..<3).map { _ in Receiver<Int>.make() }
    let receivers = pairs.map(\.receiver)
    let tuples = recordEvents(receivers[0].zip(receivers[1], receivers[2]).map { [$0, $1, $2] })
    let arrays = recordEvents(Receiver.zip(receivers))
    pairs[0].transmitter.broadcast(0)
    pairs[0].transmitter.finish()
    let openCounts = receivers.map(\.listenerCount)
    pairs[1].transmitter.broadcast(1)
    pairs[2].transmitter.broadcast(2)

    #expect(openCounts == [0, 2, 2])
    #expect(tuples.heard.values == [.value([0, 1, 2]), .end] && arrays.heard.values == [.value([0, 1, 2]), .end])
    #expect(receivers.map(\.listenerCount) == [0, 0, 0])
  }

  @Test("withLatest ends with its receiver alone, also when an other never had a value")
  func withLatest() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (other, others) = Receiver<Int>.make()
    let (silent, silents) = Receiver<Int>.make()
    let (heard, _) = recordEvents(receiver.withLatest(from: others).map { [$0, $1] })
    let (without, _) = recordEvents(receiver.withLatest(from: others, silents).map { [$0, $1, $2] })
    other.broadcast(1)
    other.finish()
    silent.finish()
    transmitter.broadcast(2)
    let open = without.values
    transmitter.finish()

    #expect(open == [] && without.values == [.end])
    #expect(heard.values == [.value([2, 1]), .end])
    #expect([receiver, others, silents].map(\.listenerCount) == [0, 0, 0])
  }

  @Test("withLatest leaves the others with its receiver")
  func withLatestLeaves() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (other, others) = Receiver<Int>.make()
    let derived = receiver.withLatest(from: others)
    let (_, listening) = recordEvents(derived.map { [$0, $1] })
    let counts = [derived.listenerCount, others.listenerCount]
    transmitter.finish()

    #expect(counts == [1, 1])
    #expect(listening.isDisposed && !other.hasListeners)
  }

  @Test("skip(until:) leaves the other receiver with its first value")
  func skipUntil() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (start, starts) = Receiver<Void>.make()
    let (heard, _) = recordEvents(receiver.skip(until: starts))
    transmitter.broadcast(1)
    let countBefore = starts.listenerCount
    start.broadcast()
    transmitter.broadcast(2)

    #expect([countBefore, starts.listenerCount, receiver.listenerCount] == [1, 0, 1])
    #expect(heard.values == [.value(2)])
    transmitter.finish()
  }

  @Test("skip(until:) hears nothing but the end when the other receiver finishes without a value")
  func skipUntilNothing() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    transmitter.broadcast(1)
    let (heard, _) = recordEvents(receiver.skip(until: Receiver<Int>.empty))
    transmitter.broadcast(2)
    let open = heard.values
    transmitter.finish()

    #expect(open == [] && heard.values == [.end])
  }

  @Test("sample forwards each value once at most, and a waiting value at the end of the other receiver")
  func sample() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (other, others) = Receiver<Void>.make()
    let (heard, _) = recordEvents(receiver.sample(on: others))
    other.broadcast()
    [1, 2].forEach(transmitter.broadcast)
    other.broadcast()
    other.broadcast()
    transmitter.broadcast(3)
    other.finish()

    #expect(heard.values == [.value(2), .value(3), .end])
    #expect([receiver.listenerCount, others.listenerCount] == [0, 0])
  }

  @Test("sample waits for the other receiver with its last value", arguments: [true, false])
  func sampleLast(hasValue: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (other, others) = Receiver<Void>.make()
    let (heard, _) = recordEvents(receiver.sample(on: others))
    if hasValue { transmitter.broadcast(1) }
    transmitter.finish()
    let countThen = others.listenerCount
    other.broadcast()

    #expect(countThen == (hasValue ? 1 : 0))
    #expect(heard.values == (hasValue ? [.value(1), .end] : [.end]))
    #expect(others.listenerCount == 0)
  }

  @Test("sample of a pair on itself is that pair")
  func sampleSelf() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    transmitter.broadcast(1)
    let heard = receiver.sample(on: receiver).record()
    [2, 3].forEach(transmitter.broadcast)

    #expect(heard.values == [1, 2, 3])
  }
}
