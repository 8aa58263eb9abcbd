import Airwave
import AirwaveTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Stress: what is shown of a replay", .inTurn)
struct PeekStressTests {
  @Test("shows no value that an operator holds back, while the next value and the end come")
  func heldBack() async {
    let count = rounds(10_000)
    let pairs = (0..<count).map { _ in Receiver<Int>.make(strategy: .warm(upTo: 1)) }
    let (turn, shown) = (Turn(), Tallies())
    for (transmitter, _) in pairs { transmitter.broadcast(1) }
    let clock = ManualClock()
    await onThreads(2) { thread in
      for (round, (transmitter, receiver)) in pairs.enumerated() {
        let debounced = receiver.debounce(for: .seconds(1), clock: clock)
        turn.meet(round)
        if thread == 0 {
          transmitter.broadcast(2)
          transmitter.finish()
        } else {
          shown.add(debounced.replayed)
        }
      }
    }

    // Before the end the debounced value is held back. At the end 2 has replaced 1.
    #expect(shown.counts.keys.allSatisfy { $0 == [] || $0 == [2] }, "\(shown.counts)")
    #expect(shown.counts.values.reduce(0, +) == count)
  }

  @Test(
    "shows the values of one moment, however many, while they are evicted and cleared",
    arguments: [.warm(upTo: 3_000), .cold] as [ReplayStrategy]
  )
  func parts(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (isDone, broken, count) = (Countdown(1), Tally(), rounds(100))
    await onThreads(2) { thread in
      if thread == 0 {
        // Each round evicts values of the warm pair, and clears.
        for round in 0..<count {
          (round * 4_000..<(round + 1) * 4_000).forEach(transmitter.broadcast)
          transmitter.clearReplay()
        }
        isDone.countDown()
      } else {
        while !isDone.isDone {
          let values = receiver.replayed
          if values.count > strategy.limit || zip(values, values.dropFirst()).contains(where: { $0 + 1 != $1 }) {
            broken.add()
          }
        }
      }
    }
    (0..<5_000).forEach(transmitter.broadcast)

    #expect(broken.count == 0)
    #expect(receiver.replayed == strategy.replayed(of: Array(0..<5_000)))
  }
}

extension PeekStressTests {
  @Test("shows the values of one moment of the call, while each broadcast evicts one", arguments: [1, 1_024, 10_000])
  func evictedParts(limit: Int) async {
    let (transmitter, receiver) = Receiver<Counted>.make(strategy: .warm(upTo: limit))
    let (isDone, broken) = (Countdown(1), Tally())
    let sent = Atomic(limit)
    (0..<limit).forEach { transmitter.broadcast(Counted($0)) }
    await onThreads(2) { thread in
      if thread == 0 {
        while !isDone.isDone {
          transmitter.broadcast(Counted(sent.load(ordering: .relaxed)))
          sent.add(1, ordering: .releasing)
        }
      } else {
        for _ in 0..<rounds(1_000) {
          let before = sent.load(ordering: .acquiring)
          let numbers = receiver.replayed.map(\.number)
          // One value may have been kept that is not counted yet.
          let last = before - 1...sent.load(ordering: .acquiring)
          let first = numbers.first ?? -1
          if numbers != Array(first..<first + limit) || !last.contains(first + limit - 1) { broken.add() }
        }
        isDone.countDown()
      }
    }

    #expect(broken.count == 0)
  }
}

/// A value that is retained and released.
private final class Counted: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}

/// A barrier at which two threads wait for each other in each round.
private final class Turn: Sendable {
  private let arrivals = Atomic<Int>(0)

  func meet(_ round: Int) {
    arrivals.add(1, ordering: .relaxed)
    while arrivals.load(ordering: .relaxed) < 2 * (round + 1) { sched_yield() }
  }
}

/// Counts results. One thread counts, and the results are read when that thread is done.
private final class Tallies: @unchecked Sendable {
  private(set) var counts: [[Int]: Int] = [:]

  func add(_ values: [Int]) {
    counts[values, default: 0] += 1
  }
}
