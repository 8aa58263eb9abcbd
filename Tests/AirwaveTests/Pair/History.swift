import Airwave
import TestSupport

/// The calls that several threads made on a pair, and the values that its listeners heard.
struct History: Sendable {
  /// The times at which a call began and returned.
  struct Call: Sendable {
    let begin: Int
    let end: Int

    func isBefore(_ other: Call) -> Bool { end < other.begin }
  }

  struct Sending: Sendable {
    let value: Int
    let call: Call
  }

  struct Hearing: Sendable {
    let values: [Int]
    let join: Call
    let leave: Call?
  }

  let strategy: ReplayStrategy
  /// The values that were heard by a listener that was there all the time. Each value was sent once.
  let order: [Int]
  let sendings: [Sending]
  let hearings: [Hearing]
  /// The calls that cleared the replay.
  var clearings: [Call] = []

  /// The reason why the order does not explain this history, or nil if it does.
  var fault: String? {
    if order.sorted() != sendings.map(\.value).sorted() { return "lost or repeated" }
    let calls = Dictionary(uniqueKeysWithValues: sendings.map { ($0.value, $0.call) })
    let sent = order.compactMap { calls[$0] }
    var latest = 0
    for (value, call) in zip(order, sent) {
      if call.end < latest { return "\(value) was sent before what came before it" }
      latest = max(latest, call.begin)
    }
    // An answer comes after the value that it answers.
    for (index, value) in order.enumerated()
    where value >= Self.answer(to: 0) && !order[..<index].contains(value - Self.answer(to: 0)) {
      return "\(value) came before what it answers"
    }
    return faultOfHearings(sent)
  }

  /// Searches a place in the order for each listener: the earliest place that explains the values that it heard, and
  /// that is not before the places of listeners that joined before.
  private func faultOfHearings(_ sent: [Call]) -> String? {
    var placed: [(join: Call, place: Place)] = []
    for hearing in hearings.sorted(by: { $0.join.begin < $1.join.begin }) {
      let before = placed.filter { $0.join.isBefore(hearing.join) }.map(\.place)
      let earliest = Place(index: before.map(\.index).max() ?? 0, cleared: before.map(\.cleared).max() ?? 0)
      let late = hearing.leave.map { leave in zip(order, sent).filter { leave.isBefore($1) }.map(\.0) } ?? []
      guard
        !hearing.values.contains(where: late.contains),
        let place = places(of: hearing.join, from: earliest, sent).first(where: { explains(hearing, joinedAt: $0) })
      else { return "no place explains \(hearing)" }
      placed.append((hearing.join, place))
    }
    return nil
  }

  /// The number of values before a call in the order, as far as the times of the calls tell.
  private func indices(of call: Call, _ sent: [Call]) -> Range<Int> {
    let first = (sent.lastIndex { $0.isBefore(call) } ?? -1) + 1
    return first..<max(first, (sent.firstIndex(where: call.isBefore) ?? sent.count) + 1)
  }

  /// The places that a listener may have joined at. If another listener that joined earlier did not hear values that
  /// had been cleared, this listener does not hear them either.
  private func places(of join: Call, from earliest: Place, _ sent: [Call]) -> [Place] {
    let certain = clearings.filter { $0.isBefore(join) }.map { indices(of: $0, sent).lowerBound }.max() ?? 0
    let possible = clearings.filter { !join.isBefore($0) }.map { indices(of: $0, sent) }
    let first = max(certain, earliest.cleared)
    return indices(of: join, sent).filter { $0 >= max(earliest.index, first) }.flatMap { index in
      (first...index)
        .filter { cleared in [0, earliest.cleared].contains(cleared) || possible.contains { $0.contains(cleared) } }
        .map { Place(index: index, cleared: $0) }
    }
  }

  private func explains(_ hearing: Hearing, joinedAt place: Place) -> Bool {
    let before = Array(order[place.cleared..<place.index])
    let audible = strategy.replayed(of: before, areHeard: true) + order[place.index...]
    // A listener that leaves hears all values up to some moment.
    return hearing.leave == nil ? hearing.values == audible : audible.starts(with: hearing.values)
  }
}

/// Where a listener joined in the order of all values.
private struct Place {
  /// The number of values that were delivered before it joined.
  let index: Int
  /// The number of values that had been delivered when the replay was cleared last.
  let cleared: Int
}

extension History {
  /// The value by which a listener answers another value.
  static func answer(to value: Int) -> Int { value + 1_000_000 }
}

extension History {
  static let right = [
    History([1, 2, 3], heard: [2, 3], joinedBetween: (3, 4)),
    // Cleared before 2 and after 1, and joined after 2; and cleared while it joins.
    History([1, 2, 3], .cold, heard: [2, 3], joinedBetween: (8, 9), clearedBetween: (3, 4)),
    History([1, 2, 3], .cold, heard: [1, 2, 3], joinedBetween: (8, 11), clearedBetween: (9, 10)),
    History([1, 2, 3], .cold, heard: [3], joinedBetween: (8, 11), clearedBetween: (9, 10)),
  ]

  /// Histories with a fault: out of order, lost, repeated, with a gap, too late, too early, not cleared, cleared too
  /// early.
  static let wrong = [
    History([2, 1, 3], heard: [2, 1, 3], joinedBetween: (0, 1)),
    History([1, 3], heard: [1, 3], joinedBetween: (0, 1)),
    History([1, 2, 2, 3], heard: [2, 3], joinedBetween: (3, 4)),
    History([1, 2, 3], heard: [1, 3], joinedBetween: (0, 1)),
    History([1, 2, 3], heard: [3], joinedBetween: (3, 4)),
    History([1, 2, 3], heard: [1, 2, 3], joinedBetween: (3, 4)),
    History([1, 2, 3], heard: [2, 3], joinedBetween: (3, 4), leftBetween: (5, 6)),
    History([1, 2, 3], .cold, heard: [1, 2, 3], joinedBetween: (8, 9), clearedBetween: (3, 4)),
    History([1, 2, 3], .cold, heard: [3], joinedBetween: (8, 9), clearedBetween: (3, 4)),
    History([1, 2, 3], .cold, heard: [2, 3], joinedBetween: (8, 9), clearedBetween: (10, 11)),
  ]

  /// Makes a history of 1, 2 and 3, which were sent one after the other, at the times 2, 7 and 12.
  private init(
    _ order: [Int],
    _ strategy: ReplayStrategy = .hot,
    heard: [Int],
    joinedBetween join: (Int, Int),
    leftBetween leave: (Int, Int)? = nil,
    clearedBetween clearing: (Int, Int)? = nil
  ) {
    self.strategy = strategy
    self.order = order
    sendings = [1, 2, 3].map { Sending(value: $0, call: Call(begin: 5 * $0 - 3, end: 5 * $0 - 3)) }
    let left = leave.map { Call(begin: $0.0, end: $0.1) }
    hearings = [Hearing(values: heard, join: Call(begin: join.0, end: join.1), leave: left)]
    clearings = clearing.map { [Call(begin: $0.0, end: $0.1)] } ?? []
  }
}
