#if NATS
import Testing

@testable import AirwaveNATS

@Suite("The identity of a message")
struct MessageIDTests {
  @Test("is read as it is written", arguments: [0, 1, 9, 10, 1_234_567_890, .max - 1] as [UInt64])
  func text(number: UInt64) {
    for sender in [0, 1, 0xFEDC_BA98_7654_3210, .max] as [UInt64] {
      let id = MessageID(sender: sender, number: number)
      #expect(MessageID(written { $0.append(id) }) == id)
    }
  }

  @Test("names the copy", arguments: [1, 12, .max] as [UInt64])
  func epoch(epoch: UInt64) {
    let id = MessageID(sender: 7, number: 3, epoch: epoch)
    #expect(MessageID(written { $0.append(id) }) == id)
  }

  @Test(
    "says where the message belongs, as it is written",
    arguments: [(0, 0, 0), (17, 3, 0), (17, 3, 9), (17, 0, 17), (.max - 1, .max, 0)] as [(UInt64, UInt64, UInt64)]
  )
  func place(number: UInt64, behind: UInt64, span: UInt64) {
    let id = MessageID(sender: 7, number: number)
    for next in [0, number / 2, number] {
      let place = MessageID.Place(base: MessageID.Base(next: next, behind: behind), span: span)
      #expect(id.place(written { $0.append(place, of: id) }) == place)
    }
  }

  @Test(
    "says nothing that cannot be",
    arguments: ["", "1", "1-", "-1", "1-2x", "1-2-", "8-1", "1-1-8", "18446744073709551616-0", "1-2-3-4"]
  )
  func otherPlace(text: String) {
    #expect(MessageID(sender: 7, number: 7).place(text) == nil)
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
