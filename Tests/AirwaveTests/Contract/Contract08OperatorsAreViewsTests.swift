import Airwave
import AirwaveTesting
import Dispatch
import Foundation
import TestSupport
import Testing

/// The laws of all operators, each stated once.
@Suite("Contract 8: operators are views")
struct Contract08OperatorsAreViewsTests {
  @Test("each public operator has a row in the table that these tests read")
  func isListed() throws {
    let interface = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Checks/interface/Airwave.txt")
    // Such as "Receiver.map(_:): func map<Output>(…) -> Receiver<Output>".
    let operators = try String(contentsOf: interface, encoding: .utf8).split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /Receiver\.(\w+)\(.*\): func .* -> Receiver<.*/).flatMap { found in
        found.0.contains("[deprecated") ? nil : String(found.1)
      }
    }
    let listed = Set(everyOperator.map { $0.testDescription.prefix { $0.isLetter } })

    #expect(operators.count > 50)
    for name in Set(operators).sorted() where !listed.contains(Substring(name)) {
      Issue.record("\(name) has no row in Tests/AirwaveTests/Operators/EveryOperator.swift")
    }
  }

  @Test("what is heard is the operator applied to what would be heard", arguments: everyOperation, everyStrategy)
  func views(operation: Operator, strategy: ReplayStrategy) {
    for seed in 0..<200 {
      guard isView(operation, of: strategy, seed: UInt64(seed)) else { return }
    }
  }

  @Test("so is what is heard behind a chain of operators", arguments: everyStrategy)
  func chains(strategy: ReplayStrategy) {
    for seed in 0..<500 {
      var random = SplitMix64(seed: ~UInt64(seed))
      let chain = Operator.chain(
        of: (0..<Int.random(in: 3...6, using: &random)).map { _ in
          let index = Int.random(in: everyOperation.indices, using: &random)
          return (everyOperation[index], Int.random(in: 0...4, using: &random))
        }
      )
      guard isView(chain, of: strategy, seed: UInt64(seed)) else { return }
    }
  }

  @Test("does no work and joins nothing before someone listens, nor after", arguments: everyOperator, everyStrategy)
  func isIdle(each: Operator, strategy: ReplayStrategy) {
    let (first, second) = (Receiver<Int>.make(strategy: strategy), Receiver<Int>.make())
    let (passed, calls) = (Heard<Int>(), Heard<Int>())
    let mapped = first.receiver.map(passed.noting)
    let derived = each.derive(.init(first: mapped, second: second.receiver, number: 3, calls: calls))
    let counts = { [first.receiver.listenerCount, second.receiver.listenerCount] }
    [2, 3].forEach(first.transmitter.broadcast)
    let (passedBefore, callsBefore, countsBefore) = (passed.values, calls.values, counts())
    let hadListeners = first.transmitter.hasListeners

    let listening = derived.listen { _ in }
    let joined = first.receiver.listenerCount
    let (passedAtOnce, callsAtOnce) = (passed.values, calls.values)
    first.transmitter.broadcast(1)
    let (passedDuring, callsDuring) = (passed.values, calls.values)

    listening.dispose()
    first.transmitter.broadcast(4)
    second.transmitter.broadcast(4)

    let replayed = strategy.replayed(of: [2, 3])
    #expect(passedBefore == [] && callsBefore == [] && countsBefore == [0, 0] && !hadListeners)
    #expect((joined > 0) == (each.testDescription != "take(count: 0)"))
    #expect(passedAtOnce == (0..<joined).flatMap { _ in replayed })
    #expect(callsAtOnce == Array(each.calls(replayed)))
    #expect(passedDuring == passedAtOnce + Array(repeating: 1, count: joined))
    #expect(passed.values == passedDuring && calls.values == callsDuring && counts() == [0, 0])
    #expect(!first.transmitter.hasListeners)
  }

  @Test("counts the listeners of the pairs behind it", arguments: everyOperator)
  func countsListeners(each: Operator) {
    let (first, second) = (Receiver<Int>.make(), Receiver<Int>.make())
    let derived = each.derive(first.receiver, second.receiver)
    var counts = [derived.listenerCount]
    let listening = derived.listen { _ in }
    let joined = (first: first.receiver.listenerCount, second: second.receiver.listenerCount)
    counts.append(derived.listenerCount)
    for _ in 0..<3 { first.receiver.listen { _ in } }
    for _ in 0..<5 { second.receiver.listen { _ in } }
    counts.append(derived.listenerCount)
    listening.dispose()
    counts.append(derived.listenerCount)

    let own = joined.first * each.counts.first + joined.second * each.counts.second + each.counts.own
    let others = 3 * each.counts.first + 5 * each.counts.second
    #expect(counts == [0, own, own + others, others])
    #expect(first.transmitter.hasListeners)
    withExtendedLifetime(second.transmitter) {}
  }

  @Test("keeps no pair alive, and is kept alive by its listener's pair alone", arguments: everyOperation)
  func lifetime(operation: Operator) {
    var pair: (transmitter: Transmitter<Int>, receiver: Receiver<Int>)? = Receiver<Int>.make()
    weak let source = pair?.receiver
    let derived = pair.map { operation.derive($0.receiver, .never) }
    let heard = derived.map { recordEvents($0).heard }
    pair = nil

    #expect(heard?.values == operation.applied(to: [], 2).map { .value($0) } + [.end])
    withExtendedLifetime(derived) { #expect(source != nil) }
  }

  @Test("shares no state between listeners that join on many threads at once", arguments: everyOperation)
  func sharesNoState(operation: Operator) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    [1, 2, 2, 0, 3].forEach(transmitter.broadcast)
    let derived = operation.derive(receiver, .never)
    let heard = Heard<Recorder<Int>>()
    let replayed = Heard<[Int]>()
    DispatchQueue.concurrentPerform(iterations: 20) { _ in
      heard.append(derived.record())
      replayed.append(derived.replayed)
    }

    // A thread that hears its replay leaves the joining of others to a thread of the system.
    await untilDrained()
    let expected = Array(repeating: operation.applied(to: [1, 2, 2, 0, 3], 2), count: 20)
    #expect(heard.values.map(\.values) == expected)
    #expect(replayed.values == expected)
  }

  @Test("reading through operators disturbs no listener's state", arguments: everyOperation, everyStrategy)
  func peeking(operation: Operator, strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let derived = operation.derive(receiver, .never)
    let heard = Heard<Int>()
    let listening = derived.listen {
      heard.append($0)
      withExtendedLifetime((derived.replayed, derived.latest)) {}
    }
    [1, 3, 3, 6, 2, 10].forEach(transmitter.broadcast)
    listening.dispose()

    #expect(heard.values == operation.applied(to: [1, 3, 3, 6, 2, 10], 2))
    #expect(receiver.listenerCount == 0)
  }
}

