import Airwave
import TestSupport
import Testing

@Suite("CombiningStress", .inTurn)
struct CombiningStressTests {
  private static let count = 5_000

  @Test("merge: each source's order, exact counts, one at a time, also when the listener broadcasts")
  func merge() async {
    let stage = Sources(4)
    let overlaps = OverlapDetector()
    let plain = Heard<Event<Int>>()
    let sources = stage.receivers
    sources[0].merge(with: sources[1], sources[2], sources[3]).listen { value in
      overlaps.enter {
        plain.append(.value(value))
        // The listener answers on a source of its own.
        guard value < 3 * Self.stride, value.isMultiple(of: 100) else { return }
        stage.transmitters[3].broadcast(3 * Self.stride + value)
      }
    } onFinish: {
      overlaps.enter { plain.append(.end) }
    }
    await onThreads(3) { thread in
      for number in 0..<Self.count { stage.transmitters[thread].broadcast(thread * Self.stride + number) }
      stage.transmitters[thread].finish()
    }
    stage.transmitters[3].finish()

    let heard = plain.values.dropLast().compactMap(\.content)
    for thread in 0..<3 {
      #expect(heard.filter { $0 / Self.stride == thread } == (0..<Self.count).map { thread * Self.stride + $0 })
    }
    let asked = heard.filter { $0 < 3 * Self.stride && $0.isMultiple(of: 100) }
    #expect(heard.filter { $0 >= 3 * Self.stride } == asked.map { 3 * Self.stride + $0 })
    #expect(plain.values.count == heard.count + 1 && plain.values.last == .end)
    #expect(overlaps.overlapCount == 0 && stage.isEmpty)
  }

  @Test("combineLatest: each source moves forward, and the last tuple has the last of each", arguments: [2, 3])
  func combineLatest(count: Int) async {
    let stage = Sources(count)
    let sources = stage.receivers
    let joined =
      count == 2
      ? sources[0].combineLatest(sources[1]).map { [$0, $1] }
      : sources[0].combineLatest(sources[1], sources[2]).map { [$0, $1, $2] }
    let heard = await hear(joined, from: stage)

    // Once each source has had a value, each tuple differs from the previous tuple in exactly one value.
    let tuples = heard.dropLast().compactMap(\.content)
    #expect(heard.last == .end && tuples.last == [Int](repeating: Self.count - 1, count: count))
    let isStep = zip(tuples, tuples.dropFirst()).allSatisfy { before, after in
      zip(before, after).map { $1 - $0 }.sorted() == [0, 0, 1].suffix(count)
    }
    let stepCount = zip(tuples.first ?? [], tuples.last ?? []).map { $1 - $0 }.reduce(0, +)
    #expect(isStep && tuples.count == 1 + stepCount)
  }

  @Test("zip: every value with its partners, once", arguments: [2, 3])
  func zipped(count: Int) async {
    let stage = Sources(count)
    let sources = stage.receivers
    let joined =
      count == 2
      ? sources[0].zip(sources[1]).map { [$0, $1] } : sources[0].zip(sources[1], sources[2]).map { [$0, $1, $2] }
    let heard = await hear(joined, from: stage)

    #expect(heard == (0..<Self.count).map { .value(Array(repeating: $0, count: count)) } + [.end])
  }

  @Test("combineLatest and zip of an array are what they are of a tuple")
  func ofMany() async {
    let (combined, zipped) = (Sources(3), Sources(3))
    let tuples = await hear(Receiver.combineLatest(combined.receivers), from: combined).dropLast().compactMap(\.content)
    let columns = await hear(Receiver.zip(zipped.receivers), from: zipped)

    let isStep = zip(tuples, tuples.dropFirst()).allSatisfy { before, after in
      zip(before, after).map { $1 - $0 }.sorted() == [0, 0, 1]
    }
    #expect(isStep && tuples.last == [Int](repeating: Self.count - 1, count: 3))
    #expect(columns == (0..<Self.count).map { .value([$0, $0, $0]) } + [.end])
  }

  @Test("withLatest: each value once and in order, and the others only move forward", arguments: [2, 3])
  func withLatest(count: Int) async {
    let stage = Sources(count)
    let sources = stage.receivers
    let joined =
      count == 2
      ? sources[0].withLatest(from: sources[1]).map { [$0, $1] }
      : sources[0].withLatest(from: sources[1], sources[2]).map { [$0, $1, $2] }
    let tuples = await hear(joined, from: stage).dropLast().compactMap(\.content)

    let first = tuples.first?[0] ?? Self.count
    #expect(tuples.map { $0[0] } == Array(first..<Self.count))
    #expect((1..<count).allSatisfy { other in tuples.map { $0[other] } == tuples.map { $0[other] }.sorted() })
  }

  @Test("sample: values in order, none twice, and no more than the other receiver has")
  func sample() async {
    let stage = Sources(2)
    let heard = await hear(stage.receivers[0].sample(on: stage.receivers[1]).map { [$0] }, from: stage)

    let values = heard.dropLast().compactMap(\.content).map { $0[0] }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    #expect(heard.last == .end && values.count <= Self.count)
  }

