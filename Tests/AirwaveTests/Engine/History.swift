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

  /// The reason why the order does not explain this history, or nil if it does.
  var fault: String? {
    if order.sorted() != sendings.map(\.value).sorted() { return "lost or repeated" }
    let calls = Dictionary(uniqueKeysWithValues: sendings.map { ($0.value, $0.call) })
    let sent = order.compactMap { calls[$0] }
    for (index, call) in sent.enumerated() {
      if sent[..<index].contains(where: call.isBefore) { return "\(order[index]) was sent before what came before it" }
    }
    // An answer comes after the value that it answers.
    for (index, value) in order.enumerated() where value >= 100 && !order[..<index].contains(value - 100) {
      return "\(value) came before what it answers"
    }
    return faultOfHearings(sent)
  }

  /// Searches a place in the order for each listener: the earliest place that explains the values that it heard, and
  /// that is not before the places of listeners that joined before.
  private func faultOfHearings(_ sent: [Call]) -> String? {
    var placed: [(join: Call, place: Int)] = []
    for hearing in hearings.sorted(by: { $0.join.begin < $1.join.begin }) {
      let earliest = placed.filter { $0.join.isBefore(hearing.join) }.map(\.place).max() ?? 0
      guard let place = (earliest...max(earliest, order.count)).first(where: { explains(hearing, joinedAt: $0, sent) })
      else { return "no place explains \(hearing)" }
      placed.append((hearing.join, place))
    }
    return nil
  }

  private func explains(_ hearing: Hearing, joinedAt place: Int, _ sent: [Call]) -> Bool {
    for (index, call) in sent.enumerated() {
      if call.isBefore(hearing.join), index >= place { return false }
      if hearing.join.isBefore(call), index < place { return false }
    }
    let audible = strategy.replayed(of: Array(order[..<place])) + order[place...]
    guard let leave = hearing.leave else { return hearing.values == audible }
    // A listener hears no value that was sent after it left. Of the earlier values it hears all values up to some
    // moment.
    let late = zip(order, sent).filter { leave.isBefore($1) }.map(\.0)
    let isPrefix = hearing.values == Array(audible.prefix(hearing.values.count))
    return isPrefix && !hearing.values.contains(where: late.contains)
  }
}

extension History {
  static let right = History([1, 2, 3], heard: [2, 3], joinedBetween: (3, 4))

  /// Histories with a fault: out of order, lost, repeated, with a gap, too late, too early.
  static let wrong = [
    History([2, 1, 3], heard: [2, 1, 3], joinedBetween: (0, 1)),
    History([1, 3], heard: [1, 3], joinedBetween: (0, 1)),
    History([1, 2, 2, 3], heard: [2, 3], joinedBetween: (3, 4)),
    History([1, 2, 3], heard: [1, 3], joinedBetween: (0, 1)),
    History([1, 2, 3], heard: [3], joinedBetween: (3, 4)),
    History([1, 2, 3], heard: [1, 2, 3], joinedBetween: (3, 4)),
    History([1, 2, 3], heard: [2, 3], joinedBetween: (3, 4), leftBetween: (5, 6)),
  ]

  /// Makes a history of 1, 2 and 3, which were sent one after the other, at the times 2, 7 and 12.
  private init(
    _ order: [Int],
    heard: [Int],
    joinedBetween join: (Int, Int),
    leftBetween leave: (Int, Int)? = nil
  ) {
    strategy = .hot
    self.order = order
    sendings = [1, 2, 3].map { Sending(value: $0, call: Call(begin: 5 * $0 - 3, end: 5 * $0 - 3)) }
    let left = leave.map { Call(begin: $0.0, end: $0.1) }
    hearings = [Hearing(values: heard, join: Call(begin: join.0, end: join.1), leave: left)]
  }
}
