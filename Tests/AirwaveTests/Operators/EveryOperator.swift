import Airwave
import Dispatch
import TestSupport
import Testing

/// A receiver that an operator derives from two others. The tests that ask something of *every* operator read
/// `everyOperator`, in which each public operator has a row.
struct DerivedReceiver: Sendable, CustomTestStringConvertible {
  /// Begins with the name of the operator.
  let testDescription: String
  /// How often `listenerCount` counts a listener of the first receiver, and one of the second.
  let counts: (first: Int, second: Int)
  let derive: @Sendable (_ first: Receiver<Int>, _ second: Receiver<Int>) -> Receiver<Int>

  init(
    _ name: String,
    _ first: Int,
    _ second: Int,
    _ derive: @escaping @Sendable (Receiver<Int>, Receiver<Int>) -> Receiver<Int>
  ) {
    testDescription = name
    counts = (first, second)
    self.derive = derive
  }
}

let everyOperator: [DerivedReceiver] = [
  selecting, keepingState, wrapped, observing, joining, switching, timed, working,
].flatMap(\.self)

/// The operators that are the same as an operation on arrays.
let everyOperation: [Operation] = [
  MapTests.operation, CompactMapTests.operation, FilterTests.operation, SelectTests.operation, SkipNilTests.operation,
  ReplaceNilTests.operation, SkipCountTests.operation, SkipWhileTests.operation, TakeCountTests.operation,
  TakeWhileTests.operation, TakeWhileInclusiveTests.operation, SkipRepeatsTests.operation,
  SkipRepeatsByTests.operation, SkipRepeatsByPropertyTests.operation, UniqueValuesTests.operation,
  WithPreviousTests.operation, EnumeratedTests.operation, ScanTests.operation, ScanIntoTests.operation,
  PrependTests.operation, SuccessesTests.operation, FailuresTests.operation, ReplaceFailuresTests.operation,
  TransformIntoTests.operation, TimestampedTests.operation, WindowsTests.operation,
]

private let selecting: [DerivedReceiver] = [
  DerivedReceiver("map", 1, 0) { first, _ in first.map { $0 } },
  DerivedReceiver("compactMap", 1, 0) { first, _ in first.compactMap { $0 } },
  DerivedReceiver("filter", 1, 0) { first, _ in first.filter { $0 < 0 } },
  DerivedReceiver("select", 1, 0) { first, _ in first.select(1).map { 1 } },
  DerivedReceiver("skip(count:)", 1, 0) { first, _ in first.skip(count: 1) },
  DerivedReceiver("skip(while:)", 1, 0) { first, _ in first.skip { $0 < 0 } },
  DerivedReceiver("take(count:)", 1, 0) { first, _ in first.take(count: 1) },
  DerivedReceiver("take(count: 0)", 0, 0) { first, _ in first.take(count: 0) },
  DerivedReceiver("take(while:inclusive:)", 1, 0) { first, _ in first.take(while: { $0 < 0 }, inclusive: true) },
  DerivedReceiver("prepend", 1, 0) { first, _ in first.prepend(1) },
  DerivedReceiver("replaceEmpty", 1, 0) { first, _ in first.replaceEmpty(with: 0) },
]

private let keepingState: [DerivedReceiver] = [
  DerivedReceiver("collect(count:)", 1, 0) { first, _ in first.collect(count: 2).map(\.count) },
  DerivedReceiver("collect(until:)", 1, 0) { first, second in first.collect(until: second).map(\.count) },
  DerivedReceiver("enumerated", 1, 0) { first, _ in first.enumerated().map { $0 + $1 } },
  DerivedReceiver("scan", 1, 0) { first, _ in first.scan(0) { $0 + $1 } },
  DerivedReceiver("scan(into:)", 1, 0) { first, _ in first.scan(into: 0) { $0 += $1 } },
  DerivedReceiver("skipRepeats", 1, 0) { first, _ in first.skipRepeats() },
  DerivedReceiver("transform", 1, 0) { first, _ in first.transform(into: 0) { $2($0 + $1) } },
  DerivedReceiver("uniqueValues", 1, 0) { first, _ in first.uniqueValues() },
  DerivedReceiver("windows(ofCount:)", 1, 0) { first, _ in first.windows(ofCount: 2).map { $0[0] } },
  DerivedReceiver("withPrevious", 1, 0) { first, _ in first.withPrevious().map { $1 } },
]

