#if NATS
/// An object of the C client: a connection, a context or a subscription.
///
/// Unchecked because a pointer is not `Sendable`: the functions of the client may be called with it on any thread.
struct Handle: @unchecked Sendable, Equatable {
  let pointer: OpaquePointer
}
#endif
