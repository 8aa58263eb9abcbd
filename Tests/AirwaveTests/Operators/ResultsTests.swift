import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.successes")
struct SuccessesTests {
  static let operation = Operation("successes") { receiver, number in
    receiver.map { result(of: $0, number) }.successes()
  } array: { values, number in
    values.compactMap { try? result(of: $0, number).get() }
  }

  @Test("is Sequence.compactMap of what is heard without it", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }
}

@Suite("Receiver.failures")
struct FailuresTests {
  static let operation = Operation("failures") { receiver, number in
    receiver.map { result(of: $0, number) }.failures().map(\.number)
  } array: { values, number in
    values.filter { $0 % 5 <= number }
  }

  @Test("is Sequence.filter of what is heard without it", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }
}

@Suite("Receiver.replaceFailures")
struct ReplaceFailuresTests {
  static let operation = Operation("replaceFailures") { receiver, number in
    receiver.map { result(of: $0, number) }.replaceFailures { $0.number % 7 - 1 }
  } array: { values, number in
    values.map { $0 % 5 <= number ? $0 % 7 - 1 : $0 }
  }

  @Test("is Sequence.map of what is heard without it", arguments: everyStrategy)
  func equalsSequence(strategy: ReplayStrategy) {
    expectEqual(Self.operation, to: strategy)
  }

  @Test("calls its closure with failures alone")
  func calls() {
    let calls = Heard<Int>()
    let (transmitter, receiver) = Receiver<Result<Int, Failure>>.make()
    receiver.replaceFailures { calls.noting($0.number) }.listen { _ in }
    [.success(1), .failure(Failure(number: 2)), .success(3)].forEach(transmitter.broadcast)

    #expect(calls.values == [2])
  }
}

/// A failure with the value if its remainder by 5 is at most the number, or else the value.
private func result(of value: Int, _ number: Int) -> Result<Int, Failure> {
  value % 5 <= number ? .failure(Failure(number: value)) : .success(value)
}
