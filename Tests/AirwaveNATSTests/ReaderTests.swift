#if NATS
import Testing

@testable import AirwaveNATS

/// Tables of events and of the actions that they cause.
@Suite("The reader of a stream")
struct ReaderTests {
  private static let limits = ReaderLimits(count: 4, size: 4_000, heartbeat: .second)

  func reader(next: UInt64 = 7, denseFrom: UInt64? = 0, hasCopies: Bool = false) -> Reader {
    Reader(next: next, denseFrom: denseFrom, hasCopies: hasCopies, limits: Self.limits)
  }

  /// The actions of each event. All happen at the same time, but for waits, which are in milliseconds.
  func actions(_ events: [Step], of reader: Reader) -> [[ReaderAction]] {
    var (reader, now) = (reader, 100 * Nanoseconds.second)
    return events.map { event in
      switch event {
      case .event(let event): return reader.handle(event, at: now)
      case .wait(let time):
        now += time * .millisecond
        return reader.handle(.tick, at: now)
      }
    }
  }

  typealias Step = ReaderStep

  func create(_ attempt: UInt64, _ sequence: UInt64) -> ReaderAction {
    .create(attempt: attempt, sequence: sequence)
  }
  func pull(_ consumer: String, _ pull: UInt64, _ count: Int, _ size: Int) -> ReaderAction {
    .pull(consumer: consumer, pull: pull, count: count, size: size)
  }

  @Test("is behind if the server sends slower than it stores, and neither if a listener is slow, nor for long")
  func behind() {
    var reader = reader(next: 7)
    let now = 100 * Nanoseconds.second
    _ = reader.handle(.begin, at: now)
    #expect(!reader.isBehind(100_000, at: now))
    _ = reader.handle(.created(attempt: 1, consumer: "a", pending: 0), at: now)
    #expect(!reader.isBehind(7 + 16_384, at: now) && reader.isBehind(7 + 16_385, at: now))
    #expect(!reader.isBehind(100_000, at: now + 500 * .millisecond))
    // One message of four waits for the listener.
    let message = ReaderMessage(sequence: 7, delivery: 1, pending: 100_000, size: 10)
    _ = reader.handle(.message(message), at: now)
    #expect(!reader.isBehind(100_000, at: now))
    _ = reader.handle(.delivered(count: 1, size: 10), at: now)
    #expect(reader.isBehind(100_000, at: now))
    // One that takes a quarter of the room in bytes.
    let large = ReaderMessage(sequence: 8, delivery: 2, pending: 100_000, size: Self.limits.size / 4)
    _ = reader.handle(.message(large), at: now)
    #expect(!reader.isBehind(100_000, at: now))
    _ = reader.handle(.delivered(count: 1, size: large.size), at: now)
    #expect(reader.isBehind(100_000, at: now))
    let last = after([.begin, .created(1, "a")], self.reader(next: .max - 1))
    #expect(!last.isBehind(.max - 1, at: now))
  }

