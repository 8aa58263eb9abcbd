#if NATS
/// Whether there is a server to talk to.
///
/// This enumeration is closed: no later version adds a case, because a server answers, or may answer again, or will not.
public enum NATSState: Sendable, Hashable {
  /// A server answers.
  case connected
  /// The connection is lost. The client goes from server to server until one answers; what is broadcast waits.
  case reconnecting
  /// The connection has ended, by ``NATSConnection/close()`` or because the server no longer accepts its credentials.
  case closed
}
#endif
