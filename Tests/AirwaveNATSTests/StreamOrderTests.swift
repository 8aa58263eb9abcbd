#if NATS
import Testing

@testable import AirwaveNATS

@Suite("The order of a stream")
struct StreamOrderTests {
  /// A message of a sender: its sequence, its number, and what was known when it was published.
  private struct Message {
    let sequence: UInt64
    let id: MessageID

    init(_ sequence: UInt64, _ number: UInt64, next: UInt64, behind: UInt64, span: UInt64 = 0, sender: UInt64 = 1) {
      let place = MessageID.Place(base: MessageID.Base(next: next, behind: behind), span: span)
      (self.sequence, id) = (sequence, MessageID(sender: sender, number: number, place: place))
    }
  }

  /// The sequences that are heard, and how many messages are known to be lost.
  private func heard(
    _ messages: [Message],
    from start: UInt64 = 1,
    isExclusive: Bool = false,
    reach: UInt64 = 100
  ) -> (heard: [UInt64], lost: UInt64) {
    var order = StreamOrder(start: start, isExclusive: isExclusive, reach: reach)
    var (index, heard, lost) = (messages.firstIndex { $0.sequence >= start } ?? 0, [UInt64](), UInt64(0))
    while index < messages.count {
      let (verdict, count) = order.take(messages[index].id, at: messages[index].sequence)
      lost += count
      if verdict == .heard { heard.append(messages[index].sequence) }
      if case .undecided(let earlier) = verdict {
        order.readAgain(from: earlier)
        index = messages.firstIndex { $0.sequence >= earlier } ?? 0
      } else {
        index += 1
      }
    }
    return (heard, lost)
  }

  @Test("hears the next message of a sender, and neither copies nor strays")
  func next() {
    let messages = [
      Message(1, 0, next: 0, behind: 0), Message(2, 2, next: 0, behind: 0), Message(3, 1, next: 1, behind: 1),
      Message(4, 1, next: 1, behind: 1), Message(5, 2, next: 1, behind: 1), Message(6, 2, next: 1, behind: 1),
    ]
    #expect(heard(messages) == ([1, 3, 5], 0))
  }

  @Test("hears the same wherever it begins", arguments: 1...9 as ClosedRange<UInt64>)
  func anywhere(start: UInt64) {
    let messages = [
      Message(1, 0, next: 0, behind: 0), Message(2, 1, next: 0, behind: 0), Message(3, 3, next: 1, behind: 1),
      Message(4, 2, next: 1, behind: 1), Message(5, 2, next: 1, behind: 1), Message(6, 4, next: 1, behind: 1),
      Message(7, 3, next: 1, behind: 1), Message(8, 4, next: 1, behind: 1), Message(9, 4, next: 1, behind: 1),
    ]
    #expect(heard(messages, from: start) == ([1, 2, 4, 7, 8].filter { $0 >= start }, 0))
  }

  @Test("a message stands for the numbers before it that were given up")
  func span() {
    let messages = [Message(1, 0, next: 0, behind: 0), Message(2, 3, next: 1, behind: 1, span: 2)]
    #expect(heard(messages) == ([1, 2], 0))
  }

  @Test("hears nothing whose base is too far back, and forgets no sender before that")
  func reach() {
    #expect(heard([Message(101, 0, next: 0, behind: 0)]) == ([], 0))
    #expect(heard([Message(100, 0, next: 0, behind: 0)]) == ([100], 0))
    let others = (0..<250).map { Message(2 + $0, $0, next: 0, behind: 1, sender: 2) }
    let copy = Message(100, 0, next: 0, behind: 0)
    #expect(heard([Message(1, 0, next: 0, behind: 0)] + others.prefix(90) + [copy]).heard.last == 91)
  }

  @Test("says that a message is impossible which lies before its base")
  func impossible() {
    var order = StreamOrder(start: 1, isExclusive: true)
    let message = Message(1, 0, next: 0, behind: 1)
    #expect(order.take(message.id, at: 1).verdict == .impossible)
  }

  @Test("tells what a stream has dropped, by the sequences or by the base, and goes on", arguments: [false, true])
  func dropped(isExclusive: Bool) {
    let first = Message(1, 0, next: 0, behind: 0)
    // The base of the next one lies behind what was dropped.
    #expect(heard([first, Message(9, 5, next: 5, behind: 8)], isExclusive: isExclusive) == ([1, 9], 4))
    // It does not: only the sequences show that something was dropped.
    let rest = [Message(9, 5, next: 0, behind: 0), Message(10, 6, next: 0, behind: 0)]
    #expect(heard([first] + rest, isExclusive: isExclusive) == (isExclusive ? ([1, 9, 10], 4) : ([1], 0)))
  }

