#if NATS
/// An object of the C client: a connection, a subscription or a message.
///
/// Unchecked because a pointer is not `Sendable`. The functions of the client may be called with it on any thread. It is
/// destroyed once, by its only owner: `Client` for the connection and the subscription, `Wire` for a message.
struct Handle: @unchecked Sendable, Equatable {
  let pointer: OpaquePointer
}
#endif
