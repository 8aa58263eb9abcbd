/// An event of a branch that is joined with others.
struct Happening {
  /// The number of the branch. Chosen branches are numbered from 1, in the order in which they are chosen.
  let branch: Int
  /// The value, or nil at the branch's end.
  let value: Int?
}

extension Outcome {
  /// The events that a branch sends, with its end.
  func happenings(of branch: Int) -> [Happening] {
    let end = isDone ? [Happening(branch: branch, value: nil)] : []
    return values.map { Happening(branch: branch, value: $0) } + end
  }
}

extension Source.Joining {
  /// Applies the joining operator to all events.
  func applied(to happenings: [Happening]) -> Outcome {
    let values = (0..<2).map { branch in happenings.filter { $0.branch == branch }.compactMap(\.value) }
    let ended = Set(happenings.filter { $0.value == nil }.map(\.branch))
    switch self {
    case .none:
      return Outcome(values: values[0], isDone: ended.contains(0))
    case .merge, .mergeArray:
      return Outcome(values: happenings.compactMap(\.value), isDone: ended.count == 2)
    case .combineLatest, .combineLatestArray:
      var latest: [Int?] = [nil, nil]
      let pairs = happenings.compactMap { happening -> Int? in
        guard let value = happening.value else { return nil }
        latest[happening.branch] = value
        guard let left = latest[0], let right = latest[1] else { return nil }
        return left &* 100 &+ right
      }
      // If a branch ends without a value, no pair can follow.
      return Outcome(values: pairs, isDone: ended.count == 2 || ended.contains { values[$0].isEmpty })
    case .zip, .zipArray:
      let pairs = Swift.zip(values[0], values[1]).map { $0 &* 100 &+ $1 }
      return Outcome(values: pairs, isDone: ended.contains { values[$0].count == pairs.count })
    case .withLatest:
      var latest: Int?
      let pairs = happenings.compactMap { happening -> Int? in
        if happening.branch == 0 { return happening.value.flatMap { left in latest.map { left &* 100 &+ $0 } } }
        latest = happening.value ?? latest
        return nil
      }
      return Outcome(values: pairs, isDone: ended.contains(0))
    case .sample:
      var (newest, sampled) = (Int?.none, [Int]())
      // The end of the other branch samples, too.
      for happening in happenings where happening.branch == 1 || happening.value != nil {
        if happening.branch == 1 { sampled += newest.map { [$0] } ?? [] }
        newest = happening.branch == 0 ? happening.value : nil
      }
      return Outcome(values: sampled, isDone: ended.contains(1) || (ended.contains(0) && newest == nil))
    case .skipUntil:
      let rest = happenings.drop { $0.branch == 0 || $0.value == nil }.filter { $0.branch == 0 }
      return Outcome(values: rest.compactMap(\.value), isDone: ended.contains(0))
    case .takeUntil:
      let before = happenings.prefix { $0.branch == 0 || $0.value == nil }
      let isOver = before.contains { $0.branch == 0 && $0.value == nil }
      return Outcome(values: before.compactMap(\.value), isDone: isOver || before.count < happenings.count)
    case .collectUntil:
      var (batches, batch) = ([Int](), [Int]())
      for happening in happenings where happening.branch == 0 || happening.value != nil {
        if let value = happening.value, happening.branch == 0 {
          batch.append(value)
        } else {
          if !batch.isEmpty { batches.append(batch.reduce(0, &+)) }
          batch = []
        }
      }
      return Outcome(values: batches, isDone: ended.contains(0))
    case .race:
      let chosen = happenings.first?.branch ?? 0
      return Outcome(values: values[chosen], isDone: ended.contains(chosen))
    case .switchToLatest:
      var chosen = 0
      let heard = happenings.filter { happening in
        if happening.branch == 0, happening.value != nil { chosen += 1 }
        return happening.branch > 0 && happening.branch == chosen
      }
      return Outcome(values: heard.compactMap(\.value), isDone: ended.isSuperset(of: [0, chosen]))
    case .flatMapFirst:
      let heard = happenings.filter { $0.branch > 0 }
      // A value of the choosing branch chooses if the choice before it has ended.
      var (chosenCount, isOpen) = (0, false)
      for happening in happenings {
        if happening.branch == 0, happening.value != nil, !isOpen { (chosenCount, isOpen) = (chosenCount + 1, true) }
        if happening.branch == chosenCount, happening.value == nil, chosenCount > 0 { isOpen = false }
      }
      return Outcome(values: heard.compactMap(\.value), isDone: ended.contains(0) && !isOpen)
    case .flatMap, .flatMapInTurn:
      let heard = happenings.filter { $0.branch > 0 }
      return Outcome(values: heard.compactMap(\.value), isDone: ended.isSuperset(of: 0...values[0].count))
    }
  }

  /// The operators of a branch besides its own.
  func operators(of branch: Int) -> [Operator] {
    // `skip(until:)` leaves the other branch after its first value.
    self == .skipUntil && branch == 1 ? [.take(1)] : []
  }

  /// The order in which the branches are listened to.
  var order: [Int] {
    switch self {
    case .none, .switchToLatest, .flatMap, .flatMapInTurn, .flatMapFirst: [0]
    case .takeUntil, .skipUntil, .withLatest: [1, 0]
    case .merge, .combineLatest, .zip, .sample, .collectUntil, .race: [0, 1]
    case .mergeArray, .combineLatestArray, .zipArray: [0, 1]
    }
  }
}
