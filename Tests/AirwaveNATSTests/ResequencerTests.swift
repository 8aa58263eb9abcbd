#if NATS
import Testing

@testable import AirwaveNATS

@Suite("The order of a sender's messages")
struct ResequencerTests {
  /// What is heard of messages that come in some order, as the server stores them.
  private func heard(_ numbers: [UInt64], sender: UInt64 = 7, releasing: Bool = false) -> [UInt64] {
    var resequencer = Resequencer<UInt64>()
    var heard: [UInt64] = []
    for number in numbers {
      guard resequencer.admit(MessageID(sender: sender, number: number), number) == .deliver else { continue }
      heard.append(number)
      while let next = resequencer.next(of: sender) { heard.append(next) }
    }
    if releasing { heard += resequencer.release() }
    return heard
  }

  @Test(
    "puts them in order, and drops those that come again",
    arguments: [
      ([0, 1, 2], [0, 1, 2]),
      ([0, 1, 1, 0, 2], [0, 1, 2]),
      ([0, 3, 2, 1, 3, 4], [0, 1, 2, 3, 4]),
      ([5, 6, 5], [5, 6]),
      ([0, 2, 2], [0]),
    ]
  )
  func order(numbers: [UInt64], expected: [UInt64]) {
    #expect(heard(numbers) == expected)
  }

  @Test("a message from before the first is new, once")
  func early() {
    #expect(heard([5, 3, 4, 3, 6, 4]) == [5, 3, 4, 6])
  }

  @Test("does not keep what waits for a message that never comes")
  func released() {
    #expect(heard([0, 5, 3, 2], releasing: true) == [0, 2, 3, 5])
  }

  @Test("a message that comes after it was no longer waited for is heard all the same, once")
  func afterRelease() {
    var resequencer = Resequencer<UInt64>()
    func admit(_ number: UInt64) -> Resequencer<UInt64>.Verdict {
      resequencer.admit(MessageID(sender: 1, number: number), number)
    }
    let before = [admit(0), admit(2)]
    let released = resequencer.release()
    let after = [1, 1, 2, 3].map(admit)
    #expect(before == [.deliver, .held] && released == [2])
    #expect(after == [.deliver, .repeated, .repeated, .deliver])
    #expect(resequencer.heldCount == 0)
  }

  @Test("a message that has not waited for long goes on waiting when another is released")
  func recent() {
    var resequencer = Resequencer<UInt64>()
    func admit(_ sender: UInt64, _ number: UInt64, at time: Nanoseconds) {
      _ = resequencer.admit(MessageID(sender: sender, number: number), size: 10, at: time, number)
    }
    for (sender, number) in [(1, 0), (1, 2), (2, 0), (2, 5)] as [(UInt64, UInt64)] { admit(sender, number, at: 1) }
    for (sender, number) in [(1, 3), (1, 9), (2, 7), (3, 0), (3, 2)] as [(UInt64, UInt64)] {
      admit(sender, number, at: 5)
    }
    let early = resequencer.release(heldUntil: 0)
    #expect(early == [] && resequencer.oldestHeld == 1)
    let released = resequencer.release(heldUntil: 4)
    #expect(released == [2, 3, 5] && resequencer.oldestHeld == 5)
    #expect(resequencer.heldCount == 3)
    #expect(resequencer.heldSize == 3 * (10 + Resequencer<UInt64>.senderOverhead))
    let rest = resequencer.release(heldUntil: 5)
    #expect(rest == [9, 7, 2] && resequencer.heldSize == 0 && resequencer.oldestHeld == nil)
  }

  @Test(
    "begins with the oldest number that was not acknowledged, and waits for no number before it",
    arguments: [
      // Number 1 was lost and published again.
      ([(2, 1), (3, 1), (1, 1), (4, 4)], [1, 2, 3, 4], 0),
      // What was stored before the reader began does not come: the newer messages say so.
      ([(7, 5), (8, 5), (9, 7)], [7, 8, 9], 0),
      ([(7, 5), (8, 8)], [7, 8], 0),
      // What was dropped by the stream, or was stored elsewhere, is counted.
      ([(0, 0), (1, 1), (5, 4), (6, 6)], [0, 1, 5, 6], 3),
      ([(0, 0), (4, 2), (5, 5)], [0, 4, 5], 3),
    ] as [([(UInt64, UInt64)], [UInt64], UInt64)]
  )
  func progress(messages: [(number: UInt64, oldest: UInt64)], expected: [UInt64], expectedMissed: UInt64) {
    let (heard, missed) = heard(messages.map { ($0.number, MessageID.Progress(oldest: $0.oldest, refusedCount: 0)) })
    #expect(heard == expected)
    // Before the first message of a sender nothing counts as missed.
    #expect(missed == expectedMissed || messages[0].number == 7)
  }

