/// What happens at a place where branches meet.
struct Happening {
  /// The number of the branch. Those that are chosen are numbered anew, from 1, as they are chosen.
  let branch: Int
  /// The value, or nil at the branch's end.
  let value: Int?
}

extension Outcome {
  /// What a branch sends, its end too.
  func happenings(of branch: Int) -> [Happening] {
    let end = isDone ? [Happening(branch: branch, value: nil)] : []
    return values.map { Happening(branch: branch, value: $0) } + end
  }
}

extension Source.Joining {
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
      var latest: [Int?] = [nil, nil]
      let pairs = happenings.compactMap { happening -> Int? in
        guard let value = happening.value else { return nil }
        latest[happening.branch] = value
        guard let left = latest[0], let right = latest[1] else { return nil }
        return left &* 100 &+ right
      }
      return Outcome(values: pairs, isDone: ended.count == 2)
    case .zip:
      let pairs = Swift.zip(values[0], values[1]).map { $0 &* 100 &+ $1 }
      return Outcome(values: pairs, isDone: ended.contains { values[$0].count == pairs.count })
    case .takeUntil:
      let before = happenings.prefix { $0.branch == 0 || $0.value == nil }
      let isOver = before.contains { $0.branch == 0 && $0.value == nil }
      return Outcome(values: before.compactMap(\.value), isDone: isOver || before.count < happenings.count)
    case .switchToLatest:
      var chosen = 0
      let heard = happenings.filter { happening in
        if happening.branch == 0, happening.value != nil { chosen += 1 }
        return happening.branch > 0 && happening.branch == chosen
      }
      return Outcome(values: heard.compactMap(\.value), isDone: ended.isSuperset(of: [0, chosen]))
    case .flatMap, .flatMapInTurn:
      let heard = happenings.filter { $0.branch > 0 }
      return Outcome(values: heard.compactMap(\.value), isDone: ended.isSuperset(of: 0...values[0].count))
    }
  }

  /// The order in which the branches are listened to.
  var order: [Int] {
    switch self {
    case .none, .switchToLatest, .flatMap, .flatMapInTurn: [0]
    case .takeUntil: [1, 0]
    case .merge, .combineLatest, .zip: [0, 1]
    }
  }
}
