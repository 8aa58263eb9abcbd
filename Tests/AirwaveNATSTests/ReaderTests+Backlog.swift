#if NATS
import Testing

@testable import AirwaveNATS

/// What the reader says of its lag, and how it finds out that a server is behind the stream.
extension ReaderTests {
  @Test("lags by what was known last while it reads nothing, and by what the next consumer says")
  func lag() {
    let start: [Step] = [.begin, .created(1, "a", pending: 20)]
    let cases: [([Step], Int)] = [
      ([], 20), ([.message(7, 1, pending: 9)], 10), ([.message(7, 1, pending: 9), .delivered(1, 10)], 9),
      ([.disconnected], 20), ([.lost], 20), ([.wait(2_500)], 20), ([.disconnected, .reconnected], 20),
      ([.wait(2_500), .created(2, "b", pending: 3)], 3), ([.heartbeat(0)], 0), ([.heartbeat(1)], 20),
      ([.created(2, "b"), .wait(2_500), .created(2, "b", pending: .max), .message(7, 1, pending: .max - 1)], .max),
    ]
    for denseFrom in [0, nil] as [UInt64?] {
      for (steps, expected) in cases {
        #expect(after(start + steps, reader(denseFrom: denseFrom)).lag == expected, "\(steps)")
      }
      // Two of the messages that have arrived are not delivered, and the sequences may be those of other subjects.
      let again: [Step] = [.message(7, 1, pending: 9), .event(.readAgain(from: 4, count: 2)), .delivered(1, 10)]
      #expect(after(start + again, reader(denseFrom: denseFrom)).lag == (denseFrom == nil ? 11 : 13))
    }
  }

  @Test("lags behind the end of a stream that stores no other subjects, while no consumer says more")
  func lagBehindEnd() {
    func lag(_ steps: [Step], _ last: UInt64, first: UInt64 = 1, count: UInt64 = 99, denseFrom: UInt64? = 0) -> Int {
      var reader = after(steps, reader(denseFrom: denseFrom))
      let isAsked = reader.streamHas(StreamExtent(first: first, last: last, count: count), at: 0)
      #expect(!isAsked)
      return reader.lag
    }
    let lost: [Step] = [.begin, .created(1, "a"), .lost]
    #expect([lag([], 9), lag(lost, 9), lag(lost, 6), lag(lost, 0), lag(lost, 9, denseFrom: nil)] == [3, 3, 0, 0, 0])
    #expect(lag([.begin, .created(1, "a", pending: 2)], 99) == 2)
    // The stream has dropped messages, or they were deleted.
    #expect(lag(lost, 99, first: 90, count: 10) == 10 && lag(lost, 99, first: 100, count: 0) == 0)
    #expect(lag(lost, 99, first: 7, count: 5) == 5 && lag(lost, .max, first: 1, count: .max) == .max)
  }

  @Test("asks for the end of a stream that several servers keep when a request has ended")
  func look() {
    let steps: [Step] = [.begin, .created(1, "a"), .ended(1)]
    #expect(actions(steps, of: reader(hasCopies: true)).last == [.look, pull("a", 2, 4, 4_000)])
    #expect(actions(steps, of: reader()).last == [pull("a", 2, 4, 4_000)])
    // A server that sends something is not stuck.
    let some: [Step] = [.begin, .created(1, "a"), .message(7, 1), .ended(1)]
    #expect(!actions(some, of: reader(hasCopies: true)).joined().contains(.look))
  }

  @Test("lags by what is left of the stream, when the stream drops messages that were known")
  func droppedMessages() {
    var reader = after([.begin, .created(1, "a", pending: 1_000)], reader(hasCopies: true))
    let isAsked = reader.streamHas(StreamExtent(first: 7, last: 1_006, count: 1_000), at: 0)
    #expect(!isAsked && reader.lag == 1_000)
    let message = ReaderMessage(sequence: 907, delivery: 1, pending: 99, size: 1)
    #expect(reader.receive(message, at: 0).missed == 900)
    #expect(reader.lag == 100)
  }