  @Test("a message that the server has refused is neither waited for nor missed")
  func refused() {
    let (heard, missed) = heard([
      (0, MessageID.Progress(oldest: 0, refusedCount: 0)), (2, MessageID.Progress(oldest: 1, refusedCount: 0)),
      (3, MessageID.Progress(oldest: 2, refusedCount: 1)), (4, MessageID.Progress(oldest: 4, refusedCount: 1)),
    ])
    #expect(heard == [0, 2, 3, 4] && missed == 0)
  }

  private func heard(_ messages: [(number: UInt64, progress: MessageID.Progress)]) -> (heard: [UInt64], missed: UInt64)
  {
    var resequencer = Resequencer<UInt64>()
    var (heard, missed) = ([UInt64](), UInt64(0))
    for (number, progress) in messages {
      let id = MessageID(sender: 1, number: number, progress: progress)
      let (released, dropped) = resequencer.advance(id)
      heard += released
      missed += dropped
      guard resequencer.admit(id, number) == .deliver else { continue }
      heard.append(number)
      while let next = resequencer.next(of: 1) { heard.append(next) }
    }
    return (heard, missed)
  }

  @Test("numbers that no honest sender sends cost neither time nor memory")
  func farApart() {
    let far = UInt64.max - 1
    #expect(heard([0, far, 1], releasing: true) == [0, 1, far])
    var resequencer = Resequencer<UInt64>()
    func admit(_ number: UInt64) -> Resequencer<UInt64>.Verdict {
      resequencer.admit(MessageID(sender: 1, number: number), number)
    }
    // More gaps than are remembered: a number between the oldest may be heard twice, one between the newest may not.
    _ = admit(far)
    for number in 1...50_000 as ClosedRange<UInt64> where admit(number * 1_000) != .deliver {
      Issue.record("\(number) is new")
    }
    let again = [50_000_000, 49_000_000, 49_000_001, 1_000].map(admit)
    #expect(again == [.repeated, .repeated, .deliver, .deliver])
  }

  @Test("remembers the senders that were heard last, and all for which a message waits")
  func manySenders() {
    var resequencer = Resequencer<UInt64>()
    func admit(_ sender: UInt64, _ number: UInt64) -> Resequencer<UInt64>.Verdict {
      resequencer.admit(MessageID(sender: sender, number: number), number)
    }
    let limit = UInt64(Resequencer<UInt64>.senderLimit)
    _ = [admit(0, 0), admit(0, 2), admit(1, 0)]
    for sender in 2..<limit * 3 { _ = admit(sender, 0) }
    let verdicts = [admit(limit * 3 - 1, 0), admit(limit * 2, 0), admit(1, 0), admit(0, 1)]
    #expect(verdicts == [.repeated, .repeated, .deliver, .deliver])
    let waited = resequencer.next(of: 0)
    #expect(waited == 2)
  }

  @Test("tells when more senders wait than can be remembered beside others, until they are released")
  func crowded() {
    var resequencer = Resequencer<UInt64>()
    for sender in 0...UInt64(Resequencer<UInt64>.senderLimit / 2) {
      #expect(!resequencer.isCrowded)
      for number in [0, 2, 3] as [UInt64] { _ = resequencer.admit(MessageID(sender: sender, number: number), number) }
    }
    #expect(resequencer.isCrowded)
    _ = resequencer.release()
    #expect(!resequencer.isCrowded && resequencer.heldSize == 0)
  }

  @Test("senders do not wait for each other")
  func senders() {
    var resequencer = Resequencer<String>()
    let messages = [(1, 0, "a"), (1, 2, "c"), (2, 1, "x"), (1, 1, "b")] as [(UInt64, UInt64, String)]
    let verdicts = messages.map { resequencer.admit(MessageID(sender: $0, number: $1), $2) }
    let next = [resequencer.next(of: 2), resequencer.next(of: 1), resequencer.next(of: 1)]
    #expect(verdicts == [.deliver, .held, .deliver, .deliver])
    #expect(next == [nil, "c", nil])
  }
}

