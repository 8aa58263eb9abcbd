#if NATS
import Airwave
import CNATS

/// An object of the C client: a connection, a subscription or a message.
///
/// Unchecked because a pointer is not `Sendable`. The functions of the client may be called with it on any thread. It
/// is destroyed once. Its only owner does that, or passes it to `destroy(_:)`: `Client` for the connection and the
/// subscription, `GatheredMessages` for messages that no session keeps, `PairSession` for the others.
struct Handle: @unchecked Sendable, Equatable {
  let pointer: OpaquePointer
}

/// Destroys messages, many at a time.
///
/// The C client leaves this to a thread of its own, which sleeps when it has nothing to do. Messages that are destroyed
/// few at a time wake it each time, and it then takes the lock that the next call needs. So up to a thousand messages,
/// or a megabyte of them, wait for others, also while there is no connection.
func destroy(_ messages: some Sequence<Handle>) {
  let messages = Array(messages)
  let size = messages.reduce(0) { $0 + $1.messageSize }
  let full = unneeded.withLock { unneeded in
    unneeded.messages += messages
    unneeded.size += size
    return unneeded.isFull ? exchange(&unneeded, with: UnneededMessages()).messages : []
  }
  for message in full { natsMsg_Destroy(message.pointer) }
}

/// The messages of all connections that are no longer used, and not destroyed yet.
private let unneeded = Lock(UnneededMessages())

private struct UnneededMessages {
  var messages: [Handle] = []
  var size = 0

  var isFull: Bool { messages.count >= 1_024 || size >= 1 << 20 }
}

extension Handle {
  /// The bytes of a message. Its subject, reply, headers and data are in one allocation, in this order.
  var messageSize: Int {
    let count = Int(natsMsg_GetDataLength(pointer))
    guard let subject = natsMsg_GetSubject(pointer), let data = natsMsg_GetData(pointer) else { return count }
    return count + max(0, data - subject)
  }
}
#endif
