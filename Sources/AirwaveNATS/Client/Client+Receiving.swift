#if NATS
import Airwave
import CNATS
import Synchronization

/// What the threads of the C client tell.
extension Client {
  /// A message for the inbox. One thread of the C client calls this, for all pairs: no code of users runs here.
  func received(_ message: OpaquePointer?) {
    guard let message, let subject = natsMsg_GetSubject(message) else { return }
    guard let address = inbox.address(of: subject) else { return delivered(Handle(pointer: message)) }
    defer { natsMsg_Destroy(message) }
    switch address {
    case .acknowledgment(let wire, let number, let order):
      guard let wire = state.withLock({ $0.wires[wire] }) else { return }
      let bytes = UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message)))
      if natsMsg_IsNoResponders(message) {
        wire.answered(number, order, .noStream)
      } else if let acknowledgment = Acknowledgment(bytes) {
        wire.answered(number, order, acknowledgment)
      }
    case .pull(let wire, let pull):
      guard let wire = state.withLock({ $0.wires[wire] }), let event = ReaderEvent(status: message, of: pull) else {
        return
      }
      wire.handle(event)
    case .request(let number):
      if natsMsg_IsNoResponders(message) { return answer(number, .failure(.noStreaming)) }
      let count = Int(natsMsg_GetDataLength(message))
      answer(number, .success(Array(UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: count))))
    }
  }

  /// A message of a stream. It keeps its subject; the subject for its acknowledgment says to which consumer it belongs.
  private func delivered(_ message: Handle) {
    guard let delivery = natsMsg_GetReply(message.pointer).flatMap({ DeliverySubject($0) }),
      let wire = state.withLock({ $0.consumers[delivery.consumer] })
    else { return natsMsg_Destroy(message.pointer) }
    wire.arrived(message, delivery)
  }

  func disconnected() {
    state.withLock { $0.isConnected = false }
    for wire in wires { wire.disconnected() }
    tell(.reconnecting)
  }

  func reconnected() {
    state.withLock { $0.isConnected = true }
    counts.reconnects.add(1, ordering: .relaxed)
    for wire in wires { wire.reconnected() }
    resendRequests()
    tell(.connected)
  }

  /// An error that the server has sent, or that concerns a subscription.
  func failed(_ connection: OpaquePointer?, _ status: natsStatus) {
    guard status == NATS_NOT_PERMITTED, let text = refusal(on: connection) else { return }
    refuseRequests(of: text)
    for wire in wires { wire.forbidden(text) }
  }

  /// The connection is closed, by this process or by the server.
  func closed() {
    end()
  }

  private func tell(_ news: NATSState) {
    telling.async { [self] in
      if state.withLock({ !$0.isClosing }) { states.transmitter.broadcast(news) }
    }
  }
}

extension ReaderEvent {
  /// What the server says of a request for messages, in a message without bytes.
  init?(status message: OpaquePointer, of pull: UInt64) {
    guard let status = header("Status", of: message).flatMap({ Int($0) }) else { return nil }
    let description = header("Description", of: message) ?? ""
    switch status {
    case 100: self = .heartbeat(pull: pull, delivery: header("Nats-Last-Consumer", of: message).flatMap { UInt64($0) })
    case 404, 408: self = .ended(pull: pull, isTooLarge: false)
    case 409 where description.hasPrefix("Message Size"): self = .ended(pull: pull, isTooLarge: true)
    case 409 where description.hasPrefix("Exceeded Max"): self = .ended(pull: pull, isTooLarge: false)
    default: self = .lost
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