@Suite("The short way of a message that is the next one")
struct AdmitNextTests {
  @Test("hears what the long way hears", arguments: 0..<200)
  func same(seed: UInt64) {
    var generator = SplitMix(state: seed)
    // Messages of two senders, some out of order, repeated or missing, with what was known when they were published.
    var ids: [MessageID] = []
    for _ in 0..<60 {
      let number = UInt64(ids.count / 3) + .random(in: 0..<4, using: &generator)
      let progress = MessageID.Progress(
        oldest: number - min(number, .random(in: 0..<4, using: &generator)),
        refusedCount: UInt64(ids.count / 20)
      )
      let sender = UInt64.random(in: 0..<2, using: &generator)
      ids.append(MessageID(sender: sender, number: number, progress: Bool.random(using: &generator) ? progress : nil))
    }
    let (short, long) = (heard(ids, isShort: true), heard(ids, isShort: false))
    #expect(short.texts == long.texts && short.missed == long.missed)
  }

  private func heard(_ ids: [MessageID], isShort: Bool) -> (texts: [String], missed: UInt64) {
    var resequencer = Resequencer<String>()
    var (texts, missed) = ([String](), UInt64(0))
    for id in ids {
      let text = "\(id.sender)-\(id.number)"
      if isShort, resequencer.admitNext(id) {
        texts.append(text)
        continue
      }
      let (released, count) = resequencer.advance(id)
      texts += released
      missed += count
      guard resequencer.admit(id, text) == .deliver else { continue }
      texts.append(text)
      while let next = resequencer.next(of: id.sender) { texts.append(next) }
    }
    return (texts + resequencer.release(), missed)
  }
}

@Suite("The identity of a message")
struct MessageIDTests {
  @Test("is read as it is written", arguments: [0, 1, 9, 10, 1_234_567_890, .max - 1] as [UInt64])
  func text(number: UInt64) {
    for sender in [0, 1, 0xFEDC_BA98_7654_3210, .max] as [UInt64] {
      let id = MessageID(sender: sender, number: number)
      #expect(MessageID(written { $0.append(id) }) == id)
    }
  }

  @Test("its progress is read as it is written", arguments: [(0, 0), (17, 3), (.max, .max)] as [(UInt64, UInt64)])
  func progress(oldest: UInt64, refusedCount: UInt64) {
    let progress = MessageID.Progress(oldest: oldest, refusedCount: refusedCount)
    #expect(MessageID.Progress(written { $0.append(progress) }) == progress)
  }

  @Test("progress that no pair writes is none", arguments: ["", "1", "1-", "-1", "1-2x", "18446744073709551616-0"])
  func otherProgress(text: String) {
    #expect(MessageID.Progress(text) == nil)
  }

  @Test(
    "that of another program is none",
    arguments: [
      "", "0", "fedcba9876543210", "fedcba9876543210-", "fedcba9876543210-1x", "fedcba987654321-1", "order-1",
      "fedcba9876543210-18446744073709551616", "fedcba9876543210-18446744073709551615", "FEDCBA9876543210-1",
    ]
  )
  func others(text: String) {
    #expect(MessageID(text) == nil)
  }
}

@Suite("Subjects")
struct SubjectTests {
  @Test("are words between dots", arguments: ["a", "orders.europe", "größe.1", "$a"])
  func accepted(subject: String) {
    #expect(isSubject(subject))
  }

  @Test("have no empty words, wildcards or spaces", arguments: ["", ".", "a.", ".a", "a..b", "a.*", ">", "a b", "a\n"])
  func refused(subject: String) {
    #expect(!isSubject(subject))
  }

  @Test(
    "are stored by patterns",
    arguments: [
      ("a.b", "a.b", true), ("a.b", "a.*", true), ("a.b", "a.>", true), ("a.b", ">", true), ("a", "a.>", false),
      ("a.b", "a", false), ("a", "a.b", false), ("a.b", "*.c", false), ("a.b.c", "a.*", false),
    ]
  )
  func patterns(subject: String, pattern: String, isMatch: Bool) {
    #expect(isStored(subject, by: pattern) == isMatch)
  }
}
#endif
