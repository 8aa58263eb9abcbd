#if NATS
/// Puts the messages of each sender in order, and drops those that come again.
///
/// A stream can hold a message before one that was sent earlier, if the earlier one was lost on the way and sent again; and
/// twice, if the second copy comes later than the server remembers. As long as no number stays missing, the order depends on
/// the stream alone: all processes hear the same. If a number stays missing, each process delivers the later messages of that
/// sender when its own time-out has passed, its own limits are exceeded, or its pair is handed out or ends. Between the
/// messages of other senders they then have another place in each process, and the missing message, if it comes after all,
/// may have its place before them in one process and behind them in another.
///
/// Any process that is allowed to use the subject can send any identity. Time and memory are therefore bounded whatever
/// comes, and a message is rather delivered twice than not at all.
struct Resequencer<Payload> {
  private struct Waiting {
    let payload: Payload
    let size: Int
  }

  private struct Sender {
    /// The number that is expected.
    var next: UInt64
    /// What waits for an earlier one.
    var held: [UInt64: Waiting] = [:]
    /// The numbers below `next` that were not heard, in ascending order: at first all below the first number that was heard.
    var missing: [Range<UInt64>]

    init(first: UInt64) {
      next = first + 1
      missing = first > 0 ? [0..<first] : []
    }

    /// Whether a number below the expected one was not heard yet. Counts it as heard.
    mutating func isNew(_ number: UInt64) -> Bool {
      guard let index = missing.lastIndex(where: { $0.contains(number) }) else { return false }
      let gap = missing[index]
      let rest = [gap.lowerBound..<number, number + 1..<gap.upperBound].filter { !$0.isEmpty }
      missing.replaceSubrange(index...index, with: rest)
      limitGaps()
      return true
    }

    mutating func passOver(_ numbers: Range<UInt64>) {
      if !numbers.isEmpty { missing.append(numbers) }
      limitGaps()
    }

    /// Forgets which of the oldest numbers were heard.
    private mutating func limitGaps() {
      guard missing.count > Resequencer.gapLimit else { return }
      missing.replaceSubrange(0...1, with: [missing[0].lowerBound..<missing[1].upperBound])
    }
  }

  enum Verdict: Equatable {
    /// Deliver it, and then what ``next(of:)`` gives.
    case deliver
    /// It waits for an earlier one.
    case held
    /// It was there before.
    case repeated
  }

  /// What waits at a moment: the highest number of each sender.
  typealias Snapshot = [UInt64: UInt64]

  /// How many gaps in the numbers of a sender are remembered.
  private static var gapLimit: Int { 1_024 }
  /// How many senders are remembered: at least this many, at most twice as many.
  static var senderLimit: Int { 8_192 }

  /// What is counted for a sender that has messages waiting, beside these.
  static var senderOverhead: Int { 512 }

  /// The senders that were heard last, and those that were heard last before them.
  private var senders: [UInt64: Sender] = [:]
  private var older: [UInt64: Sender] = [:]

  /// How many messages wait for an earlier one, and their sizes.
  private(set) var heldCount = 0
  private(set) var heldSize = 0
  /// How many senders have messages waiting. They cannot be forgotten.
  private var waitingCount = 0

  /// Whether so many senders have messages waiting that too few of the others could be forgotten at a time.
  var isCrowded: Bool { waitingCount > Self.senderLimit / 2 }

  /// What waits now.
  var snapshot: Snapshot { heldCount == 0 ? [:] : senders.compactMapValues { $0.held.keys.max() } }

  mutating func admit(_ id: MessageID, size: Int = 0, _ payload: @autoclosure () -> Payload) -> Verdict {
    guard let index = index(of: id.sender) else {
      // The first message of a sender that is heard, which may be any of those that it sent.
      add(Sender(first: id.number), id.sender)
      return .deliver
    }
    let next = senders.values[index].next
    if id.number == next {
      senders.values[index].next = next + 1
      return .deliver
    }
    if id.number < next { return senders.values[index].isNew(id.number) ? .deliver : .repeated }
    if senders.values[index].held[id.number] != nil { return .repeated }
    if senders.values[index].held.isEmpty {
      waitingCount += 1
      heldSize += Self.senderOverhead
    }
    senders.values[index].held[id.number] = Waiting(payload: payload(), size: size)
    heldCount += 1
    heldSize += size
    return .held
  }

  /// The message that waited for the one before it.
  mutating func next(of sender: UInt64) -> Payload? {
    guard heldCount > 0, let index = senders.index(forKey: sender) else { return nil }
    guard let waiting = senders.values[index].held.removeValue(forKey: senders.values[index].next) else { return nil }
    senders.values[index].next += 1
    heldCount -= 1
    heldSize -= waiting.size
    if senders.values[index].held.isEmpty {
      waitingCount -= 1
      heldSize -= Self.senderOverhead
    }
    return waiting.payload
  }

  /// What waited at some moment and still waits: the messages before it do not come, for their senders have given them up,
  /// or will send them later than this.
  mutating func release(_ snapshot: Snapshot) -> [Payload] {
    var released: [Payload] = []
    for (sender, highest) in snapshot.sorted(by: { $0.key < $1.key }) {
      guard let index = senders.index(forKey: sender) else { continue }
      for number in senders.values[index].held.keys.filter({ $0 <= highest }).sorted() {
        senders.values[index].passOver(senders.values[index].next..<number)
        senders.values[index].next = number
        if let payload = next(of: sender) { released.append(payload) }
      }
      while let payload = next(of: sender) { released.append(payload) }
    }
    return released
  }

  private mutating func index(of sender: UInt64) -> Dictionary<UInt64, Sender>.Index? {
    if let index = senders.index(forKey: sender) { return index }
    guard !older.isEmpty, let known = older.removeValue(forKey: sender) else { return nil }
    add(known, sender)
    return senders.index(forKey: sender)
  }

  private mutating func add(_ state: Sender, _ sender: UInt64) {
    if senders.count >= Self.senderLimit {
      let waiting = heldCount == 0 ? [:] : senders.filter { !$0.value.held.isEmpty }
      older = exchange(&senders, with: waiting)
      for sender in waiting.keys { older[sender] = nil }
    }
    senders[sender] = state
  }
}
#endif
