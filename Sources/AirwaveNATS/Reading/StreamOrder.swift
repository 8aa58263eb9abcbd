#if NATS
/// Decides which messages of a stream are heard: the order of the stream is the order.
///
/// A message is heard where the stream holds it, if it is the *next* of its sender there, and otherwise never. A
/// message that is missing makes those behind it strays: they are dropped, and their sender publishes them again,
/// behind it. Nothing is held, and nothing is waited for. What is heard depends on the stream alone, so that each
/// reader hears the same, wherever it begins.
///
/// Each message says what the next number of its sender was, right behind a position before it: its *base*. A reader
/// that has read everything behind that position computes which number is next. A reader that began later reads the
/// stream again from there, without delivering what it reads. No message is heard whose base lies further back than the
/// `reach`, so that this ends, and senders that were silent for that long are forgotten.
///
/// If the stream has dropped messages that would have to be read, the first message of a sender behind them is heard,
/// and the next ones are those that follow. If the stream stores other subjects, the sequences do not show that, but
/// bases do, which lie behind numbers that did not arrive.
struct StreamOrder {
  enum Verdict: Equatable {
    case heard
    /// A copy, a stray, or a message that was decided before.
    case dropped
    /// A message that lies before its base. The stream has lost its end, or no pair published it.
    case impossible
    /// The stream must be read from an earlier sequence on, before this message can be decided.
    case undecided(readFrom: UInt64)
  }

  private struct Sender {
    /// The number that is expected.
    var next: UInt64
    /// How many times the stream had dropped messages when the sender was heard last.
    var era: Int
    /// Whether a number that was stored did not arrive, and nothing was heard since.
    var isBehindGap = false
    /// The numbers below `next` that were not heard, if they may still come: those of a former version.
    var missing: [Range<UInt64>] = []

    /// Decides about a message of a sender that is known.
    ///
    /// - Parameters:
    ///   - id: The message.
    ///   - base: Its base.
    ///   - isUncertain: Whether messages between the base and this one may be among those that the stream has dropped.
    ///   - present: How many times the stream is known to have dropped messages.
    /// - Returns: Whether it is heard, and how many messages before it are lost.
    mutating func decide(
      _ id: MessageID,
      _ base: MessageID.Base,
      isUncertain: Bool,
      in present: Int
    ) -> (Verdict, UInt64) {
      // A base behind a number that did not arrive shows a gap: the number that it names is the next one, if it is not
      // in the gap, too. The second such base shows that it is. Nothing is heard again otherwise of a sender that
      // always has messages in flight: no base tells of those, and they were not heard either.
      let mustJump = era == present ? isBehindGap && base.next > self.next : isUncertain
      let next = mustJump ? max(base.next, id.first) : base.next
      let lost = next - min(next, self.next)
      self.next += lost
      era = present
      let isHeard = take(id)
      isBehindGap = !isHeard && (isBehindGap || lost > 0)
      return (isHeard ? .heard : .dropped, lost)
    }

    /// - Returns: Whether a message is the next one.
    mutating func take(_ id: MessageID) -> Bool {
      let isNext = id.first <= next && next <= id.number
      if isNext { next = id.number + 1 }
      return isNext
    }
  }

  /// A message whose sender is not known yet, and which was decided before.
  private struct Passed {
    let sequence: UInt64
    let numbers: ClosedRange<UInt64>
  }

  /// How far back the base of a message may lie.
  static let reach: UInt64 = 1 << 20
  /// How many gaps in the numbers of a sender of a former version are remembered.
  private static let gapLimit = 1_024
  /// How many messages are read again at least.
  private static let shortestDistance: UInt64 = 256

  private let reach: UInt64
  /// Whether the stream stores no other subject, so that the sequences show what it has dropped.
  private let isExclusive: Bool
  /// All messages up to this one are decided.
  private(set) var decided: UInt64
  /// Everything was read from here to `newest`.
  private var readFrom: UInt64
  private var newest: UInt64
  /// The stream has dropped messages right before this one.
  private var droppedBelow: UInt64 = 0
  private var era = 0
  /// The senders of the last messages, up to twice the reach.
  private var senders: [UInt64: Sender] = [:]
  private var older: [UInt64: Sender] = [:]
  /// Where `senders` begin.
  private var youngFrom: UInt64
  private var passed: [UInt64: [Passed]] = [:]

  /// - Parameters:
  ///   - start: The sequence of the first message to hear.
  ///   - isExclusive: Whether the stream stores no other subject.
  ///   - reach: How far back the base of a message may lie.
  init(start: UInt64, isExclusive: Bool, reach: UInt64 = StreamOrder.reach) {
    (self.isExclusive, self.reach) = (isExclusive, reach)
    (decided, newest) = (start - 1, start - 1)
    (readFrom, youngFrom) = (start, start)
  }

