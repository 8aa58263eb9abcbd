#if NATS
import Airwave
import CNATS

/// A question to the server.
struct Request {
  let subject: String
  let body: [UInt8]
  let completion: @Sendable (Result<[UInt8], NATSError>) -> Void
}

extension Client {
  /// Asks the server. Without a connection, it asks as soon as there is one.
  ///
  /// - Parameters:
  ///   - subject: What is asked.
  ///   - body: The details.
  ///   - timeout: When to give up.
  ///   - completion: Called once, with the answer, on a thread that must not wait.
  func request(
    _ subject: String,
    _ body: some Encodable,
    timeout: Nanoseconds,
    _ completion: @escaping @Sendable (Result<[UInt8], NATSError>) -> Void
  ) {
    let request = Request(subject: subject, body: ServerJSON.bytes(of: body), completion: completion)
    let number = state.withLock { state -> UInt64? in
      if state.isEnding { return nil }
      state.newestRequest += 1
      state.requests[state.newestRequest] = request
      return state.newestRequest
    }
    guard let number else { return completion(.failure(.closed)) }
    send(request, number)
    alarms.call(after: timeout) { [weak self] in self?.answer(number, .failure(NATSError(NATS_TIMEOUT))) }
  }

  func request<Content: Decodable & Sendable>(
    _ subject: String,
    _ body: some Encodable,
    as type: Content.Type,
    timeout: Nanoseconds
  ) async -> Result<Content, NATSError> {
    await withCheckedContinuation { continuation in
      request(subject, body, timeout: timeout) { result in
        continuation.resume(returning: result.flatMap { ServerJSON.answer($0, as: type) })
      }
    }
  }

  /// A cluster without a leader does not answer. It is asked again soon.
  var requestTimeout: Nanoseconds { min(Nanoseconds(options.timeout), .second) }

  /// Asks, and asks again, until the server answers or the time is up. A cluster that has no leader at present answers
  /// that, or not at all.
  func requestRetrying<Content: Decodable & Sendable>(
    _ subject: String,
    _ body: some Encodable,
    as type: Content.Type,
    until deadline: Nanoseconds
  ) async throws(NATSError) -> Content {
    var timeout = requestTimeout
    while true {
      let result = await request(subject, body, as: type, timeout: timeout)
      timeout = min(timeout * 2, Nanoseconds(options.timeout))
      guard case .failure(let error) = result, error.isPassing, .now < deadline, !Task.isCancelled else {
        return try result.get()
      }
      await alarms.wait(50 * .millisecond)
    }
  }

  /// Sends a message to which no answer is expected, or one that ``received(_:)`` passes to a session.
  func send(_ subject: String, _ body: [UInt8], reply: String) {
    requesting.async { [weak self] in
      guard let self, let connection else { return }
      natsConnection_PublishRequest(connection.pointer, subject, reply, body, Int32(body.count))
    }
  }

  private func send(_ request: Request, _ number: UInt64) {
    send(request.subject, request.body, reply: inbox.subject(.request(number)))
  }

  /// Requests may have been lost with the connection. None of them does harm if it is made twice.
  func resendRequests() {
    let requests = state.withLock { $0.requests }
    for (number, request) in requests.sorted(by: { $0.key < $1.key }) { send(request, number) }
  }

  func answer(_ number: UInt64, _ result: Result<[UInt8], NATSError>) {
    let request = state.withLock { $0.requests.removeValue(forKey: number) }
    request?.completion(result)
  }

  /// The server does not allow requests of a subject.
  func refuseRequests(of text: String) {
    let numbers = state.withLock { state in
      state.requests.filter { text.contains("\"\($0.value.subject)\"") }.map(\.key)
    }
    for number in numbers { answer(number, .failure(NATSError(notAllowed: text))) }
  }

  func failRequests() {
    let requests = state.withLock { state in exchange(&state.requests, with: [:]) }
    for request in requests.values { request.completion(.failure(.closed)) }
  }
}
#endif
