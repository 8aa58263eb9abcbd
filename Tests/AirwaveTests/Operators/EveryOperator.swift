import Airwave
import Dispatch
import TestSupport
import Testing

/// An operator, and what the laws of all operators need to know of it. Each public operator has a row in
/// `everyOperator`, the table of `Contract08OperatorsAreViewsTests` and of all that is tested with every operator.
struct Operator: Sendable, CustomTestStringConvertible {
  /// What a receiver is derived from.
  struct Parts: Sendable {
    var first: Receiver<Int>
    var second = Receiver<Int>.never
    /// A count, a limit or a divisor. Some laws choose it at random.
    var number = 2
    /// The arguments of the closures that the library must not call before someone listens.
    var calls = Heard<Int>()

    func note(_ value: Int) -> Int { calls.noting(value) }
  }

  /// How often `listenerCount` counts a listener of the first receiver, of the second, and of the derived one.
  struct Counts {
    var first = 1
    var second = 0
    var own = 0
  }

  /// Begins with the name of the operator.
  let testDescription: String
  let counts: Counts
  /// The arguments in `Parts.calls` after a listener has heard given values, with the number 3.
  let calls: @Sendable ([Int]) -> ArraySlice<Int>
  let derive: @Sendable (Parts) -> Receiver<Int>
  /// The same operation on arrays, if there is one.
  private let array: (@Sendable ([Int], _ number: Int) -> [Int])?

  init(
    _ name: String,
    _ counts: Counts = Counts(),
    calls: @escaping @Sendable ([Int]) -> ArraySlice<Int> = { _ in [] },
    _ derive: @escaping @Sendable (Parts) -> Receiver<Int>,
    array: (@Sendable ([Int], _ number: Int) -> [Int])? = nil
  ) {
    testDescription = name
    self.counts = counts
    self.calls = calls
    self.derive = derive
    self.array = array
  }

  var isOperationOnArrays: Bool { array != nil }

  func derive(_ first: Receiver<Int>, _ second: Receiver<Int>) -> Receiver<Int> {
    derive(Parts(first: first, second: second))
  }

  func applied(to values: [Int], _ number: Int) -> [Int] {
    guard let array else { preconditionFailure("\(testDescription) is no operation on arrays") }
    return array(values, number)
  }

  /// Makes an operator of several, one after the other.
  static func chain(of links: [(link: Operator, number: Int)]) -> Operator {
    Operator(links.map { "\($0.link.testDescription) \($0.number)" }.joined(separator: ", ")) { parts in
      links.reduce(parts.first) { $1.link.derive(Parts(first: $0, number: $1.number)) }
    } array: { values, _ in
      links.reduce(values) { $1.link.applied(to: $0, $1.number) }
    }
  }
}

let everyOperator: [Operator] = [
  transforming, selecting, comparing, keepingState, wrapped, signed, observing, joining, switching, timed, working,
].flatMap(\.self)

/// The operators that are the same as an operation on arrays.
let everyOperation = everyOperator.filter(\.isOperationOnArrays)

private let each: @Sendable ([Int]) -> ArraySlice<Int> = { $0[...] }

private let transforming: [Operator] = [
  Operator("map", calls: each) { parts in
    parts.first.map { parts.note($0) * parts.number }
  } array: { values, number in
    values.map { $0 * number }
  },
  Operator("compactMap", calls: each) { parts in
    parts.first.compactMap { parts.note($0) < parts.number ? nil : $0 + parts.number }
  } array: { values, number in
    values.compactMap { $0 < number ? nil : $0 + number }
  },
  // Sends each value twice, once or not at all, in turns.
  Operator("transform", calls: each) { parts in
    parts.first.transform(into: 0) { count, value, send in
      count += 1
      for _ in 0..<(count + parts.number) % 3 { send(value) }
      _ = parts.note(value)
    }
  } array: { values, number in
    values.enumerated().flatMap { Array(repeating: $1, count: ($0 + 1 + number) % 3) }
  },
  Operator("prepend") { parts in
    parts.first.prepend(parts.number, 9)
  } array: { values, number in
    [number, 9] + values
  },
  Operator("replaceEmpty") { $0.first.replaceEmpty(with: 0) },
  Operator("a chain of several", calls: each) { parts in
    parts.first.map { parts.note($0) * 2 }.skipRepeats().skip(count: 1).filter { $0 > 2 }.take(count: 4)
  } array: { values, _ in
    let changed = values.indices.filter { $0 == 0 || values[$0 - 1] != values[$0] }.map { values[$0] * 2 }
    return Array(changed.dropFirst().filter { $0 > 2 }.prefix(4))
  },
]