  /// Takes the next message of the stream.
  ///
  /// - Parameters:
  ///   - id: Its identity, or nil if another program made it: it is heard.
  ///   - sequence: Its sequence.
  /// - Returns: What to do with it, and how many messages of the sender the stream had, and does not have any more.
  mutating func take(_ id: MessageID?, at sequence: UInt64) -> (verdict: Verdict, lost: UInt64) {
    if isExclusive { dropped(below: sequence) }
    newest = max(newest, sequence)
    let isNew = sequence > decided
    var result = (verdict: Verdict.heard, lost: UInt64(0))
    if let id { result = id.place.map { decide(id, $0, sequence) } ?? (former(id), 0) }
    if case .undecided = result.verdict { return result }
    decided = max(decided, sequence)
    return isNew ? result : (.dropped, 0)
  }

  /// The stream has no message of the subject between the newest that was read and this one, though it had some.
  mutating func dropped(below sequence: UInt64) {
    guard sequence > newest + 1 else { return }
    (droppedBelow, readFrom, newest) = (sequence, sequence, sequence - 1)
    era += 1
  }

  /// The stream is read again from an earlier sequence on.
  mutating func readAgain(from sequence: UInt64) {
    (readFrom, youngFrom, newest) = (sequence, sequence, sequence - 1)
    (senders, older, passed) = ([:], [:], [:])
  }

  private mutating func decide(_ id: MessageID, _ place: MessageID.Place, _ sequence: UInt64) -> (Verdict, UInt64) {
    let base = place.base
    if base.behind >= sequence { return (.impossible, 0) }
    if sequence - base.behind > reach { return (.dropped, 0) }
    forgetOld(before: sequence)
    if let index = index(of: id.sender) {
      let isUncertain = base.behind + 1 < droppedBelow
      return senders.values[index].decide(id, base, isUncertain: isUncertain, in: era)
    }
    var sender: Sender
    if base.behind + 1 >= readFrom {
      sender = Sender(next: base.next, era: era)
      for message in passed.removeValue(forKey: id.sender) ?? [] where message.sequence > base.behind {
        if message.numbers.contains(sender.next) { sender.next = message.numbers.upperBound + 1 }
      }
    } else if readFrom <= droppedBelow {
      sender = Sender(next: id.first, era: era)
    } else if sequence <= decided {
      passed[id.sender, default: []].append(Passed(sequence: sequence, numbers: id.first...id.number))
      return (.dropped, 0)
    } else {
      // At least twice as far as before, for other senders may need it, too.
      let distance = min(decided, max(Self.shortestDistance, 2 * (decided + 1 - min(readFrom, decided + 1))))
      return (.undecided(readFrom: max(1, droppedBelow, min(base.behind + 1, decided + 1 - distance))), 0)
    }
    let isHeard = sender.take(id)
    senders[id.sender] = sender
    return (isHeard ? .heard : .dropped, 0)
  }

  /// Where a sender is among `senders`.
  private mutating func index(of sender: UInt64) -> Dictionary<UInt64, Sender>.Index? {
    if let index = senders.index(forKey: sender) { return index }
    guard let known = older.removeValue(forKey: sender) else { return nil }
    senders[sender] = known
    return senders.index(forKey: sender)
  }

  /// A message whose base is not too far back belongs to a sender that is remembered, or that has no message since.
  private mutating func forgetOld(before sequence: UInt64) {
    guard sequence > youngFrom, sequence - youngFrom > reach else { return }
    (older, senders, youngFrom) = (senders, [:], sequence)
  }

  /// A message without a place is heard where it is, each number once.
  private mutating func former(_ id: MessageID) -> Verdict {
    guard var sender = senders[id.sender] ?? older.removeValue(forKey: id.sender) else {
      let missing = id.number > 0 ? [0..<id.number] : []
      senders[id.sender] = Sender(next: id.number + 1, era: era, missing: missing)
      return .heard
    }
    defer { senders[id.sender] = sender }
    if id.number >= sender.next {
      if id.number > sender.next { sender.missing.append(sender.next..<id.number) }
      sender.next = id.number + 1
    } else if let index = sender.missing.lastIndex(where: { $0.contains(id.number) }) {
      let gap = sender.missing[index]
      let rest = [gap.lowerBound..<id.number, id.number + 1..<gap.upperBound].filter { !$0.isEmpty }
      sender.missing.replaceSubrange(index...index, with: rest)
    } else {
      return .dropped
    }
    if sender.missing.count > Self.gapLimit {
      // Which of the oldest numbers were heard is forgotten.
      sender.missing.replaceSubrange(0...1, with: [sender.missing[0].lowerBound..<sender.missing[1].upperBound])
    }
    return .heard
  }
}
#endif
