#if NATS
public import Airwave

extension NATSConnection {
  /// Makes a pair of a subject, for values of any type.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let text = NATSCoder<String> { Array($0.utf8) } decode: { String(decoding: $0, as: UTF8.self) }
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let (notes, note) = try await network.make(String.self, subject: "notes", coder: text)
  /// let heard = note.values
  /// notes.broadcast("Hello")
  ///
  /// await network.close()
  /// for await value in heard { print(value) }
  /// // Hello
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - subject: Words between dots, such as `orders.europe`.
  ///   - start: Where in the stream listening begins, when the first listener joins. Nil means where the strategy says.
  ///   - strategy: What a new listener hears at once. A negative limit stops the program.
  ///   - stream: How the server stores the values, if there is no stream yet.
  ///   - coder: How values become messages.
  /// - Returns: Both ends: without a start, once the receiver has heard what the strategy replays.
  /// - Throws: Why there is no such pair.
  public func make<Value: Sendable>(
    _ type: Value.Type,
    subject: String,
    from start: NATSStart? = nil,
    strategy: ReplayStrategy = .hot,
    stream: NATSStream = NATSStream(),
    coder: NATSCoder<Value>
  ) async throws(NATSError) -> (transmitter: Transmitter<Value>, receiver: Receiver<Value>) {
    let (transmitter, receiver) = Receiver<Value>.make(strategy: strategy)
    let request = StreamRequest(subject: subject, stream: stream, limit: try strategy.streamLimit, start: start)
    let session = try await client.session(request, reading(into: transmitter, request, coder) { value, _ in value })
    return (sending(to: session, transmitter, coder), receiver)
  }

  /// Makes a pair of a subject, for values that are sent as JSON.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let (prices, _) = try await network.make([String: Int].self, subject: "prices")
  /// prices.broadcast(["tea": 3])
  /// prices.broadcast(["tea": 4])
  /// await network.close()
  ///
  /// let other = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let (_, price) = try await other.make([String: Int].self, subject: "prices", strategy: .warm(upTo: 1))
  /// for await value in price.values.prefix(1) { print(value) }
  /// // ["tea": 4]
  /// ```
  ///
  /// Whatever the strategy, all processes hear the values of a subject in the same order. `.hot` begins behind the
  /// newest value of the stream, `.warm(upTo:)` that many before, and `.cold` with the first. `.untilHeard(upTo:)` is
  /// refused, because a stream does not store what was heard.
  ///
  /// With a start, reading begins when the receiver has its first listener, which therefore hears every value from
  /// there on, however many there are: they are fetched as fast as they are heard. The strategy then says what later
  /// listeners hear at once.
  ///
  /// The pair does not end with its last transmitter, for other processes may broadcast. `finish()` ends it in this
  /// process, once everything is acknowledged and heard here; the stream stays.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - subject: Words between dots, such as `orders.europe`.
  ///   - start: Where in the stream listening begins, when the first listener joins. Nil means where the strategy says.
  ///   - strategy: What a new listener hears at once. A negative limit stops the program.
  ///   - stream: How the server stores the values, if there is no stream yet.
  /// - Returns: Both ends: without a start, once the receiver has heard what the strategy replays.
  /// - Throws: Why there is no such pair.
  /// - Complexity: `broadcast` encodes, and never waits for the network.
  public func make<Value: Codable & Sendable>(
    _ type: Value.Type,
    subject: String,
    from start: NATSStart? = nil,
    strategy: ReplayStrategy = .hot,
    stream: NATSStream = NATSStream()
  ) async throws(NATSError) -> (transmitter: Transmitter<Value>, receiver: Receiver<Value>) {
    try await make(type, subject: subject, from: start, strategy: strategy, stream: stream, coder: .json)
  }
}

extension NATSConnection {
  /// What a session does with what it reads: it broadcasts it on a local pair.
  func reading<Value: Sendable, Heard: Sendable>(
    into transmitter: Transmitter<Heard>,
    _ request: StreamRequest,
    _ coder: NATSCoder<Value>,
    _ make: @escaping @Sendable (Value, StoredMessage.Content) -> Heard
  ) -> SessionEnds {
    let limit = client.options.messageLimit
    let deliver: @Sendable ([StoredMessage.Content], () -> Bool) -> Void = { [client] contents, isOpen in
      if let values = coder.values(of: contents, limit: limit) {
        for (value, content) in zip(values, contents) where isOpen() { transmitter.broadcast(make(value, content)) }
        return
      }
      for content in contents where isOpen() {
        guard content.bytes.count <= limit else {
          let reason = NATSError(.tooLarge, "The message is larger than the options allow.")
          client.report(NATSFailure(request.subject, .unread(content.bytes.dropLast()), reason))
          continue
        }
        do {
          transmitter.broadcast(make(try coder.decode(content.bytes), content))
        } catch {
          client.report(NATSFailure(request.subject, .unread(content.bytes), error))
        }
      }
    }
    var ends = SessionEnds { transmitter.finish() }
    ends.deliver = deliver
    ends.clear = { transmitter.clearReplay() }
    ends.whenHandled = { transmitter.whenHandled($0) }
    if request.start != nil { ends.isHeard = { transmitter.hasListeners } }
    return ends
  }

  /// A transmitter of the local pair, whose values take the way over the network.
  func sending<Value: Sendable>(
    to session: PairSession,
    _ transmitter: Transmitter<Value>,
    _ coder: NATSCoder<Value>
  ) -> Transmitter<Value> {
    let send: @Sendable (Value) -> Void = { [client] value in
      do {
        session.send(try coder.encode(value))
      } catch {
        client.report(NATSFailure(session.subject, .value(value), error))
      }
    }
    return transmitter.detouring(send: send, finish: { session.finish() })
  }
}

extension ReplayStrategy {
  /// The number of values that a pair replays of its stream.
  var streamLimit: Int {
    get throws(NATSError) {
      guard isUntilHeard else { return limit }
      throw NATSError(.invalid, "A stream cannot be read with .untilHeard(upTo:): it does not store what was heard.")
    }
  }
}

extension Client {
  /// Makes a session that has heard what the stream replays.
  func session(_ request: StreamRequest, _ ends: SessionEnds) async throws(NATSError) -> PairSession {
    request.stream.requireValid()
    guard isSubject(request.subject) else {
      throw NATSError(.invalid, "The subject has empty words, wildcards or spaces, or more than 1,024 bytes.")
    }
    guard request.name.utf8.count <= 255 else {
      throw NATSError(.invalid, "The name of the stream has more than 255 bytes: set another one in NATSStream.name.")
    }
    let deadline = Nanoseconds.now + Nanoseconds(options.timeout)
    let position = try await request.open(on: self, until: deadline)
    guard let session = add({ PairSession($0, self, request.subject, position, ends) }) else { throw NATSError.closed }
    if position.missed > 0 { session.missed(position.missed) }
    // Each of these two steps has its time.
    try await session.open(by: .now + Nanoseconds(options.timeout))
    return session
  }
}
#endif
