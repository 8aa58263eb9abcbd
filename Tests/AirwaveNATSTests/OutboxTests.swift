#if NATS
import Testing

@testable import AirwaveNATS

@Suite("What the server answers instead of an acknowledgment")
struct RefusalTests {
  @Test(
    "is final, or passes",
    arguments: [
      (10_158, false), (10_167, false), (10_041, false), (10_008, false), (10_009, false), (10_023, false),
      (10_047, false), (10_118, false), (10_054, true), (10_070, true), (10_109, true),
    ]
  )
  func codes(number: Int, isFinal: Bool) {
    #expect(ServerError(code: 500, number: number, description: "").isFinal == isFinal)
  }

  @Test(
    "is read from the answer",
    arguments: [
      (#"{"stream":"orders", "seq":17}"#, .stored(sequence: 17, isDuplicate: false)),
      (#"{"stream":"a\"seq\":5","seq": 18,"duplicate": true}"#, .stored(sequence: 18, isDuplicate: true)),
      (
        #"{"error":{"code":503,"err_code":10023,"description":"no space"},"stream":"a","seq":0}"#,
        .refused(ServerError(code: 503, number: 10_023, description: "no space"))
      ),
      (#"{"stream":"orders"}"#, nil), (#"{"seq":99999999999999999999}"#, nil), ("", nil),
      (#"{"seq":18446744073709551615}"#, nil),
    ] as [(String, Acknowledgment?)]
  )
  func answers(text: String, expected: Acknowledgment?) {
    #expect(Array(text.utf8).withUnsafeBytes { Acknowledgment($0) } == expected)
  }
}

@Suite("The outbox of a session")
struct OutboxTests {
  /// What happens to an outbox, and what it publishes then. Times are in milliseconds.
  private enum Event {
    case append(Int)
    /// The newest publish of a message is acknowledged, or one before it. It is stored where its order says.
    case acknowledge(UInt64)
    case late(UInt64, order: UInt64)
    /// A message was stored before, at a position.
    case duplicate(UInt64, at: UInt64)
    case refuse(UInt64)
    case full(UInt64)
    case giveUp(UInt64)
    case disconnected, reconnected
    case wait(UInt64)
  }

  /// Publishes all that it may after each event, and returns the numbers.
  private func published(_ events: [Event], limit: Int = .max) -> [[UInt64]] {
    var outbox = Outbox(limit: limit)
    var now = Nanoseconds.second
    var orders: [UInt64: UInt64] = [:]
    return events.map { event in
      switch event {
      case .append(let count): for _ in 0..<count { _ = outbox.append([1]) }
      case .acknowledge(let number):
        let order = orders[number] ?? 0
        _ = outbox.acknowledge(number, order, at: order, now)
      case .late(let number, let order): _ = outbox.acknowledge(number, order, at: order, now)
      case .duplicate(let number, let sequence):
        _ = outbox.acknowledge(number, orders[number] ?? 0, at: sequence, isDuplicate: true, now)
      case .refuse(let number): _ = outbox.refuse(number, at: now)
      case .full(let number): _ = outbox.refuse(number, at: now, patience: .second)
      case .giveUp(let number): _ = outbox.giveUp(number)
      case .disconnected: outbox.disconnected()
      case .reconnected: outbox.reconnected()
      case .wait(let time):
        now += time * .millisecond
        outbox.tick(at: now)
      }
      return messages(&outbox, at: now).map { message in
        orders[message.number] = message.order
        return message.number
      }
    }
  }

  private func messages(_ outbox: inout Outbox, at now: Nanoseconds) -> [Outbox.Message] {
    var messages: [Outbox.Message] = []
    while let message = outbox.next(at: now) { messages.append(message) }
    return messages
  }

  @Test("publishes without waiting")
  func first() {
    #expect(published([.append(3), .wait(1), .acknowledge(0), .append(1)]) == [[0, 1, 2], [], [], [3]])
  }

  @Test("publishes what was lost alone, and then what was stored before it: a later publish was acknowledged")
  func lost() {
    let start: [Event] = [.append(6), .acknowledge(0), .acknowledge(1), .acknowledge(4), .acknowledge(5)]
    let before: [[UInt64]] = [[0, 1, 2, 3, 4, 5], [], [], [2], []]
    #expect(published(start + [.acknowledge(2)]) == before + [[3, 4, 5]])
    // If only the acknowledgment was lost, the others are where they should be.
    #expect(published(start + [.duplicate(2, at: 3), .duplicate(3, at: 4), .append(1)]) == before + [[3], [], [6]])
  }

  @Test("publishes one message again after a time-out, and the rest only if that was not stored before")
  func timeOut() {
    let start: [Event] = [.append(4), .acknowledge(0), .wait(500)]
    let before: [[UInt64]] = [[0, 1, 2, 3], [], [1]]
    #expect(published(start + [.late(1, order: 2), .late(2, order: 3)]) == before + [[], []])
    #expect(published(start + [.acknowledge(1)]) == before + [[2, 3]])
    #expect(published(start + [.acknowledge(2)]) == before + [[]])
    // Its time-out has doubled.
    #expect(published(start + [.wait(999), .wait(1)]) == before + [[], [1]])
  }

  @Test("a late acknowledgment counts: the message is not published again")
  func late() {
    let events: [Event] = [.append(3), .acknowledge(0), .disconnected, .acknowledge(1), .reconnected, .acknowledge(2)]
    #expect(published(events) == [[0, 1, 2], [], [], [], [2], []])
  }

  @Test("publishes what was in flight again after the connection was lost, one message first")
  func reconnected() {
    let events: [Event] = [
      .append(5), .acknowledge(0), .acknowledge(2), .disconnected, .append(1), .reconnected, .acknowledge(1),
    ]
    #expect(published(events) == [[0, 1, 2, 3, 4], [], [1], [], [], [1], [2, 3, 4, 5]])
  }

  @Test("pauses after a refusal, each time for longer")
  func refused() {
    let events: [Event] = [
      .append(2), .refuse(0), .wait(49), .wait(1), .refuse(0), .wait(99), .wait(1), .acknowledge(0),
    ]
    #expect(published(events) == [[0, 1], [], [], [0], [], [], [0], [1]])
  }

  @Test("gives a message up that the server has no space for during all of a time")
  func full() {
    let events: [Event] = [.append(1), .full(0), .wait(900), .full(0), .wait(2_000), .full(0), .append(1)]
    #expect(published(events) == [[0], [], [0], [], [0], [], [1]])
  }

  @Test("gives a stray another identity, and says what is known of the messages before")
  func identities() {
    var outbox = Outbox(limit: .max, behind: 10)
    for number in 0..<3 as Range<UInt8> { _ = outbox.append([number]) }
    let first = messages(&outbox, at: 0)
    #expect(first.map(\.id.place?.base) == Array(repeating: MessageID.Base(next: 0, behind: 10), count: 3))
    let early = outbox.acknowledge(1, first[1].order, at: 12, 0)
    let again = messages(&outbox, at: 0)
    #expect(early.settled == [] && again.map(\.id.number) == [0] && again[0].id.epoch == 0)
    let late = outbox.acknowledge(0, again[0].order, at: 13, 0)
    let strays = messages(&outbox, at: 0)
    #expect(late.settled.map(\.sequence) == [13] && strays.map(\.id.number) == [1, 2])
    #expect(strays.map(\.id.epoch) == [1, 1] && strays.allSatisfy { $0.id.place?.base.behind == 10 })
    let rest = strays.flatMap { outbox.acknowledge($0.number, $0.order, at: 20 + $0.number, 0).settled }
    #expect(rest.map(\.sequence) == [21, 22])
    _ = outbox.append([3])
    let next = outbox.next(at: 0)
    #expect(next?.id.place?.base == MessageID.Base(next: 3, behind: 22))
  }

  @Test("publishes a copy under the identity of the first one with the same place, whatever was learned meanwhile")
  func copies() throws {
    var outbox = Outbox(limit: .max, behind: 10)
    for number in 0..<2 as Range<UInt8> { _ = outbox.append([number]) }
    let first = messages(&outbox, at: 0)
    _ = outbox.acknowledge(0, first[0].order, at: 11, 0)
    let deadline = outbox.deadline
    let time = try #require(deadline)
    outbox.tick(at: time)
    let copy = try #require(messages(&outbox, at: time).first)
    #expect(copy.number == 1 && copy.order > first[1].order && copy.id == first[1].id)
  }

  @Test("tells that the stream is another one: a message is stored before one that was there")
  func replaced() {
    var outbox = Outbox(limit: .max, behind: 25)
    _ = outbox.append([0])
    let message = outbox.next(at: 0)
    let outcome = outbox.acknowledge(0, message?.order ?? 0, at: 1, 0)
    #expect(outcome.isStreamReplaced)
  }

  @Test("publishes again what is stored before a position that was read: no reader hears it there")
  func behind() {
    var outbox = Outbox(limit: .max, behind: 10)
    _ = outbox.append([0])
    let message = outbox.next(at: 0, having: 25)
    let outcome = outbox.acknowledge(0, message?.order ?? 0, at: 20, 0)
    let again = outbox.next(at: 0)
    #expect(outcome.isStreamReplaced && outcome.settled == [] && again?.id.epoch == 1)
    #expect(outbox.acknowledge(0, again?.order ?? 0, at: 26, 0).settled.map(\.sequence) == [26])
  }

  @Test("its window grows with quick acknowledgments, and halves with a time-out")
  func window() {
    var outbox = Outbox(limit: .max)
    for _ in 0..<3_000 { _ = outbox.append([UInt8](repeating: 0, count: 1_000)) }
    var now = Nanoseconds.second
    func publish() -> [Outbox.Message] { messages(&outbox, at: now) }
    func acknowledge(_ messages: [Outbox.Message]) {
      for message in messages { _ = outbox.acknowledge(message.number, message.order, at: message.order, now) }
    }
    acknowledge(publish())
    let small = publish()
    acknowledge(small)
    let large = publish()
    #expect([small.count, large.count] == [110, 220])
    now += 2 * .second
    outbox.tick(at: now)
    let probe = publish()
    #expect(probe.count == 1)
    acknowledge(large)
    // These took two seconds: the window shrinks still further.
    #expect(publish().count < small.count)
  }

  @Test("accepts no more than the limit, but one message however large")
  func limit() {
    var small = Outbox(limit: 2 * (Outbox.overhead + 1))
    let accepted = (0..<3).map { small.append([$0]) }
    #expect(accepted == [0, 1, nil])
    let message = small.next(at: 0)
    _ = small.acknowledge(0, message?.order ?? 0, at: 1, 0)
    let number = small.append([3])
    #expect(number == 2)
    var tiny = Outbox(limit: 1)
    let large = [tiny.append([1, 2, 3]), tiny.append([4])]
    #expect(large == [0, nil])
  }

  @Test("gives up one message, what was not published, or all")
  func givingUp() {
    var outbox = Outbox(limit: .max, windowCount: 1)
    for number in 0..<4 as Range<UInt8> { _ = outbox.append([number]) }
    _ = messages(&outbox, at: 0)
    let once = [outbox.giveUp(0), outbox.giveUp(0)]
    #expect(once == [Outbox.Settled(number: 0, bytes: [0]), nil])
    let second = outbox.next(at: 0)
    #expect(second?.number == 1 && second?.id.place?.span == 1)
    let unpublished = outbox.withdrawUnpublished()
    #expect(unpublished.map(\.number) == [2, 3])
    let flight = outbox.flightCount
    let rest = outbox.giveUpAll()
    #expect(flight == 1 && rest.map(\.bytes) == [[1]])
    let left = (outbox.isEmpty, outbox.flightCount)
    #expect(left == (true, 0))
    let next = outbox.append([4])
    #expect(next == 2)
  }

  @Test("releases its storage as it goes")
  func many() {
    var outbox = Outbox(limit: .max)
    _ = outbox.append([0])
    _ = outbox.next(at: 0)
    _ = outbox.acknowledge(0, 1, at: 1, 0)
    for number in 1..<100_000 as Range<UInt64> {
      _ = outbox.append([UInt8(truncatingIfNeeded: number)])
      if number > 10 {
        let published = outbox.next(at: 0)
        #expect(published?.number == number - 10)
        _ = outbox.acknowledge(number - 10, published?.order ?? 0, at: number, 0)
      }
    }
    let rest = outbox.giveUpAll()
    #expect(rest.count == 10)
  }
}
#endif
