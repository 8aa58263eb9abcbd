#if NATS
import Testing

@testable import AirwaveNATS

@Suite("The identity of a message")
struct MessageIDTests {
  @Test("and its place are read as they are written", arguments: [0, 1, 31, 32, 1_234_567_890, .max - 1] as [UInt64])
  func text(number: UInt64) {
    for sender in [0, 1, 0xFEDC_BA98_7654_3210, .max] as [UInt64] {
      for (behind, span, epoch) in [(0, 0, 0), (3, number, 1), (.max, number / 2, .max)] as [(UInt64, UInt64, UInt64)] {
        for next in [0, number / 2, number] {
          let place = MessageID.Place(base: MessageID.Base(next: next, behind: behind), span: span)
          let id = MessageID(sender: sender, number: number, epoch: epoch, place: place)
          let text = written(id, place)
          #expect(MessageID(text) == id && MessageID(text + "\r\nOther: 1") == id)
        }
      }
    }
  }

  @Test("takes 24 characters in a stream of a million messages")
  func length() {
    let place = MessageID.Place(base: MessageID.Base(next: 999_000, behind: 1_000_000))
    #expect(written(MessageID(sender: .max, number: 999_900, place: place), place).utf8.count == 24)
  }

  @Test(
    "of a former version is read",
    arguments: [
      ("0", 0, 0), ("7", 7, 0), ("18446744073709551614", .max - 1, 0), ("3-12", 3, 12),
      ("0-18446744073709551615", 0, .max),
    ]
      as [(String, UInt64, UInt64)]
  )
  func former(text: String, number: UInt64, epoch: UInt64) {
    let id = MessageID(sender: 0xFEDC_BA98_7654_3210, number: number, epoch: epoch)
    #expect(MessageID("fedcba9876543210-\(text)") == id)
  }

  @Test(
    "of a former version has its place in another text",
    arguments: [("0-3", 17, 3, 0), ("2-3-9", 15, 3, 9), ("17-0-17", 0, 0, 17), ("0-18446744073709551615", 17, .max, 0)]
      as [(String, UInt64, UInt64, UInt64)]
  )
  func place(text: String, next: UInt64, behind: UInt64, span: UInt64) {
    let place = MessageID.Place(base: MessageID.Base(next: next, behind: behind), span: span)
    #expect(MessageID(sender: 7, number: 17).place(text) == place)
  }

  @Test(
    "of a former version says nothing that cannot be",
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
      // Nothing, too few numbers, one that does not end, one more, other characters.
      "~", "~00000000000", "~000000000000000", "~00000000000" + "0000P", "~00000000000" + "000000", "~0000000000-00000",
      "~00000000000" + "0000/", "~00000000000" + "0000p",
      // The sender, the number and its epoch are too large. Its base and its span are above it.
      "~@0000000000" + "00000", "~00000000000" + "oooooooooooo?0000", "~00000000000" + "000oooooooooooo@0",
      "~00000000000" + "00" + "ooooooooooooo00", "~00000000000" + "01000", "~00000000000" + "00001",
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
