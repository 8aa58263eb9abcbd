#if NATS
public import Airwave

/// The read end of a subject alone: it publishes nothing.
///
/// ```swift compile
/// import AirwaveNATS
///
/// func follow(_ network: NATSConnection, behind stored: NATSPosition) async throws {
///   let orders = try await network.makeReceiver(Int.self, subject: "orders", from: .behind(stored))
///   orders.messages.listen { message in
///     print("\(message.value) is at \(message.position).")
///   }
/// }
/// ```
public struct NATSReceiver<Value: Sendable>: Sendable {
  /// The values, with their positions and times.
  public let messages: Receiver<NATSMessage<Value>>
  let session: PairSession

  init(_ messages: Receiver<NATSMessage<Value>>, _ session: PairSession) {
    (self.messages, self.session) = (messages, session)
  }

  /// The values alone, without positions, times and headers: a view of ``messages``, with the same replay.
  public var values: Receiver<Value> { messages.map(\.value) }

  /// Hears nothing more. The receivers are finished, here alone.
  public func finish() {
    session.finish()
  }
}

extension NATSConnection {
  /// Makes the read end of a subject, for values of any type.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - subject: Words between dots, such as `orders.europe`.
  ///   - start: Where in the stream listening begins, when the first listener joins. Nil means where the strategy says.
  ///   - strategy: What a new listener hears at once. A negative limit stops the program.
  ///   - stream: How the server stores the values, if there is no stream yet.
  ///   - coder: How messages become values.
  /// - Returns: The read end, once it has heard what the strategy replays.
  /// - Throws: Why there is none.
  public func makeReceiver<Value: Sendable>(
    _ type: Value.Type,
    subject: String,
    from start: NATSStart? = nil,
    strategy: ReplayStrategy = .hot,
    stream: NATSStream = NATSStream(),
    coder: NATSCoder<Value>
  ) async throws(NATSError) -> NATSReceiver<Value> {
    let (transmitter, messages) = Receiver<NATSMessage<Value>>.make(strategy: strategy)
    let request = StreamRequest(subject: subject, stream: stream, limit: strategy.limit, start: start)
    var ends = reading(into: transmitter, request, coder) { NATSMessage($0, $1) }
    (ends.publishes, ends.readsHeaders) = (false, true)
    let session = try await client.session(request, ends)
    return NATSReceiver(messages, session)
  }

  /// Makes the read end of a subject, for values that are sent as JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - subject: Words between dots, such as `orders.europe`.
  ///   - start: Where in the stream listening begins, when the first listener joins. Nil means where the strategy says.
  ///   - strategy: What a new listener hears at once. A negative limit stops the program.
  ///   - stream: How the server stores the values, if there is no stream yet.
  /// - Returns: The read end, once it has heard what the strategy replays.
  /// - Throws: Why there is none.
  public func makeReceiver<Value: Codable & Sendable>(
    _ type: Value.Type,
    subject: String,
    from start: NATSStart? = nil,
    strategy: ReplayStrategy = .hot,
    stream: NATSStream = NATSStream()
  ) async throws(NATSError) -> NATSReceiver<Value> {
    try await makeReceiver(type, subject: subject, from: start, strategy: strategy, stream: stream, coder: .json)
  }
}
#endif
