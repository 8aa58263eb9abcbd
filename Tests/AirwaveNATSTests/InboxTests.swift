#if NATS
import Testing

@testable import AirwaveNATS

@Suite("The inbox of a connection")
struct InboxTests {
  private let inbox = Inbox(prefix: "_INBOX")

  @Test("its subjects are read as they are written")
  func addresses() {
    let addresses: [Inbox.Address] = [
      .acknowledgment(session: 1, number: .max, order: 5), .pull(session: 12, pull: 0), .request(7),
    ]
    #expect(addresses.map { inbox.address(of: inbox.subject($0)) } == addresses)
  }

  @Test("the subject of an acknowledgment is the same, and has room, however it is written")
  func acknowledgments() {
    let subject = written(upTo: inbox.acknowledgmentLength) { text in
      inbox.write(acknowledgmentsOf: .max, to: &text)
      let start = text.count
      text.append("7.8")
      text.truncate(to: start)
      text.append(UInt64.max)
      text.append(".")
      text.append(UInt64.max)
    }
    #expect(subject == inbox.subject(.acknowledgment(session: .max, number: .max, order: .max)))
  }

  @Test(
    "others are none of its",
    arguments: [
      "", ".", ".a.1", ".a.1.", ".a.1.2", ".a.1.2.3.4", ".p.1.2.3", ".r.", ".x.1.2", ".r.1x",
      ".a.99999999999999999999.1",
    ]
  )
  func others(rest: String) {
    #expect(inbox.address(of: inbox.prefix + rest) == nil)
    #expect(inbox.address(of: "orders" + rest) == nil)
  }
}
#endif
