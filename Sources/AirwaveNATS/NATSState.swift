#if NATS
/// Whether there is a server to talk to.
///
/// This enumeration is closed: no later version adds a case, because a server answers, or may answer again, or will
/// not.
///
/// ```swift
/// import AirwaveNATS
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let states = network.state.values
/// await network.close()
/// for await state in states {
///   switch state {
///   case .connected: print("A server answers.")
///   case .reconnecting: print("What is broadcast waits.")
///   case .closed: print("The connection has ended.")
///   }
/// }
/// // A server answers.
/// // The connection has ended.
/// ```
public enum NATSState: Sendable, Hashable {
  /// A server answers.
  case connected
  /// The connection is lost. The client goes from server to server until one answers; what is broadcast waits.
  case reconnecting
  /// The connection has ended, by ``NATSConnection/close()`` or because the server no longer accepts its credentials.
  case closed
}
#endif
