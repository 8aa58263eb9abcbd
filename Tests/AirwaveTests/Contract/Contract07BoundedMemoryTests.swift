import Airwave
import Foundation
import TestSupport
import Testing

@Suite("Contract 7: bounded memory", .inTurn)
struct Contract07BoundedMemoryTests {
  @Test(
    "a pair keeps as many values as its strategy says, and no more",
    arguments: everyStrategy + [.untilHeard(upTo: 2)],
    [0, 1]
  )
  func liveValues(strategy: ReplayStrategy, listeners: Int) {
    let (transmitter, receiver) = Receiver<Witness>.make(strategy: strategy)
    for _ in 0..<listeners { receiver.listen { _ in } }
    let gone = Tally()
    var alive: [Int] = []

    for sent in 1...20 {
      transmitter.broadcast(Witness { gone.add(1) })
      alive.append(sent - gone.count)
    }
    transmitter.clearReplay()
    alive.append(20 - gone.count)

    #expect(alive == (1...20).map { strategy.replayed(of: Array(1...$0), areHeard: listeners > 0).count } + [0])
  }

  @Test("a value that waits for its turn is kept no longer than any other", arguments: everyStrategy)
  func waitingValues(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Witness>.make(strategy: strategy)
    let gone = Tally()
    receiver.take(count: 1).listen { _ in
      for _ in 1..<20 { transmitter.broadcast(Witness { gone.add(1) }) }
    }
    receiver.listen { _ in }

    transmitter.broadcast(Witness { gone.add(1) })

    #expect(20 - gone.count == strategy.replayed(of: Array(1...20)).count)
  }

  @Test("a pair releases its values when both its ends are released", arguments: everyStrategy)
  func pairGone(strategy: ReplayStrategy) {
    let gone = Tally()
    do {
      let (transmitter, receiver) = Receiver<Witness>.make(strategy: strategy)
      receiver.listen { _ in }
      for _ in 1...20 { transmitter.broadcast(Witness { gone.add(1) }) }
    }

    #expect(gone.count == 20)
  }

  @Test("an operator keeps no more than its description says", arguments: everyStrategy, Operator.allCases)
  func operators(strategy: ReplayStrategy, named: Operator) {
    let (transmitter, receiver) = Receiver<Witness>.make(strategy: strategy)
    let gone = Tally()
    named.listen(to: receiver)

    for _ in 1...20 { transmitter.broadcast(Witness { gone.add(1) }) }
    transmitter.clearReplay()

    #expect(20 - gone.count == named.keptCount)
  }

  enum Operator: CaseIterable {
    case map, filter, skip, take, takeWhile, skipRepeats, withPrevious, scan

    var keptCount: Int {
      switch self {
      case .map, .filter, .skip, .take, .takeWhile: 0
      case .skipRepeats, .withPrevious, .scan: 1
      }
    }

    func listen(to receiver: Receiver<Witness>) {
      switch self {
      case .map: receiver.map { $0 }.listen { _ in }
      case .filter: receiver.filter { _ in true }.listen { _ in }
      case .skip: receiver.skip(count: 3).listen { _ in }
      case .take: receiver.take(count: 3).listen { _ in }
      case .takeWhile: receiver.take { _ in true }.listen { _ in }
      case .skipRepeats: receiver.skipRepeats(by: ===).listen { _ in }
      case .withPrevious: receiver.withPrevious().listen { _ in }
      case .scan: receiver.scan(Witness()) { $1 }.listen { _ in }
      }
    }
  }

  #if os(Linux)
  // Each of these tests runs in a process of its own, where no other test allocates memory. The smallest allocation
  // takes 32 bytes, and the slot of a listener 8. So the counts are high enough for the limit of a megabyte, should
  // something be kept each time.

  @Test("broadcasts on a hot pair leave memory where it was")
  func millionHot() async {
    await #expect(processExitsWith: .success) {
      let growth = try residentGrowth(afterBroadcasting: size(1_000_000, quick: 100_000), on: .hot)
      #expect(growth < 1_000_000)
    }
  }

  @Test("broadcasts on a warm pair leave memory where it was")
  func millionWarm() async {
    await #expect(processExitsWith: .success) {
      let growth = try residentGrowth(afterBroadcasting: size(1_000_000, quick: 100_000), on: .warm(upTo: 8))
      #expect(growth < 1_000_000)
    }
  }

  @Test("two hundred thousand listeners that join and leave leave memory where it was")
  func listeners() async {
    await #expect(processExitsWith: .success) {
      let (transmitter, receiver) = Receiver<Int>.make()
      receiver.listen { _ in }
      let bag = DisposeBag()
      func comeAndGo(_ count: Int) {
        for value in 0..<count {
          let listening = receiver.listen { _ in }
          listening.disposed(by: bag)
          if value.isMultiple(of: 100) { transmitter.broadcast(value) }
          listening.dispose()
        }
      }
      comeAndGo(10_000)
      let before = try residentBytes()
      comeAndGo(200_000)
      let growth = try residentBytes() - before
      #expect(growth < 1_000_000)
    }
  }

  @Test("two hundred thousand listeners of which each leaves after the next has come leave memory where it was")
  func relay() async {
    await #expect(processExitsWith: .success) {
      let (transmitter, receiver) = Receiver<Int>.make()
      var last = receiver.listen { _ in }
      func relay(_ count: Int) {
        for _ in 0..<count {
          let next = receiver.listen { _ in }
          last.dispose()
          last = next
        }
      }
      relay(10_000)
      let before = try residentBytes()
      relay(200_000)
      let growth = try residentBytes() - before
      #expect(growth < 1_000_000 && transmitter.hasListeners)
    }
  }

  @Test("pairs with a listener on the main actor leave memory where it was")
  func pairsOnMainActor() async {
    await #expect(processExitsWith: .success) {
      @MainActor func comeAndGo(_ count: Int) -> Int {
        var sum = 0
        for _ in 0..<count {
          let (transmitter, receiver) = Receiver<Int>.make()
          receiver.listen { sum += $0 }
          transmitter.broadcast(1)
        }
        return sum
      }
      _ = await comeAndGo(10_000)
      let before = try residentBytes()
      let count = size(100_000, quick: 60_000)
      #expect(await comeAndGo(count) == count)
      let growth = try residentBytes() - before
      #expect(growth < 1_000_000)
    }
  }

  @Test("switching between receivers again and again leaves memory where it was")
  func switching() async {
    await #expect(processExitsWith: .success) {
      let (transmitter, receivers) = Receiver<Receiver<Int>>.make()
      let (kept, inner) = Receiver<Int>.make()
      receivers.switchToLatest().listen { _ in }
      for _ in 0..<1_000 { transmitter.broadcast(inner) }
      let before = try residentBytes()
      for _ in 0..<size(100_000, quick: 60_000) { transmitter.broadcast(inner) }
      let growth = try residentBytes() - before
      #expect(growth < 1_000_000 && kept.hasListeners)
    }
  }
  #endif
}

#if os(Linux)
private func residentGrowth(afterBroadcasting count: Int, on strategy: ReplayStrategy) throws -> Int {
  let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
  let heard = Tally()
  receiver.listen { heard.add($0) }
  for _ in 0..<10_000 { transmitter.broadcast(0) }
  let before = try residentBytes()
  for _ in 0..<count { transmitter.broadcast(1) }
  #expect(heard.count == count)
  return try residentBytes() - before
}

/// The memory that this process uses.
func residentBytes() throws -> Int {
  let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return (Int(pages[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}
#endif
