#if NATS
/// Puts the messages of each sender in order, and drops those that come again.
///
/// A stream can hold a message before one that was sent earlier, if the earlier one was lost on the way and sent again; and
/// twice, if the second copy comes later than the server remembers. What this does depends on the stream alone, so that all
/// processes hear the same order.
struct Resequencer<Payload> {
  private struct Sender {
    /// The first number that was heard. An earlier one was stored later than it, and is new.
    let first: UInt64
    /// The number that is expected.
    var next: UInt64
    /// What waits for an earlier one.
    var held: [UInt64: Payload] = [:]
    /// Numbers that were passed over, or were sent before the first and came after it.
    var missing: Set<UInt64> = []
    var early: Set<UInt64> = []

    init(first: UInt64) {
      self.first = first
      next = first &+ 1
    }

    /// Whether a number below the expected one was not heard yet. Counts it as heard.
    mutating func isNew(_ number: UInt64) -> Bool {
      missing.remove(number) != nil || (number < first && early.insert(number).inserted)
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

  private var senders: [UInt64: Sender] = [:]

  /// Whether any message waits for an earlier one.
  private(set) var heldCount = 0

  mutating func admit(_ id: MessageID, _ payload: @autoclosure () -> Payload) -> Verdict {
    guard let index = senders.index(forKey: id.sender) else {
      // The first message of a sender that is heard, which may be any of those that it sent.
      senders[id.sender] = Sender(first: id.number)
      return .deliver
    }
    let next = senders.values[index].next
    if id.number == next {
      senders.values[index].next = next &+ 1
      return .deliver
    }
    if id.number < next { return senders.values[index].isNew(id.number) ? .deliver : .repeated }
    if senders.values[index].held[id.number] != nil { return .repeated }
    senders.values[index].held[id.number] = payload()
    heldCount += 1
    return .held
  }

  /// The message that waited for the one before it.
  mutating func next(of sender: UInt64) -> Payload? {
    guard heldCount > 0, let index = senders.index(forKey: sender) else { return nil }
    guard let payload = senders.values[index].held.removeValue(forKey: senders.values[index].next) else { return nil }
    senders.values[index].next &+= 1
    heldCount -= 1
    return payload
  }

  /// All that waits for messages which do not come: their senders have given them up, or will send them later than this.
  mutating func releaseHeld() -> [Payload] {
    var released: [Payload] = []
    for sender in senders.filter({ !$0.value.held.isEmpty }).keys.sorted() {
      guard var state = senders[sender] else { continue }
      for (number, payload) in exchange(&state.held, with: [:]).sorted(by: { $0.key < $1.key }) {
        released.append(payload)
        state.missing.formUnion(state.next..<number)
        state.next = number &+ 1
      }
      senders[sender] = state
    }
    heldCount = 0
    return released
  }
}
#endif