/// Operators on optionals, results and values with authors.
private let wrapped: [DerivedReceiver] = [
  DerivedReceiver("skipNil", 1, 0) { first, _ in first.map { Optional($0) }.skipNil() },
  DerivedReceiver("replaceNil", 1, 0) { first, _ in first.map { Optional($0) }.replaceNil(with: 0) },
  DerivedReceiver("successes", 1, 0) { first, _ in results(first).successes() },
  DerivedReceiver("failures", 1, 0) { first, _ in results(first).failures().map { _ in 0 } },
  DerivedReceiver("replaceFailures", 1, 0) { first, _ in results(first).replaceFailures { _ in 0 } },
  DerivedReceiver("withoutAuthors", 1, 0) { first, _ in signed(first).withoutAuthors() },
  DerivedReceiver("filterAuthors", 1, 0) { first, _ in signed(first).filterAuthors { _ in true }.withoutAuthors() },
  DerivedReceiver("from", 1, 0) { first, _ in signed(first).from(Author.one).withoutAuthors() },
  DerivedReceiver("notFrom", 1, 0) { first, _ in signed(first).notFrom(Author.one).withoutAuthors() },
]

private struct Refusal: Error {
  var value = 0
}

private final class Author: Sendable {
  static let one = Author()
}

private func results(_ receiver: Receiver<Int>) -> Receiver<Result<Int, Refusal>> { receiver.map { .success($0) } }
private func signed(_ receiver: Receiver<Int>) -> Receiver<Signed<Int>> { receiver.map { Signed($0, by: Author.one) } }

/// A stream that forgets what is written.
private struct NoStream: TextOutputStream, Sendable {
  func write(_ text: String) {}
}

private let observing: [DerivedReceiver] = [
  DerivedReceiver("handleEvents", 1, 0) { first, _ in first.handleEvents(onValue: { _ in }) },
  DerivedReceiver("print", 1, 0) { first, _ in first.print("", to: NoStream()) },
  DerivedReceiver("receive(on:)", 1, 0) { first, _ in first.receive(on: .main) },
  // Counts its own listeners.
  DerivedReceiver("share", 0, 0) { first, _ in first.share() },
]

private let joining: [DerivedReceiver] = [
  DerivedReceiver("merge", 1, 1) { first, second in first.merge(with: second) },
  DerivedReceiver("merge, with the same", 2, 1) { first, second in first.merge(with: second, first) },
  DerivedReceiver("merge of an array", 1, 1) { first, second in .merge([first, second]) },
  DerivedReceiver("combineLatest", 1, 1) { first, second in first.combineLatest(second).map { $0 + $1 } },
  DerivedReceiver("combineLatest with a closure", 1, 1) { first, second in first.combineLatest(second) { $0 + $1 } },
  DerivedReceiver("combineLatest of an array", 1, 1) { first, second in
    Receiver.combineLatest([first, second]).map { $0[0] }
  },
  DerivedReceiver("zip", 1, 2) { first, second in first.zip(second, second).map { $0 + $1 + $2 } },
  DerivedReceiver("zip with a closure", 1, 1) { first, second in first.zip(second) { $0 + $1 } },
  DerivedReceiver("zip of an array", 1, 1) { first, second in Receiver.zip([first, second]).map { $0[0] } },
  DerivedReceiver("withLatest", 1, 0) { first, second in first.withLatest(from: second).map { $0 + $1 } },
  DerivedReceiver("withLatest with a closure", 1, 0) { first, second in first.withLatest(from: second) { $0 + $1 } },
  DerivedReceiver("sample", 1, 0) { first, second in first.sample(on: second) },
  DerivedReceiver("take(until:)", 1, 0) { first, second in first.take(until: second) },
  DerivedReceiver("skip(until:)", 1, 0) { first, second in first.skip(until: second) },
]

private let switching: [DerivedReceiver] = [
  DerivedReceiver("race", 1, 1) { first, second in first.race(with: second) },
  DerivedReceiver("flatMap", 1, 0) { first, second in first.flatMap { _ in second } },
  DerivedReceiver("flatMapFirst", 1, 0) { first, second in first.flatMapFirst { _ in second } },
  DerivedReceiver("flatMapLatest", 1, 0) { first, second in first.flatMapLatest { _ in second } },
  DerivedReceiver("switchToLatest", 1, 0) { first, second in first.map { _ in second }.switchToLatest() },
]