private let selecting: [Operator] = [
  Operator("filter", calls: each) { parts in
    parts.first.filter { parts.note($0).isMultiple(of: parts.number + 1) }
  } array: { values, number in
    values.filter { $0.isMultiple(of: number + 1) }
  },
  Operator("select") { parts in
    parts.first.select(parts.number).map { 1 }
  } array: { values, number in
    values.filter { $0 == number }.map { _ in 1 }
  },
  Operator("skip(count:)") { parts in
    parts.first.skip(count: parts.number)
  } array: { values, number in
    Array(values.dropFirst(number))
  },
  Operator("skip(while:)", calls: each) { parts in
    parts.first.skip { parts.note($0) < parts.number }
  } array: { values, number in
    Array(values.drop { $0 < number })
  },
  Operator("take(count:)") { parts in
    parts.first.take(count: parts.number)
  } array: { values, number in
    Array(values.prefix(number))
  },
  Operator("take(count: 0)", .init(first: 0)) { $0.first.take(count: 0) },
  Operator("take(while:)", calls: each) { parts in
    parts.first.take { parts.note($0) <= parts.number }
  } array: { values, number in
    Array(values.prefix { $0 <= number })
  },
  Operator("take(while:inclusive:)", calls: each) { parts in
    parts.first.take(while: { parts.note($0) <= parts.number }, inclusive: true)
  } array: { values, number in
    let taken = values.prefix { $0 <= number }
    return Array(taken + values.dropFirst(taken.count).prefix(1))
  },
]

private let comparing: [Operator] = [
  Operator("skipRepeats") { parts in
    parts.first.skipRepeats()
  } array: { values, _ in
    values.indices.filter { $0 == 0 || values[$0 - 1] != values[$0] }.map { values[$0] }
  },
  Operator("skipRepeats(by:)", calls: { $0.dropFirst() }) { parts in
    parts.first.skipRepeats { abs($0 - parts.note($1)) < parts.number }
  } array: { values, number in
    values.reduce(into: []) { result, value in
      if let last = result.last, abs(last - value) < number { return }
      result.append(value)
    }
  },
  Operator("skipRepeats(by:) with a key path") { parts in
    parts.first.skipRepeats(by: \.leadingZeroBitCount)
  } array: { values, _ in
    let sizes = values.map(\.leadingZeroBitCount)
    return values.indices.filter { $0 == 0 || sizes[$0 - 1] != sizes[$0] }.map { values[$0] }
  },
  Operator("uniqueValues") { parts in
    parts.first.uniqueValues()
  } array: { values, _ in
    values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  },
  Operator("withPrevious") { parts in
    parts.first.withPrevious().map { ($0.previous ?? -1) * 10 + $0.current }
  } array: { values, _ in
    zip([-1] + values, values).map { $0 * 10 + $1 }
  },
]