  @Test("skip(until:): the values from some point on, without gaps", arguments: 0..<20)
  func skipUntil(round: Int) async {
    let stage = Sources(2)
    let heard = await hear(stage.receivers[0].skip(until: stage.receivers[1]).map { [$0] }, from: stage)

    #expect(heard == (Self.count - heard.count + 1..<Self.count).map { .value([$0]) } + [.end])
  }

  @Test("switchToLatest: consecutive values of each receiver, and none of a receiver that was left")
  func switching() async {
    let stage = Sources(3)
    let (choices, chosen) = Receiver<Int>.make()
    let sources = stage.receivers
    let heard = Heard<Int>()
    let overlaps = OverlapDetector()
    let ends = Tally()
    chosen.map { choice in sources[choice % 3].map { choice * Self.stride + $0 } }.switchToLatest().listen { value in
      overlaps.enter { heard.append(value) }
    } onFinish: {
      ends.add(1)
    }
    await onThreads(4) { thread in
      if thread == 3 {
        for choice in 0..<500 { choices.broadcast(choice) }
      } else {
        for number in 0..<Self.count { stage.transmitters[thread].broadcast(number) }
        stage.transmitters[thread].finish()
      }
    }
    #expect(ends.count == 0)
    choices.finish()

    let isStep = zip(heard.values, heard.values.dropFirst()).allSatisfy { before, after in
      after / Self.stride == before / Self.stride ? after == before + 1 : after > before
    }
    #expect(isStep && overlaps.overlapCount == 0 && ends.count == 1)
    #expect(stage.isEmpty && chosen.listenerCount == 0)
  }

  @Test("take(until:): a prefix of the values, and one end", arguments: 0..<20)
  func takeUntil(round: Int) async {
    let stage = Sources(2)
    let heard = Heard<Event<Int>>()
    let overlaps = OverlapDetector()
    stage.receivers[0].take(until: stage.receivers[1]).listen { value in
      overlaps.enter { heard.append(.value(value)) }
    } onFinish: {
      overlaps.enter { heard.append(.end) }
    }
    await onThreads(2) { thread in
      if thread == 1 { stage.transmitters[1].broadcast(0) }
      for number in 0..<500 { stage.transmitters[thread].broadcast(number) }
      stage.transmitters[thread].finish()
    }

    #expect(heard.values == (0..<heard.values.count - 1).map(Event.value) + [.end])
    #expect(overlaps.overlapCount == 0 && stage.isEmpty)
  }

  @Test("every combination: listeners join and leave, and nothing is left behind", arguments: everyCombination)
  func comeAndGo(combination: Combination) async {
    let stage = Sources(combination.sourceCount, .warm(upTo: 2))
    let joined = combination.join(stage.receivers)
    let living = Tally()
    let overlaps = Tally()
    await onThreads(4) { thread in
      for number in 0..<300 {
        if thread < 2 {
          stage.transmitters[(thread + number) % combination.sourceCount].broadcast(number)
        } else {
          living.add(1)
          let witness = Witness { living.add(-1) }
          let detector = OverlapDetector()
          let other = number % combination.sourceCount
          let listening = joined.take(count: number % 7).listen { _ in
            withExtendedLifetime(witness) { detector.enter { stage.transmitters[other].broadcast(number) } }
            overlaps.add(detector.overlapCount)
          }
          listening.dispose()
        }
      }
    }

    #expect(stage.isEmpty && overlaps.count == 0)
    #expect(living.count == 0)
  }

  private static let stride = 1_000_000

  /// Broadcasts the numbers of each source on a thread of its own, finishes the sources, and returns the events that a
  /// listener has heard.
  private func hear(_ joined: Receiver<[Int]>, from stage: Sources) async -> [Event<[Int]>] {
    let heard = Heard<Event<[Int]>>()
    let overlaps = OverlapDetector()
    joined.listen { value in
      overlaps.enter { heard.append(.value(value)) }
    } onFinish: {
      overlaps.enter { heard.append(.end) }
    }
    await onThreads(stage.transmitters.count) { thread in
      for number in 0..<Self.count { stage.transmitters[thread].broadcast(number) }
      stage.transmitters[thread].finish()
    }
    #expect(overlaps.overlapCount == 0 && stage.isEmpty)
    return heard.values
  }
}

private struct Sources: Sendable {
  let transmitters: [Transmitter<Int>]
  let receivers: [Receiver<Int>]

  init(_ count: Int, _ strategy: ReplayStrategy = .hot) {
    let pairs = (0..<count).map { _ in Receiver<Int>.make(strategy: strategy) }
    (transmitters, receivers) = (pairs.map(\.transmitter), pairs.map(\.receiver))
  }

  var isEmpty: Bool { receivers.allSatisfy { $0.listenerCount == 0 } }
}

extension Event {
  fileprivate var content: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}