  @Test("leaves a server that has nothing of what the stream has, and does not believe what it says")
  func short() {
    let now = 100 * Nanoseconds.second
    for denseFrom in [0, nil] as [UInt64?] {
      var reader = reader(denseFrom: denseFrom, hasCopies: true)
      for event in [.begin, .created(attempt: 1, consumer: "a", pending: 0)] as [ReaderEvent] {
        _ = reader.handle(event, at: now)
      }
      _ = reader.handle(.heartbeat(pull: 1, delivery: 0), at: now)
      #expect(reader.lag == 0 && reader.trouble == nil)
      let later = now + 60 * .second
      let isAsked = reader.streamHas(StreamExtent(first: 1, last: 9, count: 9), at: later)
      #expect(isAsked == (denseFrom == nil))
      if isAsked { reader.streamHas(newest: 9, at: later) }
      let lag = denseFrom == nil ? 1 : 3
      // It may be a moment late.
      #expect(reader.handle(.heartbeat(pull: 1, delivery: 0), at: later + 1_999 * .millisecond) == [])
      #expect(reader.lag == lag && reader.trouble == nil)
      #expect(reader.handle(.heartbeat(pull: 1, delivery: 0), at: later + 2 * .second) == [.delete(consumer: "a")])
      #expect(reader.lag == lag && reader.trouble == NATSError(lost: Reader.lagging))
      _ = reader.handle(.tick, at: later + 3 * .second)
      _ = reader.handle(.created(attempt: 2, consumer: "b", pending: 0), at: later + 3 * .second)
      #expect(reader.lag == lag && reader.trouble == NATSError(lost: Reader.lagging))
      // The next one is left at its first sign of life, unless it has something.
      var other = reader
      #expect(other.handle(.heartbeat(pull: 2, delivery: 0), at: later + 4 * .second) == [.delete(consumer: "b")])
      for sequence in 7...9 as ClosedRange<UInt64> {
        let message = ReaderMessage(sequence: sequence, delivery: sequence - 6, pending: 0, size: 1)
        #expect(reader.receive(message, at: later + 4 * .second).missed == 0)
        #expect(reader.trouble == nil)
        #expect(reader.lag == (denseFrom == nil && sequence == 7 ? 2 : 3))
      }
      _ = reader.handle(.delivered(count: 3, size: 3), at: later + 4 * .second)
      #expect(reader.lag == 0)
      #expect(reader.handle(.heartbeat(pull: 2, delivery: 3), at: later + 9 * .second) == [])
    }
  }

  @Test("believes a server that has nothing if what the stream had is deleted")
  func deleted() {
    for extent in [StreamExtent(first: 10, last: 9, count: 0), StreamExtent(first: 1, last: 6, count: 6)] {
      var reader = after([.begin, .created(1, "a"), .heartbeat(0)], reader(hasCopies: true))
      let isAsked = reader.streamHas(StreamExtent(first: 1, last: 9, count: 9), at: 0)
      let isAskedAgain = reader.streamHas(extent, at: 0)
      #expect(!isAsked && !isAskedAgain && !reader.isShort)
      #expect(reader.handle(.heartbeat(pull: 1, delivery: 0), at: 900 * .second) == [] && reader.lag == 0)
    }
    // Deleted messages are among the sequences: only the newest message tells.
    var reader = after([.begin, .created(1, "a")], reader(hasCopies: true))
    let isAsked = reader.streamHas(StreamExtent(first: 1, last: 9, count: 5), at: 0)
    #expect(isAsked)
    reader.streamHas(newest: 6, at: 0)
    #expect(!reader.isShort && reader.lag == 0)
  }

  @Test("counts for how long servers have had nothing: not while there was none, or none answered")
  func empty() {
    let start: [Step] = [.begin, .created(1, "a"), .heartbeat(0), .wait(300), .heartbeat(0)]
    let since = after(start, reader()).emptySince
    #expect(since == 100 * .second)
    let lost: [Step] = [.lost, .wait(50), .created(2, "b"), .wait(100), .heartbeat(0, of: 2)]
    #expect(after(start + lost, reader()).emptySince == since)
    let interruptions: [[Step]] = [
      [.disconnected], [.lost, .wait(50), .failed(2)], [.wait(2_500)], [.message(7, 1)],
      [.message(7, 1), .heartbeat(1), .message(6, 2)],
    ]
    for steps in interruptions { #expect(after(start + steps, reader()).emptySince == nil, "\(steps)") }
  }

  /// A reader to which all this has happened.
  func after(_ steps: [Step], _ reader: Reader) -> Reader {
    var (reader, now) = (reader, 100 * Nanoseconds.second)
    for step in steps {
      switch step {
      case .event(let event): _ = reader.handle(event, at: now)
      case .wait(let time):
        now += time * .millisecond
        _ = reader.handle(.tick, at: now)
      }
    }
    return reader
  }
}
#endif
