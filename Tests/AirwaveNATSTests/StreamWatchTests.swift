#if NATS
import Foundation
import Testing

@testable import AirwaveNATS

@Suite("Whether a stream is the one that was read")
struct StreamWatchTests {
  private func mark(_ sequence: UInt64) -> StreamMark { StreamMark(sequence: sequence, time: sequence) }

  /// Whether it is gone after answers of the same status, one each second.
  private func isGone(_ watch: inout StreamWatch, _ status: StreamStatus, _ count: Int) -> [Bool] {
    (0..<count).map { second in
      watch.isGone(watch.question, status, at: (100 + UInt64(second)) * .second, patience: 2 * .second)
    }
  }

  @Test("it is another one if it was created later, unless several servers keep it; it lacks messages if it is shorter")
  func status() throws {
    func status(_ created: String, _ last: Int, hasCopies: Bool) -> StreamStatus {
      var position = StreamPosition(name: "a", start: 1, last: 0, denseFrom: 0, messageLimit: 1, created: "then")
      position.hasCopies = hasCopies
      let text = """
        {"config": {"name": "a", "num_replicas": 1, "retention": "limits", "storage": "file", "discard": "old",
        "max_msgs": -1, "max_bytes": -1, "max_age": 0, "max_consumers": -1}, "created": "\(created)",
        "state": {"messages": 1, "first_seq": 1, "last_seq": \(last)}}
        """
      return position.status(ServerJSON.answer(Array(text.utf8), as: StreamInfo.self), newest: 7)
    }
    #expect([6, 7].map { status("then", $0, hasCopies: false) } == [.missing, .intact])
    #expect([6, 7].map { status("later", $0, hasCopies: false) } == [.replaced, .replaced])
    #expect([6, 7].map { status("then", $0, hasCopies: true) } == [.missing, .intact])
    #expect([6, 7].map { status("later", $0, hasCopies: true) } == [.missing, .intact])
  }

  @Test("it is another one if a message has another time or identity; no message, and no answer, refute nothing")
  func compared() {
    let id = MessageID(sender: 1, number: 2, epoch: 3)
    let place = MessageID.Place(base: MessageID.Base(next: 2, behind: 6))
    let other = written(MessageID(sender: 1, number: 2, epoch: 4), place)
    let headers = ["0000000000000001-2-3", "0000000000000001-2-3\r\nAirwave-Base: 0-0", written(id, place), other, "a"]
    func status(_ time: UInt64?, _ id: MessageID?, _ answer: String) -> StreamStatus {
      StreamMark(sequence: 7, time: time, id: id)
        .status(ServerJSON.answer(Array(answer.utf8), as: StoredMessage.self))
    }
    func message(_ time: String, _ header: String = "") -> String {
      let lines = [UInt8]("NATS/1.0\r\nOther: 1\r\nNats-Msg-Id: \(header)\r\n\r\n".utf8)
      return #"{"message": {"seq": 7, "time": "\#(time)", "hdrs": "\#(base64(lines))"}}"#
    }
    let times = ["1970-01-01T00:00:01.00000002Z", "1970-01-01T00:00:01.000000021Z", "1970-01-01T00:00:01Z", "?"]
    let now = 1_000_000_020 as UInt64
    #expect(times.map { status(now, nil, message($0)) } == [.intact, .replaced, .replaced, .intact])
    #expect(headers.map { status(nil, id, message("?", $0)) } == [.intact, .intact, .intact, .replaced, .replaced])
    #expect(status(nil, id, #"{"message": {"seq": 7}}"#) == .replaced)
    #expect(status(nil, nil, message(times[0])) == .intact)
    let errors = [(404, 10_037), (404, 10_059), (503, 10_008)].map { code, number in
      #"{"error": {"code": \#(code), "err_code": \#(number), "description": "?"}}"#
    }
    #expect(errors.map { status(now, id, $0) } == [.intact, .missing, .unknown])
    let failures = [NATSError(.timedOut, ""), NATSError(notAllowed: ""), .noStreaming].map {
      mark(7).status(.failure($0))
    }
    #expect(failures == [.unknown, .intact, .unknown])
  }

  private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  @Test("times of the server are read to the nanosecond, and none stops the program")
  func times() {
    let texts = [
      "2025-11-26T01:15:02.123456789Z", "2025-11-26T01:15:02.1Z", "2025-11-26T02:15:02.5+01:00", "2025-11-26T01:15:02Z",
      "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2025-11-26T01:15:02.123456789123Z", "", ".", "Z",
    ]
    let second = 1_764_119_702 * Nanoseconds.second
    let expected = [123_456_789, 100_000_000, 500_000_000, 0, nil, nil, 123_456_789, nil, nil, nil] as [UInt64?]
    #expect(texts.map { nanoseconds(of: $0) } == expected.map { $0.map { second + $0 } })
  }

  @Test("the newest message that was read is compared, and the newest own one if it is behind that")
  func question() {
    var watch = StreamWatch()
    #expect(watch.question.marks == [])
    watch.acknowledged(mark(3))
    #expect(watch.question.marks == [mark(3)])
    watch.arrived(mark(2))
    #expect(watch.question.marks == [mark(2), mark(3)])
    watch.arrived(mark(3))
    // It is read again.
    watch.arrived(mark(1))
    #expect(watch.question.marks == [mark(3)])
    #expect(StreamWatch(behind: mark(9)).question.marks == [mark(9)])
  }

  @Test("what is acknowledged while the stream is in doubt does not prove that it is the same")
  func doubt() {
    for isDisconnected in [false, true] {
      var watch = StreamWatch()
      watch.acknowledged(mark(7))
      let early = watch.question
      if isDisconnected { watch.disconnected() }
      // The server has said so before the connection was lost.
      watch.acknowledged(mark(8))
      if isDisconnected { watch.reconnected() } else { watch.doubt() }
      watch.acknowledged(mark(9))
      #expect(watch.question.marks == [mark(8)])
      // It was asked before.
      #expect(!watch.isGone(early, .intact, at: 0, patience: 0) && watch.isInDoubt)
      #expect(!watch.isGone(watch.question, .unknown, at: 0, patience: 0) && watch.isInDoubt)
      let former = watch.question
      watch.doubt()
      // It has come into doubt again since it was asked.
      #expect(!watch.isGone(former, .intact, at: 0, patience: 0) && watch.isInDoubt)
      #expect(!watch.isGone(watch.question, .intact, at: 0, patience: 0) && !watch.isInDoubt)
      watch.acknowledged(mark(9))
      #expect(watch.question.marks == [mark(9)])
    }
  }

  @Test("it is gone at the second answer that it is another one, or once it is missing for a time")
  func patience() {
    var watch = StreamWatch()
    #expect(isGone(&watch, .replaced, 2) == [false, true])
    watch = StreamWatch()
    #expect(isGone(&watch, .missing, 4) == [false, false, true, true])
    watch = StreamWatch()
    for status in [.intact, .unknown] as [StreamStatus] {
      #expect(isGone(&watch, .missing, 2) == [false, false] && isGone(&watch, status, 1) == [false])
      #expect(isGone(&watch, .replaced, 1) == [false] && isGone(&watch, status, 1) == [false])
    }
    #expect(isGone(&watch, .missing, 1) == [false])
    // A stream that does not exist is in doubt all the time, but a connection that is lost begins anew.
    watch.doubt()
    #expect(watch.missingSince != nil)
    watch.disconnected()
    #expect(watch.missingSince == nil)
  }
}
#endif
