#if NATS
/// An object of the C client: a connection, a context or a subscription.
///
/// Unchecked because a pointer is not `Sendable`. The functions of the client may be called with it on any thread, and it is
/// destroyed once, when its last user is deinitialized or has given it away: `Client`, `Wire`, or `destroySubscription()`.
struct Handle: @unchecked Sendable, Equatable {
  let pointer: OpaquePointer
}
#endif
