/// The values that an operator has forwarded, and whether it is done.
struct Outcome {
  var values: [Int] = []
  var isDone = false
}

extension Operator {
  /// Applies the operator to all values that it was sent, and to the end if `isDone`.
  func applied(to values: [Int], isDone: Bool) -> Outcome {
    switch self {
    case .map: Outcome(values: values.map { $0 &+ 1 })
    case .filter(let remainder): Outcome(values: values.filter { abs($0 % 2) == remainder })
    case .compactMap: Outcome(values: values.filter { $0 % 2 == 0 }.map { $0 / 2 })
    case .skip(let count): Outcome(values: Array(values.dropFirst(count)))
    case .skipBelow(let limit): Outcome(values: Array(values.drop { $0 < limit }))
    case .take(let count): Outcome(values: Array(values.prefix(count)), isDone: values.count >= count)
    case .takeBelow(let limit): Outcome(values: values.prefix { $0 < limit }, isFirstOf: values)
    case .takeUpTo(let limit):
      Outcome(
        values: Array(values.prefix(1 + (values.firstIndex { $0 >= limit } ?? values.count))),
        isDone: values.contains { $0 >= limit }
      )
    case .skipRepeats:
      Outcome(values: values.indices.filter { $0 == 0 || values[$0] != values[$0 - 1] }.map { values[$0] })
    case .uniqueValues:
      Outcome(values: values.indices.filter { !values[..<$0].contains(values[$0]) }.map { values[$0] })
    case .withPrevious:
      Outcome(values: values.indices.map { values[$0] &+ ($0 == 0 ? 0 : 10 &* values[$0 - 1]) })
    case .enumerated: Outcome(values: values.indices.map { values[$0] &+ 10 &* $0 })
    case .collect(let count):
      Outcome(
        values: stride(from: 0, to: values.count, by: max(1, count))
          .map { values[$0...].prefix(max(1, count)) }
          .filter { isDone || $0.count >= count }
          .map { $0.reduce(0, &+) }
      )
    case .scan, .scanInto: Outcome(values: values.indices.map { values[...$0].reduce(0, &+) })
    }
  }
}

extension Outcome {
  fileprivate init(values: ArraySlice<Int>, isFirstOf all: [Int]) {
    self.init(values: Array(values), isDone: values.count < all.count)
  }
}

extension [Operator] {
  /// Applies the operators one after the other to all values that the first was sent, and to the end if it was sent.
  func applied(to sent: Outcome) -> Outcome {
    reduce(sent) { outcome, next in
      var after = next.applied(to: outcome.values, isDone: outcome.isDone)
      after.isDone = after.isDone || outcome.isDone
      return after
    }
  }
}
