#if NATS
import CNATS
import Testing

@testable import AirwaveNATS

@Suite("What the server answers instead of an acknowledgment")
struct RefusalTests {
  @Test(
    "is final, or passes",
    arguments: [
      (10_158, false), (10_167, false), (10_041, false), (10_008, false), (10_009, false), (10_023, false),
      (10_118, false), (10_054, true), (10_070, true), (10_109, true),
    ] as [(UInt32, Bool)]
  )
  func codes(code: UInt32, isFinal: Bool) {
    var error = jsPubAckErr()
    (error.Err, error.ErrCode) = (NATS_ERR, jsErrCode(code))
    #expect(error.isFinal == isFinal)
  }

  @Test("may be nothing at all, which passes", arguments: [NATS_TIMEOUT, NATS_NO_RESPONDERS].map(\.rawValue))
  func silence(status: UInt32) {
    var error = jsPubAckErr()
    error.Err = natsStatus(status)
    #expect(!error.isFinal)
  }
}

@Suite("The outbox of a wire")
struct OutboxTests {
  /// Makes an outbox that holds some messages of one byte, their numbers.
  private func outbox(of count: UInt8, limit: Int = .max) -> Outbox {
    var outbox = Outbox(limit: limit)
    for number in 0..<count { _ = outbox.append([number]) }
    return outbox
  }

  private func sent(_ outbox: inout Outbox) -> [UInt64] {
    var numbers: [UInt64] = []
    while let message = outbox.next() {
      #expect(message.bytes == [UInt8(truncatingIfNeeded: message.number)])
      numbers.append(message.number)
    }
    return numbers
  }

  @Test("sends in order, each once, and is empty when all are acknowledged in whichever order")
  func order() {
    var outbox = outbox(of: 4)
    #expect(sent(&outbox) == [0, 1, 2, 3])
    for number in [2, 0, 3, 0] as [UInt64] { outbox.acknowledge(number) }
    #expect(!outbox.isEmpty)
    _ = outbox.append([4])
    #expect(sent(&outbox) == [4])
    for number in [1, 4, 5] as [UInt64] { outbox.acknowledge(number) }
    #expect(outbox.isEmpty)
  }

  @Test("sends again what is not acknowledged, one message first")
  func again() {
    var outbox = outbox(of: 5)
    #expect(sent(&outbox) == [0, 1, 2, 3, 4])
    outbox.acknowledge(0)
    outbox.acknowledge(3)
    let isNews = [outbox.pause(), outbox.pause()]
    #expect(isNews == [true, false])
    #expect(sent(&outbox) == [])
    outbox.resume()
    #expect(sent(&outbox) == [1])
    outbox.acknowledge(1)
    #expect(sent(&outbox) == [2, 4])
  }

  @Test("a late acknowledgment of a message that waits to be sent again counts")
  func late() {
    var outbox = outbox(of: 3)
    _ = sent(&outbox)
    outbox.resume()
    outbox.acknowledge(0)
    outbox.acknowledge(2)
    #expect(sent(&outbox) == [1])
    outbox.acknowledge(1)
    #expect(outbox.isEmpty)
  }

  @Test("the server is given no more than a window")
  func window() {
    var outbox = Outbox(limit: .max)
    for number in 0...Outbox.window.count { _ = outbox.append([UInt8(truncatingIfNeeded: number)]) }
    #expect(sent(&outbox).count == Outbox.window.count)
    outbox.acknowledge(0)
    #expect(sent(&outbox) == [UInt64(Outbox.window.count)])
  }

  @Test("accepts no more than the limit, but one message however large")
  func limit() {
    var small = Outbox(limit: 2 * (Outbox.overhead + 1))
    let accepted = (0..<3).map { small.append([$0]) }
    #expect(accepted == [true, true, false])
    small.acknowledge(0)
    let hasRoom = small.append([3])
    #expect(hasRoom)
    var tiny = Outbox(limit: 1)
    let large = [tiny.append([1, 2, 3]), tiny.append([4])]
    #expect(large == [true, false])
  }

  @Test("gives up one message, or all")
  func givingUp() {
    var outbox = outbox(of: 4)
    _ = outbox.next()
    let once = [outbox.giveUp(0), outbox.giveUp(0)]
    #expect(once == [[0], nil])
    outbox.acknowledge(2)
    let rest = outbox.giveUpAll()
    #expect(rest == [[1], [3]])
    #expect(outbox.isEmpty)
    _ = outbox.append([4])
    #expect(sent(&outbox) == [4])
  }

  @Test("releases its storage as it goes")
  func many() {
    var outbox = Outbox(limit: .max)
    for number in 0..<100_000 as Range<UInt64> {
      _ = outbox.append([UInt8(truncatingIfNeeded: number)])
      if number >= 10 {
        let sent = outbox.next()?.number
        #expect(sent == number - 10)
        outbox.acknowledge(number - 10)
      }
    }
    let rest = outbox.giveUpAll()
    #expect(rest.count == 10)
  }
}
#endif