/// What listeners of one derived receiver hear.
private struct Hearing: Equatable {
  /// What it replays before someone listens, while two do, and after the end.
  var replayed: [[Int]]
  var latest: [Int?]
  /// The values of two listeners that join first, and of one that joins later, before the end.
  var values: [[Int]]
  /// The same until the end, and what one hears that joins then.
  var events: [[Event<Int>]]
}

/// Expects that listeners hear the operation applied to exactly the values that they would hear without it, and the end
/// of the pair, once and after all values.
///
/// - Returns: Whether they do.
private func isView(_ operation: Operator, of strategy: ReplayStrategy, seed: UInt64) -> Bool {
  var random = SplitMix64(seed: seed)
  let number = Int.random(in: 0...4, using: &random)
  let (before, between, after) = (random.values(), random.values(), random.values())
  var heard = Hearing(replayed: [], latest: [], values: [], events: [])

  let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
  let derived = operation.derive(.init(first: receiver, number: number))
  let peek = {
    heard.replayed.append(derived.replayed)
    heard.latest.append(derived.latest)
  }
  before.forEach(transmitter.broadcast)
  peek()
  let early = [recordEvents(derived).heard, recordEvents(derived).heard]
  between.forEach(transmitter.broadcast)
  peek()
  let late = recordEvents(derived).heard
  after.forEach(transmitter.broadcast)
  heard.values = (early + [late]).map { hearing in
    hearing.values.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }
  transmitter.finish()
  peek()
  heard.events = (early + [late, recordEvents(derived).heard]).map(\.values)

  let replays = [before, before + between, before + between + after].map { strategy.replayed(of: $0) }
  let (earlyValues, lateValues) = (replays[0] + between + after, replays[1] + after)
  let applied = [earlyValues, earlyValues, lateValues, replays[2]].map { operation.applied(to: $0, number) }
  let appliedReplays = replays.map { operation.applied(to: $0, number) }
  let expected = Hearing(
    replayed: appliedReplays,
    latest: appliedReplays.map(\.last),
    values: Array(applied.dropLast()),
    events: applied.map { values in values.map(Event.value) + [.end] }
  )
  let name = operation.testDescription
  #expect(heard == expected, "\(name), seed \(seed), number \(number): \(before) \(between) \(after)")
  return heard == expected
}
