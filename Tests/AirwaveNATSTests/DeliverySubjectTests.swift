#if NATS
import Testing

@testable import AirwaveNATS

@Suite("What the server says of a message")
struct DeliverySubjectTests {
  @Test("is read from the subject for its acknowledgment, with and without a domain")
  func read() {
    for text in [
      "$JS.ACK.orders.B6bq.1.17.3.1795385679954956962.2", "$JS.ACK.hub.ACC.orders.B6bq.1.17.3.1795385679954956962.2.x",
    ] {
      let subject = DeliverySubject(text)
      #expect(subject?.consumer == DeliverySubject.hash(stream: "orders", consumer: "B6bq"))
      #expect(subject?.sequence == 17 && subject?.delivery == 3 && subject?.pending == 2)
      #expect(subject?.time == 1_795_385_679_954_956_962 && subject?.length == text.utf8.count)
    }
  }

  @Test("is read beside another one, of the same consumer or not")
  func neighbors() {
    let text = "$JS.ACK.orders.B6bq.1.17.3.1795385679954956962.2"
    withExtendedLifetime(Array(text.utf8CString)) { characters in
      characters.withUnsafeBufferPointer { first in
        let neighbor = first.baseAddress.flatMap { text in DeliverySubject(text).map { (text, $0) } }
        for other in [
          "$JS.ACK.orders.B6bq.1.18.4.1795385679954956963.1", "$JS.ACK.orders.B6bqX.1.18.4.1.1",
          "$JS.ACK.hub.ACC.orders.B6bq.1.18.4.1.1.x", "$JS.ACK.orders.B6bq.1.18.4.1", "$JS.ACK.orders.B6bq.1.18.x.1.1",
        ] {
          #expect(DeliverySubject(other, beside: neighbor) == DeliverySubject(other))
        }
      }
    }
  }

  @Test(
    "is not read from others",
    arguments: [
      "", "orders", "$JS.ACK.a.b.1.2.3.4", "$JS.ACK.a.b.1.x.3.4.5", "$JS.ACK.hub.ACC.a.b.1.2.3.4.5.x.y",
      "a.b.c.d.e.f.g.h.i", "$JS.ACK.a.b.1.18446744073709551615.3.4.5", "$JS.ACK.a.b.1.2.18446744073709551615.4.5",
    ]
  )
  func others(text: String) {
    #expect(DeliverySubject(text) == nil)
  }
}
#endif
