import Airwave
import TestSupport
import Testing

@Suite("CombiningStress: flatMap", .inTurn)
struct CombiningStressFlatMapTests {
  private static let count = 2_000

  @Test("all at once: every value of every receiver once, in its order, one at a time", arguments: [Int.max, 5])
  func allAtOnce(limit: Int) async {
    let (choices, chosen) = Receiver<Int>.make(strategy: .cold)
    let inner = (0..<3).map { _ in Receiver<Int>.make(strategy: .cold) }
    let receivers = inner.map(\.receiver)
    let heard = Heard<Int>()
    let (overlaps, ends) = (OverlapDetector(), Tally())
    chosen.flatMap(maxConcurrent: limit) { choice in receivers[choice].map { choice * Self.factor + $0 } }.listen {
      value in
      overlaps.enter { heard.append(value) }
    } onFinish: {
      ends.add(1)
    }
    await onThreads(4) { thread in
      if thread == 3 {
        for choice in 0..<3 { choices.broadcast(choice) }
        choices.finish()
      } else {
        for number in 0..<Self.count { inner[thread].transmitter.broadcast(number) }
        inner[thread].transmitter.finish()
      }
    }

    for choice in 0..<3 {
      let own = heard.values.filter { $0 / Self.factor == choice }
      #expect(own == (0..<Self.count).map { choice * Self.factor + $0 })
    }
    #expect(heard.values.count == 3 * Self.count)
    #expect([ends.count, overlaps.overlapCount, chosen.listenerCount] == [1, 0, 0])
    #expect(receivers.allSatisfy { $0.listenerCount == 0 })
  }

  @Test("one after the other: each receiver's values without a gap, in the order of the receivers")
  func inTurn() async {
    let (choices, chosen) = Receiver<Int>.make()
    let inner = (0..<Self.count).map { _ in Receiver<Int>.make(strategy: .cold) }
    let heard = Heard<Int>()
    let (overlaps, ends) = (OverlapDetector(), Tally())
    chosen.flatMap(maxConcurrent: 1) { choice in inner[choice].receiver.map { choice * 10 + $0 } }.listen { value in
      overlaps.enter { heard.append(value) }
    } onFinish: {
      ends.add(1)
    }
    await onThreads(4) { thread in
      if thread == 3 {
        for choice in 0..<Self.count { choices.broadcast(choice) }
        choices.finish()
      } else {
        for number in stride(from: thread, to: Self.count, by: 3) {
          for value in 0..<10 { inner[number].transmitter.broadcast(value) }
          inner[number].transmitter.finish()
        }
      }
    }

    #expect(heard.values == Array(0..<Self.count * 10))
    #expect([ends.count, overlaps.overlapCount, chosen.listenerCount] == [1, 0, 0])
  }

  @Test("threads make receivers that last for a moment: exact counts, and nothing is left", arguments: [Int.max, 1])
  func short(limit: Int) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (living, sum, ends) = (Tally(), Tally(), Tally())
    let flat = receiver.flatMap(maxConcurrent: limit) { number in
      living.add(1)
      let witness = Witness { living.add(-1) }
      let (inner, values) = Receiver<Int>.make(strategy: .cold)
      [number, 1].forEach(inner.broadcast)
      return values.map { value in withExtendedLifetime(witness) { value } }
    }
    flat.listen {
      sum.add($0)
    } onFinish: {
      ends.add(1)
    }
    await onThreads(4) { thread in
      for number in 0..<Self.count {
        transmitter.broadcast(number)
        if thread == 0, number.isMultiple(of: 10) { flat.listen { _ in }.dispose() }
      }
    }
    transmitter.finish()

    #expect(sum.count == 4 * ((0..<Self.count).reduce(0, +) + Self.count))
    #expect([ends.count, living.count, receiver.listenerCount] == [1, 0, 0])
  }

  private static let factor = 1_000_000
}
