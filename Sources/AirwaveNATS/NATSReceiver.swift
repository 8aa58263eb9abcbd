#if NATS
public import Airwave

/// The read end of a subject alone: it publishes nothing.
///
/// ```swift
/// import AirwaveNATS
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let sales = try await network.makeTransmitter(Int.self, subject: "sales")
/// for sale in [10, 20, 30] { try await sales.send(sale) }
///
/// let sold = try await network.makeReceiver(Int.self, subject: "sales", from: .behind(NATSPosition(1)))
/// for await message in sold.messages.values.prefix(2) {
///   print("\(message.value) is at \(message.position).")
/// }
/// // 20 is at 2.
/// // 30 is at 3.
/// ```
public struct NATSReceiver<Value: Sendable>: Sendable {
  /// The values, with their positions and times.
  public let messages: Receiver<NATSMessage<Value>>
  let session: PairSession

  init(_ messages: Receiver<NATSMessage<Value>>, _ session: PairSession) {
    (self.messages, self.session) = (messages, session)
  }

  /// The values alone, without positions, times and headers: a view of ``messages``, with the same replay.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let scores = try await network.makeTransmitter(Int.self, subject: "scores")
  /// let score = try await network.makeReceiver(Int.self, subject: "scores")
  /// let heard = score.values.filter { $0 > 9 }.values
  /// [5, 50].forEach(scores.broadcast)
  ///
  /// for await value in heard.prefix(1) { print(value) }
  /// // 50
  /// ```
  public var values: Receiver<Value> { messages.map(\.value) }

  /// Hears nothing more. The receivers are finished, here alone.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let alarms = try await network.makeReceiver(Int.self, subject: "alarms")
  /// alarms.finish()
  /// for await _ in alarms.values.values {}
  /// print("Finished.")
  /// // Finished.
  /// ```
  public func finish() {
    session.finish()
  }
}

extension NATSConnection {
  /// Makes the read end of a subject, for values of any type.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let text = NATSCoder<String> { Array($0.utf8) } decode: { String(decoding: $0, as: UTF8.self) }
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let letters = try await network.makeTransmitter(String.self, subject: "letters", coder: text)
  /// for letter in ["a", "b", "c"] { try await letters.send(letter) }
  ///
  /// let last = try await network.makeReceiver(String.self, subject: "letters", strategy: .warm(upTo: 2), coder: text)
  /// last.messages.listen { print($0.position, $0.value) }
  /// // 2 b
  /// // 3 c
  /// ```
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
    let request = StreamRequest(subject: subject, stream: stream, limit: try strategy.streamLimit, start: start)
    var ends = reading(into: transmitter, request, coder) { NATSMessage($0, $1) }
    (ends.publishes, ends.readsHeaders) = (false, true)
    let session = try await client.session(request, ends)
    return NATSReceiver(messages, session)
  }

  /// Makes the read end of a subject, for values that are sent as JSON.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let rooms = try await network.makeTransmitter([String].self, subject: "rooms")
  /// try await rooms.send(["kitchen", "hall"])
  ///
  /// let last = try await network.makeReceiver([String].self, subject: "rooms", strategy: .warm(upTo: 10))
  /// last.messages.listen { print($0.position, $0.value) }
  /// // 1 ["kitchen", "hall"]
  /// ```
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