private let keepingState: [Operator] = [
  Operator("enumerated") { parts in
    parts.first.enumerated().map { offset, element in offset * 10 + element }
  } array: { values, _ in
    values.enumerated().map { offset, element in offset * 10 + element }
  },
  Operator("scan", calls: each) { parts in
    parts.first.scan(parts.number) { ($0 * 2 - parts.note($1)) % 100_003 }
  } array: { values, number in
    values.indices.map { values[...$0].reduce(number) { ($0 * 2 - $1) % 100_003 } }
  },
  Operator("scan(into:)", calls: each) { parts in
    parts.first.scan(into: [parts.number]) { $0.append(parts.note($1)) }.map(digits)
  } array: { values, number in
    values.indices.map { digits([number] + values[...$0]) }
  },
  Operator("windows(ofCount:)") { parts in
    parts.first.windows(ofCount: parts.number).map(digits)
  } array: { values, number in
    let count = max(number, 1)
    return values.indices.dropLast(count - 1).map { digits(values[$0..<$0 + count]) }
  },
  // Without the rest, which comes with the end.
  Operator("collect(count:)") { parts in
    parts.first.collect(count: parts.number).filter { $0.count == max(parts.number, 1) }.map(digits)
  } array: { values, number in
    let count = max(number, 1)
    return stride(from: count, through: values.count, by: count).map { digits(values[$0 - count..<$0]) }
  },
  Operator("collect(until:)") { $0.first.collect(until: $0.second).map(\.count) },
]

@Sendable private func digits(_ values: some Sequence<Int>) -> Int {
  values.reduce(0) { ($0 * 10 + $1) % 100_003 }
}

/// Operators on optionals and results.
private let wrapped: [Operator] = [
  Operator("skipNil") { parts in
    parts.first.map { $0 == parts.number ? nil : $0 }.skipNil()
  } array: { values, number in
    values.filter { $0 != number }
  },
  Operator("replaceNil") { parts in
    parts.first.map { $0 == parts.number ? nil : $0 }.replaceNil(with: 9)
  } array: { values, number in
    values.map { $0 == number ? 9 : $0 }
  },
  Operator("successes") { parts in
    results(parts).successes()
  } array: { values, number in
    values.filter { $0 % 5 > number }
  },
  Operator("failures") { parts in
    results(parts).failures().map(\.number)
  } array: { values, number in
    values.filter { $0 % 5 <= number }
  },
  Operator("replaceFailures", calls: each) { parts in
    results(parts).replaceFailures { parts.note($0.number) % 7 - 1 }
  } array: { values, number in
    values.map { $0 % 5 <= number ? $0 % 7 - 1 : $0 }
  },
]

/// Sends a failure with the value if its remainder by 5 is at most the number, or else the value.
private func results(_ parts: Operator.Parts) -> Receiver<Result<Int, Failure>> {
  parts.first.map { $0 % 5 <= parts.number ? .failure(Failure(number: $0)) : .success($0) }
}

/// Operators on values with authors: one for odd numbers, none for even ones.
private let signed: [Operator] = [
  Operator("withoutAuthors") { parts in
    signed(parts).withoutAuthors()
  } array: { values, _ in
    values
  },
  Operator("filterAuthors") { parts in
    signed(parts).filterAuthors { $0 == nil }.withoutAuthors()
  } array: { values, _ in
    values.filter { $0.isMultiple(of: 2) }
  },
  Operator("from") { parts in
    signed(parts).from(Author.one).withoutAuthors()
  } array: { values, _ in
    values.filter { !$0.isMultiple(of: 2) }
  },
  Operator("notFrom") { parts in
    signed(parts).notFrom(Author.one).withoutAuthors()
  } array: { values, _ in
    values.filter { $0.isMultiple(of: 2) }
  },
]

private final class Author: Sendable {
  static let one = Author()
}

private func signed(_ parts: Operator.Parts) -> Receiver<Signed<Int>> {
  parts.first.map { Signed($0, by: $0.isMultiple(of: 2) ? nil : Author.one) }
}

/// A stream that forgets what is written.
private struct NoStream: TextOutputStream, Sendable {
  func write(_ text: String) {}
}

private let observing: [Operator] = [
  Operator("handleEvents", calls: each) { parts in
    parts.first.handleEvents(onValue: { _ = parts.note($0) })
  } array: { values, _ in
    values
  },
  Operator("print") { parts in
    parts.first.print("", to: NoStream())
  } array: { values, _ in
    values
  },
  Operator("receive(on:)") { $0.first.receive(on: .main) },
  Operator("share", .init(first: 0, own: 1)) { $0.first.share() },
]

