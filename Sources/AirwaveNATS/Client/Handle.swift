#if NATS
import CNATS

/// An object of the C client: a connection, a subscription or a message.
///
/// Unchecked because a pointer is not `Sendable`. The functions of the client may be called with it on any thread. It
/// is destroyed once, by its only owner: `Client` for the connection, the subscription and messages that no wire keeps,
/// `Wire` for the others.
struct Handle: @unchecked Sendable, Equatable {
  let pointer: OpaquePointer
}

/// Destroys messages. The C client leaves this to a thread of its own, which sleeps and is woken for each message that
/// is destroyed alone: destroy many in a row.
func destroy(_ messages: some Sequence<Handle>) {
  for message in messages { natsMsg_Destroy(message.pointer) }
}
#endif