  @Test(
    "goes on behind a gap, though each message behind it follows one that is in flight",
    arguments: [
      // The bases of the first two messages behind the gap show that numbers are missing.
      (3..<10, false, 11, 8), (3..<10, true, 10, 7),
      // Those of the next two do. The sequences show it before.
      (3..<5, false, 7, 4), (3..<5, true, 5, 2),
    ] as [(gap: Range<UInt64>, isExclusive: Bool, first: UInt64, lost: UInt64)]
  )
  func inFlight(gap: Range<UInt64>, isExclusive: Bool, first: UInt64, lost: UInt64) {
    let messages = (0..<20 as Range<UInt64>).filter { !gap.contains($0) }.map { number in
      // Each is published when all but two of those before it are acknowledged.
      let settled = max(number, 2) - 2
      return Message(number + 1, number, next: settled, behind: settled)
    }
    let result = heard(messages, isExclusive: isExclusive)
    #expect(result == (Array(1...3) + Array(first + 1...20), lost))
  }

  @Test("goes on behind a gap, though an old copy comes first", arguments: [false, true])
  func copy(isExclusive: Bool) {
    let first = [Message(1, 0, next: 0, behind: 0), Message(2, 1, next: 1, behind: 1)]
    let copy = Message(11, 1, next: 1, behind: 1)
    let rest = (12..<20 as Range<UInt64>).map { Message($0, $0, next: $0 - 3, behind: $0 - 3) }
    let result = heard(first + [copy] + rest, isExclusive: isExclusive)
    #expect(result.heard == [1, 2] + Array(13...19))
  }

  @Test(
    "hears no stray behind a gap, if its base lies there, too",
    arguments: [(false, false), (false, true), (true, true)]
  )
  func stray(isExclusive: Bool, isKnown: Bool) {
    var order = StreamOrder(start: 1, isExclusive: isExclusive)
    _ = order.take(Message(1, 0, next: 0, behind: 0).id, at: 1)
    if isKnown { order.dropped(below: 9) }
    let rest = [
      Message(9, 5, next: 4, behind: 8), Message(10, 4, next: 4, behind: 8), Message(11, 5, next: 4, behind: 8),
    ]
    let results = rest.map { order.take($0.id, at: $0.sequence) }
    #expect(results.map(\.verdict) == [.dropped, .heard, .heard])
    #expect(results.map(\.lost) == [3, 0, 0])
  }

  @Test("hears the first message of a sender behind what a stream has dropped")
  func beginning() {
    let rest = [Message(9, 5, next: 2, behind: 3), Message(10, 6, next: 2, behind: 3)]
    #expect(heard(rest, from: 5, isExclusive: true) == ([9, 10], 0))
    var order = StreamOrder(start: 9, isExclusive: false)
    #expect(order.take(rest[0].id, at: 9).verdict == .undecided(readFrom: 1))
    order.readAgain(from: 1)
    order.dropped(below: 9)
    #expect(rest.map { order.take($0.id, at: $0.sequence).verdict } == [.heard, .heard])
  }

  @Test("hears each number of a former version once, where it is, and what another program sends")
  func former() {
    var order = StreamOrder(start: 1, isExclusive: true)
    let numbers: [UInt64?] = [3, 5, 4, 5, nil, 3, 1, 6, nil]
    let verdicts = numbers.enumerated().map { index, number in
      order.take(number.map { MessageID(sender: 1, number: $0) }, at: UInt64(index) + 1).verdict == .heard
    }
    #expect(verdicts == [true, true, true, false, true, false, true, true, true])
    #expect(order.take(MessageID(sender: 1, number: .max - 1), at: 10).verdict == .heard)
  }
}

@Suite("Senders and readers of a stream")
struct HistoryTests {
  @Test("agree on one order, in which nothing is lost or doubled, whatever fails", arguments: 0..<8)
  func histories(part: Int) {
    for seed in 0..<500 { #expect(History.run(UInt64(part * 500 + seed)) == nil) }
  }

  @Test("are found to disagree if one of them is changed", arguments: Mutation.allCases.filter { $0 != .none })
  func mutations(mutation: Mutation) {
    #expect((0..<300).contains { History.run($0, mutation) != nil })
  }
}
#endif
