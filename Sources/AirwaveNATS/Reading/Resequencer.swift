#if NATS
/// Puts the messages of each sender in order, and drops copies.
///
/// A stream can hold a message before one that was published earlier, if the earlier one was lost and published again.
/// It can hold a message twice, if the copy comes later than the server remembers. As long as no number stays missing,
/// the order depends on the stream alone: all processes hear the same.
///
/// Each message says which number was the oldest that was not acknowledged when it was published. All before that
/// number are stored before this message, or were refused: none of them is waited for. A number that stays missing for
/// other reasons is waited for until a time-out has passed, limits are exceeded, or the pair is handed out or ends.
/// Each process does that on its own, so that the later messages of the sender can then have other places between those
/// of other senders.
///
/// Any process that is allowed to use the subject can send any identity. Time and memory are therefore bounded whatever
/// comes. A message is rather delivered twice than not at all.
struct Resequencer<Payload> {
  private struct Waiting {
    let payload: Payload
    let size: Int
    let since: Nanoseconds
  }

  private struct Sender {
    /// The number that is expected.
    var next: UInt64
    /// What waits for an earlier one.
    var held: [UInt64: Waiting] = [:]
    /// The numbers below `next` that were not heard, in ascending order: at first all below the first number that was
    /// heard.
    var missing: [Range<UInt64>]
    /// How many messages of the sender were refused, as it said last.
    var refusedCount: UInt64 = 0

    init(next: UInt64) {
      self.next = next
      missing = next > 0 ? [0..<next] : []
    }

    /// Counts a message as heard, if it is the next one, none waits, and nothing newer is known of the earlier ones.
    mutating func admitNext(_ id: MessageID) -> Bool {
      guard id.number == next, held.isEmpty, id.progress?.refusedCount ?? 0 <= refusedCount else { return false }
      next += 1
      return true
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
  /// How many numbers are not waited for any more, though no newer message said that they do not come.
  private(set) var passedOver: UInt64 = 0
  /// How many senders have messages waiting. They cannot be forgotten.
  private var waitingCount = 0

  /// Whether so many senders have messages waiting that too few of the others could be forgotten at a time.
  var isCrowded: Bool { waitingCount > Self.senderLimit / 2 }

  /// Since when the message waits that has waited for longest.
  private(set) var oldestHeld: Nanoseconds?

  /// Takes a message that is the next one of its sender, if none of that sender waits, and nothing newer is known of
  /// the earlier ones. Most messages are such. What ``advance(_:)`` and ``admit(_:size:at:_:)`` say of it, they say
  /// after more work.
  ///
  /// - Returns: Whether to deliver it now. If not, nothing has changed.
  mutating func admitNext(_ id: MessageID) -> Bool {
    guard let index = senders.index(forKey: id.sender) else { return false }
    return senders.values[index].admitNext(id)
  }

  /// Takes a message.
  ///
  /// - Parameters:
  ///   - id: Its identity.
  ///   - size: What is counted if it waits.
  ///   - now: The time.
  ///   - payload: The message.
  /// - Returns: Whether to deliver it now.
  mutating func admit(_ id: MessageID, size: Int = 0, at now: Nanoseconds = 0, _ payload: @autoclosure () -> Payload)
    -> Verdict
  {
    guard let index = index(of: id.sender) else {
      // The numbers that may still come begin with the oldest that was not acknowledged. Without it, with this message.
      let first = min(id.progress?.oldest ?? id.number, id.number)
      var sender = Sender(next: first)
      sender.refusedCount = id.progress?.refusedCount ?? 0
      add(sender, id.sender)
      return admit(id, size: size, at: now, payload())
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
    senders.values[index].held[id.number] = Waiting(payload: payload(), size: size, since: now)
    oldestHeld = min(oldestHeld ?? now, now)
    heldCount += 1
    heldSize += size
    return .held
  }

  /// What waited for messages that do not come any more, as the identity of a newer message says. Call it before
  /// ``admit``.
  ///
  /// - Returns: What waited, in order, and how many messages were stored but did not come: the stream has dropped them.
  mutating func advance(_ id: MessageID) -> (released: [Payload], missed: UInt64) {
    guard let progress = id.progress, let index = index(of: id.sender) else { return ([], 0) }
    let refused = progress.refusedCount - min(progress.refusedCount, senders.values[index].refusedCount)
    senders.values[index].refusedCount = max(progress.refusedCount, senders.values[index].refusedCount)
    let oldest = min(progress.oldest, id.number)
    guard oldest > senders.values[index].next else { return ([], 0) }
    var (released, missed) = ([Payload](), UInt64(0))
    for number in senders.values[index].held.keys.filter({ $0 < oldest }).sorted() + [oldest] {
      let gap = senders.values[index].next..<max(number, senders.values[index].next)
      senders.values[index].passOver(gap)
      missed += gap.upperBound - gap.lowerBound
      senders.values[index].next = max(number, senders.values[index].next)
      while let payload = self.next(of: id.sender) { released.append(payload) }
    }
    return (released, missed - min(missed, refused))
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
    if heldCount == 0 { oldestHeld = nil }
    return waiting.payload
  }

  /// What waits since a time or longer: it is not known whether the messages before it come.
  mutating func release(heldUntil time: Nanoseconds = .max) -> [Payload] {
    guard let oldestHeld, oldestHeld <= time else { return [] }
    var released: [Payload] = []
    var rest: Nanoseconds?
    for sender in senders.filter({ !$0.value.held.isEmpty }).keys.sorted() {
      guard let index = senders.index(forKey: sender) else { continue }
      let highest = senders.values[index].held.filter { $0.value.since <= time }.keys.max()
      for number in senders.values[index].held.keys.filter({ number in highest.map { number <= $0 } ?? false }).sorted()
      {
        let gap = senders.values[index].next..<max(number, senders.values[index].next)
        senders.values[index].passOver(gap)
        passedOver += gap.upperBound - gap.lowerBound
        senders.values[index].next = max(number, senders.values[index].next)
        while let payload = next(of: sender) { released.append(payload) }
      }
      if let since = senders.values[index].held.values.map(\.since).min() { rest = min(rest ?? since, since) }
    }
    self.oldestHeld = rest
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