  @Test("requests messages behind its position, and more of them once half of its room is free")
  func requests() {
    let steps: [Step] = [
      .begin, .created(1, "a"), .message(7, 1, size: 1_000), .delivered(1, 1_000), .message(8, 2, size: 2_000),
      .delivered(1, 2_000), .message(9, 3, size: 1_000), .delivered(1, 1_000),
    ]
    #expect(
      actions(steps, of: reader()) == [
        [create(1, 7)], [pull("a", 1, 4, 4_000)], [.accept(missed: 0)], [], [.accept(missed: 0)],
        [pull("a", 2, 2, 4_000)], [.accept(missed: 0)], [],
      ]
    )
  }

  @Test("requests only as many messages as take half of the bytes, so that no request ends because of them")
  func sizes() {
    let limits = ReaderLimits(count: 10_000, size: 1_000_000, heartbeat: .second)
    for size in [100, 1_000, 10_000] {
      var steps: [Step] = [.begin, .created(1, "a")]
      for number in 0..<2_000 as Range<UInt64> {
        steps += [.message(7 + number, 1 + number, size: size), .delivered(1, size)]
      }
      let pulls = actions(steps, of: Reader(next: 7, denseFrom: 0, limits: limits)).joined().compactMap { action in
        if case .pull(_, _, let count, let size) = action { (count: count, size: size) } else { nil }
      }
      #expect(pulls[0].count == 256)
      let most = min(limits.count, limits.size / 2 / size)
      #expect(pulls.allSatisfy { $0.size == limits.size } && pulls.dropFirst(20).allSatisfy { $0.count <= most })
      #expect(pulls.contains { $0.count >= most / 3 })
    }
  }

  @Test("requests nothing while a listener is slow: what has arrived waits")
  func slow() {
    let messages = (0..<4 as Range<UInt64>).map { Step.message(7 + $0, 1 + $0) }
    let actual = actions([.begin, .created(1, "a")] + messages + [.delivered(1, 10), .delivered(1, 10)], of: reader())
    #expect(actual[2...6].allSatisfy { $0.allSatisfy { $0 == .accept(missed: 0) } })
    #expect(actual[7] == [pull("a", 2, 2, 4_000)])
  }

  @Test("requests nothing more because of heartbeats, which the server sends to each request that waits")
  func idle() {
    let messages = (0..<2 as Range<UInt64>).flatMap { [Step.message(7 + $0, 1 + $0), .delivered(1, 10)] }
    let idle = Array(repeating: [Step.heartbeat(2), .heartbeat(2), .wait(1_000)], count: 5).joined()
    let actual = actions([.begin, .created(1, "a")] + messages + idle, of: reader())
    #expect(actual[5] == [pull("a", 2, 2, 4_000)])
    #expect(actual[6...].joined().isEmpty)
  }

  @Test("has two requests at most, however small the messages become")
  func twoRequests() {
    let limits = ReaderLimits(count: 10_000, size: 1_000_000, heartbeat: .second)
    let messages = (0..<100 as Range<UInt64>).map { Step.message(7 + $0, 1 + $0) }
    let actual = actions([.begin, .created(1, "a")] + messages, of: Reader(next: 7, denseFrom: 0, limits: limits))
    let pulls = actual.joined().filter { if case .pull = $0 { true } else { false } }
    #expect(pulls.count == 2)
  }

  @Test("requests no more than the server allows")
  func limited() {
    let start: [Step] = [.begin, .created(1, "a")]
    #expect(actions(start + [.limited(1, count: 2)], of: reader())[2] == [pull("a", 2, 2, 4_000)])
    let twice: [Step] = [.limited(1, count: 2), .limited(2, count: 9)]
    #expect(actions(start + twice, of: reader())[3] == [pull("a", 3, 2, 4_000)])
    #expect(actions([.limited(1, count: 2)] + start, of: reader())[2] == [pull("a", 1, 2, 4_000)])
  }

  @Test("tells how many messages an exclusive stream has dropped")
  func dropped() {
    let start: [Step] = [.begin, .created(1, "a")]
    #expect(actions(start + [.message(9, 1)], of: reader())[2] == [.accept(missed: 2)])
    // Messages up to 9 were deleted, or are those of other subjects.
    #expect(
      actions(start + [.message(9, 1), .message(13, 2)], of: reader(denseFrom: 10))[2...3] == [
        [.accept(missed: 0)], [.accept(missed: 3)],
      ]
    )
  }

  @Test("tells how many messages of a shared stream a consumer had promised, and does not have any more")
  func promised() {
    let start: [Step] = [.begin, .created(1, "a"), .message(9, 1, pending: 5)]
    let reader = reader(denseFrom: nil)
    #expect(actions(start + [.message(20, 2, pending: 1)], of: reader)[3] == [.accept(missed: 3)])
    #expect(actions(start + [.message(20, 2, pending: 4)], of: reader)[3] == [.accept(missed: 0)])
    #expect(actions(start + [.message(20, 2, pending: 9)], of: reader)[3] == [.accept(missed: 0)])
    #expect(actions(start + [.heartbeat(1), .heartbeat(1)], of: reader)[3...4] == [[.miss(count: 5)], []])
  }

  @Test("reads on with another consumer when a message did not arrive")
  func gaps() {
    let start: [Step] = [.begin, .created(1, "a"), .message(7, 1)]
    let again: [ReaderAction] = [.delete(consumer: "a"), create(2, 8)]
    #expect(actions(start + [.message(9, 3)], of: reader())[3] == again)
    #expect(actions(start + [.heartbeat(2)], of: reader())[3] == again)
    #expect(actions(start + [.heartbeat(1)], of: reader())[3] == [])
    // A copy, and a message of the former consumer.
    #expect(actions(start + [.message(7, 1)], of: reader())[3] == [])
    #expect(actions(start + [.message(9, 3), .message(8, 2)], of: reader())[4] == [])
  }

  @Test("reads on with another consumer when the former one is silent, or gone; with more patience each time")
  func silence() {
    let start: [Step] = [.begin, .created(1, "a"), .wait(2_400)]
    let silent = actions(start + [.wait(100), .created(2, "b"), .wait(2_900), .wait(100)], of: reader())
    #expect(silent[2] == [] && silent[3] == [.delete(consumer: "a"), create(2, 7)])
    #expect(silent[4] == [pull("b", 2, 4, 4_000)])
    #expect(silent[5] == [] && silent[6] == [.delete(consumer: "b"), create(3, 7)])
    let lost = actions([.begin, .created(1, "a"), .lost, .wait(49), .wait(1)], of: reader())
    #expect(lost[2...] == [[.delete(consumer: "a")], [], [create(2, 7)]])
    let alive = actions(start + [.heartbeat(0), .wait(2_400)], of: reader())
    #expect(alive[3...] == [[], []])
  }

  @Test("tries again after a pause that grows, and drops what an earlier attempt has made")
  func failures() {
    let steps: [Step] = [
      .begin, .failed(1), .wait(50), .failed(2), .wait(50), .wait(50), .failed(1), .created(2, "b"), .created(3, "c"),
    ]
    #expect(
      actions(steps, of: reader()) == [
        [create(1, 7)], [], [create(2, 7)], [], [], [create(3, 7)], [], [.delete(consumer: "b")],
        [pull("c", 1, 4, 4_000)],
      ]
    )
  }

  @Test("stops with the connection, and begins again with it; not if it had not begun")
  func connection() {
    let steps: [Step] = [
      .disconnected, .reconnected, .begin, .created(1, "a"), .message(7, 1), .disconnected, .message(8, 2),
      .reconnected,
    ]
    #expect(
      actions(steps, of: reader()) == [
        [], [], [create(1, 7)], [pull("a", 1, 4, 4_000)], [.accept(missed: 0)], [.delete(consumer: "a")], [],
        [create(2, 8)],
      ]
    )
  }

  @Test("says why nothing is read, until there is a consumer that has given a sign of life")
  func trouble() {
    let (lost, created) = (NATSError(lost: "Consumer Deleted"), Step.created(1, "a"))
    let cases: [([Step], NATSError?)] = [
      ([.begin], nil), ([.begin, .failed(1)], .shortened), ([.begin, .failed(1), .wait(50), .created(2, "b")], nil),
      ([.begin, created], nil), ([.begin, created, .lost], lost), ([.begin, created, .wait(2_500)], .silent),
      ([.begin, created, .wait(2_500), .created(2, "b")], .silent),
      ([.begin, created, .wait(2_500), .created(2, "b"), .heartbeat(0, of: 2)], nil),
      ([.begin, created, .wait(2_500), .created(2, "b"), .heartbeat(0)], .silent),
      ([.begin, created, .lost, .wait(50), .created(2, "b"), .message(7, 1)], nil),
      ([.begin, created, .lost, .wait(50), .failed(2), .wait(100), .created(3, "c"), .ended(2)], nil),
      ([.begin, created, .lost, .wait(50), .failed(2), .wait(100), .created(3, "c"), .ended(1)], lost),
      ([.begin, created, .lost, .disconnected], .disconnected),
      ([.begin, created, .disconnected, .reconnected], .restored),
      ([.begin, created, .disconnected, .reconnected, .failed(2)], .shortened),
      ([.begin, created, .disconnected, .reconnected, .created(2, "b")], nil),
      ([.begin, created, .message(7, 1), .message(6, 2)], NATSError(lost: Reader.lagging)),
    ]
    for (steps, expected) in cases {
      #expect(after(steps, reader()).trouble == expected, "\(steps)")
    }
  }

  @Test("does not take what the server says of a former consumer for something of the present one")
  func former() {
    let start: [Step] = [.begin, .created(1, "a"), .message(7, 1), .wait(2_500), .created(2, "b")]
    #expect(actions(start, of: reader()).last == [pull("b", 2, 3, 4_000)])
    let former: [Step] = [.heartbeat(1), .lost, .ended(1), .limited(1, count: 2)]
    #expect(actions(start + former, of: reader())[5...] == [[], [], [], []])
    #expect(actions(start + [.heartbeat(1, of: 2)], of: reader()).last == [.delete(consumer: "b"), create(3, 8)])
    #expect(actions(start + [.lost(2)], of: reader()).last == [.delete(consumer: "b")])
  }

  @Test("leaves a server that is behind the stream, with a pause that grows")
  func lagging() {
    // The server has messages up to 4: its consumer begins with the fifth, once there is one.
    let steps: [Step] = [
      .begin, .created(1, "a"), .message(5, 1), .message(7, 2), .wait(49), .wait(1), .created(2, "b"), .message(5, 1),
      .wait(99), .wait(1), .created(3, "c"), .message(7, 1),
    ]
    #expect(
      actions(steps, of: reader()) == [
        [create(1, 7)], [pull("a", 1, 4, 4_000)], [.delete(consumer: "a")], [], [], [create(2, 7)],
        [pull("b", 2, 4, 4_000)], [.delete(consumer: "b")], [], [create(3, 7)], [pull("c", 3, 4, 4_000)],
        [.accept(missed: 0)],
      ]
    )
  }

  @Test("a request that has ended is made again, for more bytes if the next message did not fit")
  func ended() {
    let start: [Step] = [.begin, .created(1, "a")]
    #expect(actions(start + [.ended(1)], of: reader())[2] == [pull("a", 2, 4, 4_000)])
    #expect(actions(start + [.ended(1, tooLarge: true)], of: reader())[2] == [pull("a", 2, 4, 8_000)])
    #expect(actions(start + [.message(7, 1), .ended(1, tooLarge: true)], of: reader())[3] == [pull("a", 2, 3, 4_000)])
  }

  @Test("creates another consumer rather than use one that the server may have removed meanwhile")
  func unused() {
    let messages = (0..<4 as Range<UInt64>).map { Step.message(7 + $0, 1 + $0) }
    let actual = actions([.begin, .created(1, "a")] + messages + [.wait(16_000), .delivered(4, 40)], of: reader())
    #expect(actual.suffix(2) == [[], [.delete(consumer: "a"), create(2, 11)]])
  }
}
#endif
