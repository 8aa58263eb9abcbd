@testable import Airwave
@testable import AirwaveNATS
import CNATS
import Dispatch
import Foundation

/// A pair whose server has gone, and the messages that have arrived from it.
///
/// What is published stays in the buffer of the C client. The messages are made before anything is counted, and as many
/// for each count, so that the difference of two counts does not contain them. The threads of the connection do the
/// work, one batch at a time: how they take turns changes nothing.
final class Recording {
  /// How many messages arrive.
  static let count = 3_000
  /// How many are sent at a time, or arrive at a time.
  private static let batch = 50
  private static let subject = "orders"

  private let client: Client
  private let network: NATSConnection

  init() throws {
    client = Client(NATSOptions())
    network = NATSConnection(client)
    let connection = try Silent.connect()
    client.state.withLock { $0.connection = connection }
  }

  /// Sends values, which the server acknowledges.
  func send(_ count: Int, headers: [String: String] = [:]) throws {
    let (local, _) = Receiver<Int>.make()
    let session = try open(SessionEnds { local.finish() })
    let orders = NATSTransmitter(network.sending(to: session, local, Self.digits), session, Self.digits)
    let acknowledgments = try (0..<UInt64(Self.count)).map { number in
      let subject = client.inbox.subject(.acknowledgment(session: session.number, number: number, order: number + 1))
      return try message(subject, "", "", "{\"stream\":\"orders\", \"seq\":\(number + 1)}")
    }
    let (isFull, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for first in stride(from: 0, to: count, by: Self.batch) {
      // The only publishing thread waits until all values are in the outbox.
      client.requesting.async { isFull.wait() }
      for value in first..<first + Self.batch {
        if headers.isEmpty { orders.broadcast(value) } else { orders.broadcast(value, headers: headers) }
      }
      isFull.signal()
      client.requesting.async { isDone.signal() }
      isDone.wait()
      destroy(client.received(Array(acknowledgments[first..<first + Self.batch])))
    }
    precondition(session.state.withLock { $0.outbox.isEmpty && $0.stored == count })
  }

  /// Hears values that arrive. If their headers are not the same, the number of the value is part of each header.
  func hear(
    _ count: Int,
    headers: [String: String] = [:],
    areSame: Bool = true,
    batch: Int = Recording.batch
  ) throws {
    let isHeard = DispatchSemaphore(value: 0)
    let ends: SessionEnds
    if headers.isEmpty {
      let (local, receiver) = Receiver<Int>.make()
      ends = network.reading(into: local, request, Self.digits) { value, _ in value }
      receiver.listen { if ($0 + 1).isMultiple(of: batch) { isHeard.signal() } }
    } else {
      let (local, receiver) = Receiver<NATSMessage<Int>>.make()
      var reading = network.reading(into: local, request, Self.digits) { NATSMessage($0, $1) }
      reading.readsHeaders = true
      ends = reading
      receiver.listen { message in
        precondition(message.headers.count == headers.count)
        if (message.value + 1).isMultiple(of: batch) { isHeard.signal() }
      }
    }
    let session = try open(ends)
    let messages = try (0..<UInt64(Self.count)).map { number in
      let times = "\(number + 1).\(number + 1).1790000000000000000.\(UInt64(Self.count) - number - 1)"
      let lines = headers.map { "\($0): \($1)\(areSame ? "" : "-\(number)")\r\n" }.joined()
      let reply = "$JS.ACK.orders.qLmVwXyZ.1.\(times)"
      return try message(Self.subject, reply, "NATS/1.0\r\n\(placed(number))\(lines)\r\n", String(number))
    }
    client.add(session, reading: "qLmVwXyZ")
    session.handle(.begin)
    session.handle(.created(attempt: 1, consumer: "qLmVwXyZ", pending: UInt64(Self.count)))
    for first in stride(from: 0, to: count, by: batch) {
      destroy(client.received(Array(messages[first..<first + batch])))
      isHeard.wait()
    }
  }

  private static let digits = NATSCoder<Int> { value in
    Array(String(value).utf8)
  } decode: { bytes in
    bytes.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  private var request: StreamRequest { StreamRequest(subject: Self.subject, stream: NATSStream(), limit: 0) }

  private func open(_ ends: SessionEnds) throws -> PairSession {
    let position = StreamPosition(name: "orders", start: 1, last: 0, denseFrom: 0, messageLimit: 1 << 20, created: "")
    guard let session = client.add({ PairSession($0, client, Self.subject, position, ends) }) else {
      throw NATSError.closed
    }
    return session
  }

  /// The header of a message, as `PairSession` publishes it.
  private func placed(_ number: UInt64) -> String {
    let place = MessageID.Place(base: MessageID.Base(next: number - number % 50, behind: number - number % 50))
    let id = MessageID(sender: 0x0123_4567_89AB_CDEF, number: number, place: place)
    return withText(upTo: MessageID.length) { text in
      text.append(id, place)
      return "\(MessageID.header): \(text.pointer.map { String(cString: $0) } ?? "")\r\n"
    }
  }

  /// A message as the C client makes it of what arrives: the headers stand before the data.
  private func message(_ subject: String, _ reply: String, _ headers: String, _ data: String) throws -> Handle {
    var made: OpaquePointer?
    let (content, length) = (headers + data, headers.utf8.count)
    let (sizes, size) = ((Int32(subject.utf8.count), Int32(reply.utf8.count)), Int32(content.utf8.count))
    try make(&made, subject, sizes.0, reply, sizes.1, content, size, length == 0 ? -1 : Int32(length)).check()
    guard let made else { throw NATSError(NATS_NO_MEMORY) }
    return Handle(pointer: made)
  }
}

/// The C client has no public function that makes a message with headers that are not read yet.
@_silgen_name("natsMsg_create")
private func make(
  _ message: UnsafeMutablePointer<OpaquePointer?>,
  _ subject: UnsafePointer<CChar>,
  _ subjectLength: Int32,
  _ reply: UnsafePointer<CChar>,
  _ replyLength: Int32,
  _ content: UnsafePointer<CChar>,
  _ contentLength: Int32,
  _ headerLength: Int32
) -> natsStatus
