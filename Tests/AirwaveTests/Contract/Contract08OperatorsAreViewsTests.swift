import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Contract 8: operators are views")
struct Contract08OperatorsAreViewsTests {
  @Test("what is heard is the operator applied to what would be heard", arguments: everyStrategy, Operator.all)
  func views(strategy: ReplayStrategy, named: Operator) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let view = named.view(receiver)
    let sent = [1, 1, 2, 3, 1, 4, 4, 5, 1, 6]
    let early = view.record()
    sent.forEach(transmitter.broadcast)

    let late = view.record()
    let replayed = view.replayed
    [6, 7, 1].forEach(transmitter.broadcast)

    #expect(early.values == named.apply(sent + [6, 7, 1]))
    #expect(late.values == named.apply(strategy.replayed(of: sent) + [6, 7, 1]))
    #expect(replayed == named.apply(strategy.replayed(of: sent)))
    #expect(view.latest == named.apply(strategy.replayed(of: sent + [6, 7, 1])).last)
  }

  @Test("each listener has its own state", arguments: everyStrategy, Operator.all)
  func ownState(strategy: ReplayStrategy, named: Operator) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let view = named.view(receiver)

    let first = view.record()
    let second = view.record()
    [1, 1, 2, 3, 1, 4, 4, 5].forEach(transmitter.broadcast)

    #expect(first.values == second.values)
  }

  @Test("a chain without a listener does no work, and joins nothing", arguments: everyStrategy)
  func idle(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let calls = Heard<String>()
    let chain =
      receiver
      .map { value in
        calls.append("map \(value)")
        return value
      }
      .filter { value in
        calls.append("filter \(value)")
        return true
      }
      .skip(count: 1)
    [1, 2].forEach(transmitter.broadcast)
    let idle = (calls.values, chain.listenerCount, transmitter.hasListeners)

    let listening = chain.listen { _ in }
    let used = (chain.listenerCount, receiver.listenerCount)
    listening.dispose()
    transmitter.broadcast(3)

    let replayed = strategy.replayed(of: [1, 2])
    #expect(idle == ([], 0, false))
    #expect(used == (1, 1))
    #expect(calls.values == replayed.flatMap { ["map \($0)", "filter \($0)"] })
    #expect(receiver.listenerCount == 0)
  }

  @Test("reading through operators disturbs no listener's state", arguments: everyStrategy)
  func peeking(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let view = receiver.take(count: 3).withPrevious().map { $0.current - ($0.previous ?? 0) }
    let heard = Heard<Int>()
    view.listen {
      heard.append($0)
      withExtendedLifetime((view.replayed, view.latest)) {}
    }

    [1, 3, 6, 10].forEach(transmitter.broadcast)

    #expect(heard.values == [1, 2, 3])
    #expect(receiver.listenerCount == 0)
  }

  struct Operator: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var view: @Sendable (Receiver<Int>) -> Receiver<Int>
    var apply: @Sendable ([Int]) -> [Int]

    init(
      _ name: String,
      _ view: @escaping @Sendable (Receiver<Int>) -> Receiver<Int>,
      _ apply: @escaping @Sendable ([Int]) -> [Int]
    ) {
      (testDescription, self.view, self.apply) = (name, view, apply)
    }

    static let all: [Operator] = [
      Operator("map", { $0.map { $0 * 2 } }, { $0.map { $0 * 2 } }),
      Operator("filter", { $0.filter { $0 > 1 } }, { $0.filter { $0 > 1 } }),
      Operator("compactMap", { $0.compactMap { $0 > 1 ? -$0 : nil } }, { $0.compactMap { $0 > 1 ? -$0 : nil } }),
      Operator("select", { $0.select(1).map { 1 } }, { $0.filter { $0 == 1 } }),
      Operator("skip(count:)", { $0.skip(count: 3) }, { Array($0.dropFirst(3)) }),
      Operator("skip(count: 0)", { $0.skip(count: 0) }, { $0 }),
      Operator("skip(while:)", { $0.skip { $0 < 3 } }, { Array($0.drop { $0 < 3 }) }),
      Operator("take(count:)", { $0.take(count: 3) }, { Array($0.prefix(3)) }),
      Operator("take(count: 0)", { $0.take(count: 0) }, { _ in [] }),
      Operator("take(while:)", { $0.take { $0 < 3 } }, { Array($0.prefix { $0 < 3 }) }),
      Operator(
        "take(while:inclusive:)",
        { $0.take(while: { $0 < 3 }, inclusive: true) },
        { values in
          let end = values.firstIndex { $0 >= 3 } ?? values.count - 1
          return Array(values.prefix(end + 1))
        }
      ),
      Operator("prepend", { $0.prepend(7, 8) }, { [7, 8] + $0 }),
      Operator(
        "collect(count:)",
        { $0.collect(count: 3).map { $0.reduce(0) { $0 * 10 + $1 } } },
        { values in
          stride(from: 0, through: values.count - 3, by: 3).map { values[$0..<$0 + 3].reduce(0) { $0 * 10 + $1 } }
        }
      ),
      Operator("enumerated", { $0.enumerated().map { $0 * $1 } }, { $0.enumerated().map { $0.offset * $0.element } }),
      Operator(
        "scan(into:)",
        { $0.scan(into: 0) { $0 += $1 } },
        { $0.reduce(into: []) { $0.append(($0.last ?? 0) + $1) } }
      ),
      Operator(
        "skipRepeats with a key path",
        { $0.skipRepeats(by: \.leadingZeroBitCount) },
        { $0.reduce(into: []) { if $0.last?.leadingZeroBitCount != $1.leadingZeroBitCount { $0.append($1) } } }
      ),
      Operator(
        "skipRepeats",
        { $0.skipRepeats() },
        { $0.reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
      ),
      Operator(
        "uniqueValues",
        { $0.uniqueValues() },
        { $0.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
      ),
      Operator(
        "withPrevious",
        { $0.withPrevious().map { ($0.previous ?? 0) * 10 + $0.current } },
        { values in zip([0] + values, values).map { $0 * 10 + $1 } }
      ),
      Operator("scan", { $0.scan(0, +) }, { $0.reduce(into: []) { $0.append(($0.last ?? 0) + $1) } }),
      Operator(
        "skipNil and replaceNil",
        { $0.map { $0 > 1 ? $0 : nil }.replaceNil(with: 9).map { $0 == 9 ? nil : $0 }.skipNil() },
        { $0.filter { $0 > 1 } }
      ),
      Operator(
        "a chain",
        { $0.map { $0 * 2 }.skipRepeats().skip(count: 1).filter { $0 > 2 }.take(count: 4) },
        { values in
          let doubled = values.reduce(into: [Int]()) { if $0.last != $1 * 2 { $0.append($1 * 2) } }
          return Array(doubled.dropFirst().filter { $0 > 2 }.prefix(4))
        }
      ),
    ]
  }
}
