#if NATS
import Airwave
import CNATS

/// An object of the C client: a connection, a subscription or a message.
///
/// Unchecked because a pointer is not `Sendable`. The functions of the client may be called with it on any thread. It
/// is destroyed once, by its only owner: `Client` for the connection, the subscription and messages that no wire keeps,
/// `Wire` for the others.
struct Handle: @unchecked Sendable, Equatable {
  let pointer: OpaquePointer
}

/// Destroys messages, many at a time.
///
/// The C client leaves this to a thread of its own, which sleeps when it has nothing to do. Messages that are destroyed
/// few at a time wake it each time, and it then takes the lock that the next message needs.
func destroy(_ messages: some Sequence<Handle>) {
  let full = unneeded.withLock { unneeded in
    for message in messages { unneeded.append(message) }
    return unneeded.isFull ? exchange(&unneeded, with: UnneededMessages()).messages : []
  }
  for message in full { natsMsg_Destroy(message.pointer) }
}

/// The messages of all connections that nobody needs, and that are not destroyed yet.
private let unneeded = Lock(UnneededMessages())

private struct UnneededMessages {
  private(set) var messages: [Handle] = []
  private var size = 0

  /// Small messages are destroyed a thousand at a time. Large ones occupy less than a megabyte together.
  var isFull: Bool { messages.count >= 1_024 || size >= 1 << 20 }

  mutating func append(_ message: Handle) {
    messages.append(message)
    size += Int(natsMsg_GetDataLength(message.pointer))
  }
}
#endif
