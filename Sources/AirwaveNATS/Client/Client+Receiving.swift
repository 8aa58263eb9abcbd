#if NATS
import Airwave
import CNATS
import Foundation
import Synchronization

/// The inbox.
extension Client {
  /// Passes messages to the pairs.
  ///
  /// - Returns: The messages that no pair keeps.
  func received(_ messages: [Handle]) -> [Handle] {
    var done: [Handle] = []
    done.reserveCapacity(messages.count)
    var known = KnownSession()
    var (readers, senders) = (SessionSet(), SessionSet())
    // The messages in a row that came from one consumer.
    var (consumer, arrivals) = (UInt64(0), [Arrival]())
    func pass() {
      if arrivals.isEmpty { return }
      let rejected: [Handle]
      if let session = state.withLock({ $0.consumers[consumer] }) {
        rejected = session.arrived(arrivals)
        if rejected.count < arrivals.count { readers.insert(session) }
      } else {
        rejected = arrivals.map(\.message)
      }
      done += rejected
      arrivals.removeAll(keepingCapacity: true)
    }
    for message in messages {
      if let address = natsMsg_GetSubject(message.pointer).flatMap({ inbox.address(of: $0) }) {
        // What the server says of a request for messages concerns those before it.
        if case .pull = address { pass() }
        if let session = answered(message, to: address, &known) { senders.insert(session) }
        done.append(message)
      } else if let arrival = Arrival(message, beside: arrivals.last) {
        // A message of a stream keeps its subject. The subject for its acknowledgment says to which consumer it
        // belongs.
        if arrival.delivery.consumer != consumer { pass() }
        consumer = arrival.delivery.consumer
        if arrivals.isEmpty { arrivals.reserveCapacity(messages.count) }
        arrivals.append(arrival)
      } else {
        done.append(message)
      }
    }
    pass()
    for session in readers.members { delivering.submit(session.delivery) }
    for session in senders.members { publishing.submit(session.publication) }
    return done
  }

  /// The server has answered.
  ///
  /// - Returns: The session that may publish more.
  private func answered(_ message: Handle, to address: Inbox.Address, _ known: inout KnownSession) -> PairSession? {
    switch address {
    case .acknowledgment(let number, let content, let order):
      if known.number != number {
        known = KnownSession(number: number, session: state.withLock { $0.sessions[number] })
      }
      guard let session = known.session, let answer = Acknowledgment(message) else { return nil }
      return session.answered(content, order, answer) ? session : nil
    case .pull(let number, let pull):
      guard let session = state.withLock({ $0.sessions[number] }) else { return nil }
      if let event = ReaderEvent(status: message.pointer, of: pull) { session.handle(event) }
    case .request(let number) where natsMsg_IsNoResponders(message.pointer):
      answer(number, .failure(.noStreaming))
    case .request(let number):
      let count = Int(natsMsg_GetDataLength(message.pointer))
      answer(number, .success(Array(UnsafeRawBufferPointer(start: natsMsg_GetData(message.pointer), count: count))))
    }
    return nil
  }
}

extension Acknowledgment {
  init?(_ message: Handle) {
    if natsMsg_IsNoResponders(message.pointer) {
      self = .noStream
    } else {
      let count = Int(natsMsg_GetDataLength(message.pointer))
      self.init(UnsafeRawBufferPointer(start: natsMsg_GetData(message.pointer), count: count))
    }
  }
}

/// A message of a stream, and what the server says of it.
struct Arrival {
  let message: Handle
  let delivery: DeliverySubject

  init?(_ message: Handle, beside neighbor: Arrival?) {
    guard let text = natsMsg_GetReply(message.pointer) else { return nil }
    let known = neighbor.flatMap { arrival in natsMsg_GetReply(arrival.message.pointer).map { ($0, arrival.delivery) } }
    guard let delivery = DeliverySubject(text, beside: known) else { return nil }
    (self.message, self.delivery) = (message, delivery)
  }
}

/// The session that an acknowledgment was for. Most often the next one is for it, too.
private struct KnownSession {
  var number = 0
  var session: PairSession?
}

/// The sessions that messages or acknowledgments have arrived for. They are few.
private struct SessionSet {
  private(set) var members: [PairSession] = []

  mutating func insert(_ session: PairSession) {
    if members.last === session || members.contains(where: { $0 === session }) { return }
    members.append(session)
  }
}

/// What the threads of the C client tell.
extension Client {
  func disconnected() {
    state.withLock { $0.isConnected = false }
    for session in sessions { session.disconnected() }
    tell(.reconnecting)
  }

  func reconnected() {
    state.withLock { $0.isConnected = true }
    counts.reconnects.add(1, ordering: .relaxed)
    secrets.withLock { $0.failure = nil }
    for session in sessions { session.reconnected() }
    resendRequests()
    tell(.connected)
  }

  /// An error that the server has sent, or that concerns a subscription.
  func failed(_ connection: OpaquePointer?, _ status: natsStatus) {
    guard status == NATS_NOT_PERMITTED, let text = refusal(on: connection) else { return }
    refuseRequests(of: text)
    for session in sessions { session.forbidden(text) }
  }

  /// The connection is closed, by this process or by the server.
  func closed() {
    end()
  }

  private func tell(_ news: NATSState) {
    callbackQueue.async { [self] in
      if state.withLock({ !$0.isClosing }) { states.transmitter.broadcast(news) }
    }
  }
}

extension ReaderEvent {
  /// What the server says of a request for messages, in a message without bytes. Nil if that changes nothing.
  init?(status message: OpaquePointer, of pull: UInt64) {
    guard let status = header("Status", of: message).flatMap({ Int($0) }) else { return nil }
    let description = header("Description", of: message) ?? ""
    switch status {
    case 100: self = .heartbeat(pull: pull, delivery: header("Nats-Last-Consumer", of: message).flatMap { UInt64($0) })
    case 404, 408: self = .ended(pull: pull, isTooLarge: false)
    case 409 where description.hasPrefix("Message Size"): self = .ended(pull: pull, isTooLarge: true)
    // Servers since 2.10 tell this of a request with a limit in bytes. Its messages have arrived before.
    case 409 where description.hasPrefix("Batch Completed"): return nil
    case 409 where description.hasPrefix("Exceeded MaxRequestBatch of "):
      self = .limited(pull: pull, count: description.split(separator: " ").last.flatMap { Int($0) } ?? 1)
    default: self = .lost(pull: pull, words: description.isEmpty ? "status \(status)" : description)
    }
  }
}

/// A header of a message.
func header(_ name: String, of message: OpaquePointer) -> String? {
  var text: UnsafePointer<CChar>?
  guard natsMsgHeader_Get(message, name, &text) == NATS_OK else { return nil }
  return text.map { String(cString: $0) }
}
#endif
