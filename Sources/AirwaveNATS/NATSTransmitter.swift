#if NATS
public import Airwave

/// The write end of a subject alone: it has no consumer, and hears nothing.
///
/// ```swift
/// import AirwaveNATS
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let tickets = try await network.makeTransmitter(Int.self, subject: "tickets")
/// let position = try await tickets.send(7)
/// print("Stored at \(position).")
/// tickets.broadcast(8)
///
/// await network.close()
/// // Stored at 1.
/// ```
public struct NATSTransmitter<Value: Sendable>: Sendable {
  /// The write end as other code takes it. It has no listeners.
  public let transmitter: Transmitter<Value>
  let session: PairSession
  private let coder: NATSCoder<Value>

  init(_ transmitter: Transmitter<Value>, _ session: PairSession, _ coder: NATSCoder<Value>) {
    (self.transmitter, self.session, self.coder) = (transmitter, session, coder)
  }

  /// Sends a value, and does not wait. ``NATSConnection/failures`` reports a failure.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let visits = try await network.makeTransmitter(Int.self, subject: "visits")
  /// [1, 2, 3].forEach(visits.broadcast)
  ///
  /// await network.close()
  /// print(network.statistics.acknowledged)
  /// // 3
  /// ```
  public func broadcast(_ value: Value) {
    transmitter.broadcast(value)
  }

  /// Sends a value with headers, such as the context of a trace, and does not wait. ``NATSMessage/headers`` has them.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let parcels = try await network.makeReceiver(Int.self, subject: "parcels")
  /// let posted = try await network.makeTransmitter(Int.self, subject: "parcels")
  /// let messages = parcels.messages.values
  /// posted.broadcast(7, headers: ["traceparent": "00-4bf92f35-00f067aa-01"])
  ///
  /// for await message in messages.prefix(1) {
  ///   print(message.value, message.headers)
  /// }
  /// // 7 ["traceparent": "00-4bf92f35-00f067aa-01"]
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - headers: Values by their names. A name has visible ASCII characters and no colon, and does not begin with
  ///     `Nats-` or `Airwave-`; a value has no control characters, and no space at its ends. Otherwise
  ///     ``NATSConnection/failures`` reports the value.
  public func broadcast(_ value: Value, headers: [String: String]) {
    do {
      if let refusal = Headers.refusal(of: headers) { throw refusal }
      session.send(try coder.encode(value), headers: headers)
    } catch {
      session.client.report(NATSFailure(session.subject, .value(value), error))
    }
  }

  /// Sends a value behind those that were sent before, and waits until the server has stored it.
  ///
  /// It goes on trying as long as the server may still store the value: while the connection is lost, too. If the task
  /// is cancelled, it waits all the same, for the value may be on its way. A sender that awaits each value, or some at
  /// a time, is as fast as the server.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let invoices = try await network.makeTransmitter(Int.self, subject: "invoices")
  /// do {
  ///   let position = try await invoices.send(250, headers: ["currency": "EUR"], timeout: .seconds(10))
  ///   print("Stored at \(position).")
  /// } catch {
  ///   print(error.code == .timedOut ? "It may be stored later." : "It is not stored.", error)
  /// }
  /// // Stored at 1.
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - headers: What is sent beside it, as by ``broadcast(_:headers:)``.
  ///   - timeout: How long to wait for the acknowledgment. After that time this throws
  ///     ``NATSError/Code-swift.struct/timedOut``. The pair goes on trying, so that the value may be stored all the
  ///     same; if it is not, ``NATSConnection/failures`` reports it. Nil means as long as it takes.
  /// - Returns: Where the value stands in the stream.
  /// - Throws: Why the value is not stored: what the server said, or what the coder threw as a description.
  @discardableResult
  public func send(
    _ value: Value,
    headers: [String: String] = [:],
    timeout: Duration? = nil
  ) async throws(NATSError) -> NATSPosition {
    if let refusal = Headers.refusal(of: headers) { throw refusal }
    let bytes: [UInt8]
    do {
      bytes = try coder.encode(value)
    } catch {
      throw NATSError(.invalid, "The value cannot be encoded: \(type(of: error)).")
    }
    let result = await withCheckedContinuation { continuation in
      session.send(bytes, headers: headers, timeout: timeout.map(Nanoseconds.init)) {
        continuation.resume(returning: $0)
      }
    }
    return try result.get()
  }

  /// Accepts nothing more, and returns at once. What was sent before is still stored. The stream and its other ends
  /// remain.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let bids = try await network.makeTransmitter(Int.self, subject: "bids")
  /// bids.broadcast(100)
  /// bids.finish()
  /// bids.broadcast(200)
  ///
  /// await network.close()
  /// print(network.statistics.acknowledged)
  /// // 1
  /// ```
  public func finish() {
    session.finish()
  }
}

extension NATSConnection {
  /// Makes the write end of a subject, for values of any type.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let bytes = NATSCoder<[UInt8]> { $0 } decode: { $0 }
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let frames = try await network.makeTransmitter([UInt8].self, subject: "frames", coder: bytes)
  /// print(try await frames.send([1, 2, 3]))
  /// // 1
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - subject: Words between dots, such as `orders.europe`.
  ///   - stream: How the server stores the values, if there is no stream yet.
  ///   - coder: How values become messages.
  /// - Returns: The write end.
  /// - Throws: Why there is none.
  public func makeTransmitter<Value: Sendable>(
    _ type: Value.Type,
    subject: String,
    stream: NATSStream = NATSStream(),
    coder: NATSCoder<Value>
  ) async throws(NATSError) -> NATSTransmitter<Value> {
    let (transmitter, _) = Receiver<Value>.make()
    let request = StreamRequest(subject: subject, stream: stream, limit: 0, isRead: false)
    let session = try await client.session(request, SessionEnds { transmitter.finish() })
    return NATSTransmitter(sending(to: session, transmitter, coder), session, coder)
  }

  /// Makes the write end of a subject, for values that are sent as JSON.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// var stream = NATSStream()
  /// stream.maximumAge = .seconds(3_600)
  /// let readings = try await network.makeTransmitter([String: Double].self, subject: "readings", stream: stream)
  /// print(try await readings.send(["hall": 21.5]))
  /// // 1
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - subject: Words between dots, such as `orders.europe`.
  ///   - stream: How the server stores the values, if there is no stream yet.
  /// - Returns: The write end.
  /// - Throws: Why there is none.
  public func makeTransmitter<Value: Codable & Sendable>(
    _ type: Value.Type,
    subject: String,
    stream: NATSStream = NATSStream()
  ) async throws(NATSError) -> NATSTransmitter<Value> {
    try await makeTransmitter(type, subject: subject, stream: stream, coder: .json)
  }
}
#endif