private let joining: [Operator] = [
  Operator("merge", .init(second: 1)) { $0.first.merge(with: $0.second) },
  Operator("merge, with the same", .init(first: 2, second: 1)) { $0.first.merge(with: $0.second, $0.first) },
  Operator("merge of an array", .init(second: 1)) { .merge([$0.first, $0.second]) },
  Operator("combineLatest", .init(second: 1)) { $0.first.combineLatest($0.second).map { $0 + $1 } },
  Operator("combineLatest with a closure", .init(second: 1)) { $0.first.combineLatest($0.second) { $0 + $1 } },
  Operator("combineLatest with a closure that is called", calls: each) { parts in
    Receiver.just(0).combineLatest(parts.first) { $0 + parts.note($1) }
  },
  Operator("combineLatest of an array", .init(second: 1)) {
    Receiver.combineLatest([$0.first, $0.second]).map { $0[0] }
  },
  Operator("zip", .init(second: 2)) { $0.first.zip($0.second, $0.second).map { $0 + $1 + $2 } },
  Operator("zip with a closure", .init(second: 1)) { $0.first.zip($0.second) { $0 + $1 } },
  Operator("zip with a closure that is called", calls: { $0.prefix(1) }) { parts in
    Receiver.never.prepend(0).zip(parts.first) { $0 + parts.note($1) }
  },
  Operator("zip of an array", .init(second: 1)) { Receiver.zip([$0.first, $0.second]).map { $0[0] } },
  Operator("withLatest") { $0.first.withLatest(from: $0.second).map { $0 + $1 } },
  Operator("withLatest with a closure") { $0.first.withLatest(from: $0.second) { $0 + $1 } },
  Operator("withLatest with a closure that is called", calls: each) { parts in
    parts.first.withLatest(from: Receiver.just(0)) { parts.note($0) + $1 }
  },
  Operator("sample") { $0.first.sample(on: $0.second) },
  Operator("take(until:)") { $0.first.take(until: $0.second) },
  Operator("skip(until:)") { $0.first.skip(until: $0.second) },
]

private let switching: [Operator] = [
  Operator("race", .init(second: 1)) { $0.first.race(with: $0.second) },
  Operator("flatMap", calls: each) { parts in
    parts.first.flatMap { parts.note($0) > 0 ? parts.second : .never }
  },
  Operator("flatMapFirst", calls: { $0.prefix(1) }) { parts in
    parts.first.flatMapFirst { parts.note($0) > 0 ? parts.second : .never }
  },
  Operator("flatMapLatest", calls: each) { parts in
    parts.first.flatMapLatest { parts.note($0) > 0 ? parts.second : .never }
  },
  Operator("switchToLatest") { parts in parts.first.map { _ in parts.second }.switchToLatest() },
]

private let timed: [Operator] = [
  Operator("collect(for:)") { $0.first.collect(for: .seconds(1)).map(\.count) },
  Operator("collect(count:for:)") { $0.first.collect(count: 2, for: .seconds(1)).map(\.count) },
  Operator("debounce") { $0.first.debounce(for: .seconds(1)) },
  Operator("delay") { $0.first.delay(for: .seconds(1)) },
  Operator("silence") { $0.first.silence(for: .seconds(1)).map { 1 } },
  Operator("skip(for:)") { $0.first.skip(for: .seconds(1)) },
  Operator("take(for:)") { $0.first.take(for: .seconds(3_600)) },
  Operator("throttle") { $0.first.throttle(for: .seconds(1)) },
  Operator("timestamped") { parts in
    parts.first.timestamped().map(\.value)
  } array: { values, _ in
    values
  },
]

private let working: [Operator] = [
  Operator("asyncMap") { $0.first.asyncMap { $0 } },
  Operator("asyncMap(maxConcurrent:)") { $0.first.asyncMap(maxConcurrent: 2) { $0 } },
  Operator("asyncMap(buffering:)") { $0.first.asyncMap(buffering: .newest(1)) { $0 } },
  Operator("mapLatest") { $0.first.mapLatest { $0 } },
]

extension Heard<Int> {
  /// Records a value, and returns it.
  func noting(_ value: Int) -> Int {
    append(value)
    return value
  }
}
