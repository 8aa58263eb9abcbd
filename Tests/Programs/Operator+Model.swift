/// What an operator has forwarded of the values that it was sent, and whether it is done.
struct Outcome {
  var values: [Int]
  var isDone = false
}

extension Operator {
  /// The operator, applied to all that it was sent.
  func applied(to values: [Int]) -> Outcome {
    switch self {
    case .map: Outcome(values: values.map { $0 &+ 1 })
    case .filter(let remainder): Outcome(values: values.filter { abs($0 % 2) == remainder })
    case .compactMap: Outcome(values: values.filter { $0 % 2 == 0 }.map { $0 / 2 })
    case .skip(let count): Outcome(values: Array(values.dropFirst(count)))
    case .skipBelow(let limit): Outcome(values: Array(values.drop { $0 < limit }))
    case .take(let count): Outcome(values: Array(values.prefix(count)), isDone: values.count >= count)
    case .takeBelow(let limit): Outcome(values: values.prefix { $0 < limit }, isFirstOf: values)
    case .skipRepeats:
      Outcome(values: values.indices.filter { $0 == 0 || values[$0] != values[$0 - 1] }.map { values[$0] })
    case .uniqueValues:
      Outcome(values: values.indices.filter { !values[..<$0].contains(values[$0]) }.map { values[$0] })
    case .withPrevious:
      Outcome(values: values.indices.map { values[$0] &+ ($0 == 0 ? 0 : 10 &* values[$0 - 1]) })
    case .scan: Outcome(values: values.indices.map { values[...$0].reduce(0, &+) })
    }
  }
}

extension Outcome {
  fileprivate init(values: ArraySlice<Int>, isFirstOf all: [Int]) {
    self.init(values: Array(values), isDone: values.count < all.count)
  }
}

extension [Operator] {
  /// The operators, one after the other.
  func applied(to values: [Int]) -> Outcome {
    reduce(Outcome(values: values)) { outcome, next in
      var after = next.applied(to: outcome.values)
      after.isDone = after.isDone || outcome.isDone
      return after
    }
  }
}

extension Source.Joining {
  /// What happens at a place where branches meet.
  struct Happening {
    let branch: Int
    /// The value, or nil at the branch's end.
    let value: Int?
  }

  /// The joining operator, applied to all that happened.
  func applied(to happenings: [Happening]) -> Outcome {
    let values = (0..<2).map { branch in happenings.filter { $0.branch == branch }.compactMap(\.value) }
    let ended = Set(happenings.filter { $0.value == nil }.map(\.branch))
    switch self {
    case .none:
      return Outcome(values: values[0], isDone: ended.contains(0))
    case .merge:
      return Outcome(values: happenings.compactMap(\.value), isDone: ended.count == 2)
    case .combineLatest:
      let pairs = happenings.indices.filter { happenings[$0].value != nil }.compactMap { index -> Int? in
        let latest = (0..<2).compactMap { branch in
          happenings[...index].last { $0.branch == branch && $0.value != nil }?.value
        }
        return latest.count == 2 ? latest[0] &* 100 &+ latest[1] : nil
      }
      return Outcome(values: pairs, isDone: ended.count == 2)
    case .zip:
      let pairs = Swift.zip(values[0], values[1]).map { $0 &* 100 &+ $1 }
      return Outcome(values: pairs, isDone: ended.contains { values[$0].count == pairs.count })
    case .takeUntil:
      let before = happenings.prefix { $0.branch == 0 || $0.value == nil }
      let isOver = before.contains { $0.branch == 0 && $0.value == nil }
      return Outcome(values: before.compactMap(\.value), isDone: isOver || before.count < happenings.count)
    }
  }

  /// The order in which the branches are listened to.
  var order: [Int] {
    switch self {
    case .none: [0]
    case .takeUntil: [1, 0]
    case .merge, .combineLatest, .zip: [0, 1]
    }
  }
}