private let timed: [DerivedReceiver] = [
  DerivedReceiver("collect(for:)", 1, 0) { first, _ in first.collect(for: .seconds(1)).map(\.count) },
  DerivedReceiver("collect(count:for:)", 1, 0) { first, _ in first.collect(count: 2, for: .seconds(1)).map(\.count) },
  DerivedReceiver("debounce", 1, 0) { first, _ in first.debounce(for: .seconds(1)) },
  DerivedReceiver("delay", 1, 0) { first, _ in first.delay(for: .seconds(1)) },
  DerivedReceiver("silence", 1, 0) { first, _ in first.silence(for: .seconds(1)).map { 1 } },
  DerivedReceiver("skip(for:)", 1, 0) { first, _ in first.skip(for: .seconds(1)) },
  DerivedReceiver("take(for:)", 1, 0) { first, _ in first.take(for: .seconds(3_600)) },
  DerivedReceiver("throttle", 1, 0) { first, _ in first.throttle(for: .seconds(1)) },
  DerivedReceiver("timestamped", 1, 0) { first, _ in first.timestamped().map(\.value) },
]

private let working: [DerivedReceiver] = [
  DerivedReceiver("asyncMap", 1, 0) { first, _ in first.asyncMap { $0 } },
  DerivedReceiver("asyncMap(maxConcurrent:)", 1, 0) { first, _ in first.asyncMap(maxConcurrent: 2) { $0 } },
  DerivedReceiver("asyncMap(buffering:)", 1, 0) { first, _ in first.asyncMap(buffering: .newest(1)) { $0 } },
  DerivedReceiver("mapLatest", 1, 0) { first, _ in first.mapLatest { $0 } },
]

/// An operator whose closure records its arguments, and the expected arguments after 2 and 3 are replayed.
struct ObservedOperator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let expected: [Int]
  let make: @Sendable (Receiver<Int>, Heard<Int>) -> Receiver<Int>

  static let all = [
    ObservedOperator("map", [2, 3]) { $0.map($1.noting) },
    ObservedOperator("compactMap", [2, 3]) { receiver, calls in receiver.compactMap { calls.noting($0) } },
    ObservedOperator("filter", [2, 3]) { receiver, calls in receiver.filter { calls.noting($0) > 2 } },
    ObservedOperator("skip(while:)", [2, 3]) { receiver, calls in receiver.skip { calls.noting($0) < 3 } },
    ObservedOperator("take(while:)", [2, 3]) { receiver, calls in receiver.take { calls.noting($0) < 3 } },
    ObservedOperator("take(while:inclusive:)", [2, 3]) { receiver, calls in
      receiver.take(while: { calls.noting($0) < 3 }, inclusive: true)
    },
    ObservedOperator("skipRepeats(by:)", [3]) { receiver, calls in receiver.skipRepeats { calls.noting($1) == $0 } },
    ObservedOperator("scan", [2, 3]) { receiver, calls in receiver.scan(0) { $0 + calls.noting($1) } },
    ObservedOperator("scan(into:)", [2, 3]) { receiver, calls in receiver.scan(into: 0) { $0 += calls.noting($1) } },
    ObservedOperator("combineLatest with a closure", [2, 3]) { receiver, calls in
      Receiver.just(0).combineLatest(receiver) { $0 + calls.noting($1) }
    },
    ObservedOperator("zip with a closure", [2]) { receiver, calls in
      Receiver.just(0).zip(receiver) { $0 + calls.noting($1) }
    },
    ObservedOperator("withLatest with a closure", [2, 3]) { receiver, calls in
      receiver.withLatest(from: Receiver.just(0)) { calls.noting($0) + $1 }
    },
    ObservedOperator("replaceFailures", [2, 3]) { receiver, calls in
      receiver.map { Result<Int, Refusal>.failure(Refusal(value: $0)) }.replaceFailures { calls.noting($0.value) }
    },
    ObservedOperator("handleEvents", [2, 3]) { receiver, calls in
      receiver.handleEvents(onValue: { _ = calls.noting($0) })
    },
    ObservedOperator("flatMap", [2, 3]) { receiver, calls in receiver.flatMap { .just(calls.noting($0)) } },
    ObservedOperator("flatMapLatest", [2, 3]) { receiver, calls in
      receiver.flatMapLatest { .just(calls.noting($0)) }
    },
    ObservedOperator("flatMapFirst", [2, 3]) { receiver, calls in
      receiver.flatMapFirst { Receiver.just(calls.noting($0)) }
    },
    ObservedOperator("transform", [2, 3]) { receiver, calls in
      receiver.transform(into: 0) { $2(calls.noting($1) + $0) }
    },
  ]

  private init(
    _ name: String,
    _ expected: [Int],
    _ make: @escaping @Sendable (Receiver<Int>, Heard<Int>) -> Receiver<Int>
  ) {
    testDescription = name
    self.expected = expected
    self.make = make
  }
}

extension Heard<Int> {
  /// Records a value, and returns it.
  func noting(_ value: Int) -> Int {
    append(value)
    return value
  }
}
