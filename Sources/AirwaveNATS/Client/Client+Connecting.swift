#if NATS
import Airwave
import CNATS
import Foundation

extension Client {
  /// Connects, and waits until there is a server, if the options say so.
  static func connect(to urls: [String], _ options: NATSOptions) async throws(NATSError) -> Client {
    let start = ContinuousClock.now
    while true {
      let result = await cancellable { () -> Result<Client, NATSError> in
        Result { () throws(NATSError) in try Client.attempt(urls, options) }
      }
      let rest = options.startTimeout - (ContinuousClock.now - start)
      guard case .failure(let error) = result, error.code == .noServer || error.code == .timedOut, rest > .zero
      else { return try result.get() }
      do {
        // In milliseconds, which are bounded: no clock reaches the end of the longest duration.
        try await Task.sleep(for: .milliseconds(min(options.reconnectDelay, rest).milliseconds))
      } catch {
        throw NATSError.cancelled
      }
    }
  }

  /// Connects on a thread of its own, for which a task that is cancelled does not wait. The connection is closed then.
  private static func cancellable(
    _ attempt: @escaping @Sendable () -> Result<Client, NATSError>
  ) async -> Result<Client, NATSError> {
    let waiting = Lock(Attempt())
    // Pairs with the lock that the thread releases behind its attempt. The continuation orders the two as well, but if
    // it is resumed before the task is suspended, the thread sanitizer does not see that, and reports a race.
    defer { waiting.withLock { _ in } }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = waiting.withLock { attempt in
          if !attempt.isCancelled { attempt.continuation = continuation }
          return attempt.isCancelled
        }
        if isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
        Thread.detachNewThread {
          let result = attempt()
          if let continuation = waiting.withLock({ $0.continuation.take() }) {
            continuation.resume(returning: result)
          } else {
            try? result.get().end()
          }
        }
      }
    } onCancel: {
      let continuation = waiting.withLock { attempt in
        attempt.isCancelled = true
        return attempt.continuation.take()
      }
      continuation?.resume(returning: .failure(.cancelled))
    }
  }

  private struct Attempt {
    var isCancelled = false
    var continuation: CheckedContinuation<Result<Client, NATSError>, Never>?
  }

  /// Connects, and blocks until that is done.
  private static func attempt(_ urls: [String], _ options: NATSOptions) throws(NATSError) -> Client {
    let client = Client(options)
    all.insert(client, at: client.number)
    // Before the attempt, for the C client may report a lost connection as soon as there is one.
    client.states.transmitter.broadcast(.connected)
    do throws(NATSError) {
      let settings = try options.make(for: urls, calling: client.number)
      defer { natsOptions_Destroy(settings.pointer) }
      var connection: OpaquePointer?
      var status = natsConnection_Connect(&connection, settings.pointer)
      if status == NATS_CONNECTION_AUTH_FAILED, options.credentials.mayLackSignature {
        status = natsConnection_Connect(&connection, settings.pointer)
      }
      let failure = client.secrets.withLock { exchange(&$0.failure, with: nil) }
      if status != NATS_OK, let failure { throw failure }
      if status == NATS_SSL_ERROR { throw NATSError(untrusted: nats_GetLastError(nil).map { String(cString: $0) }) }
      try status.check()
      guard let handle = connection.map(Handle.init) else { throw NATSError(NATS_NO_MEMORY) }
      client.state.withLock { $0.connection = handle }
      try client.subscribe(by: handle)
    } catch {
      all.remove(client.number)
      // A proxy without its server accepts the connection and closes it at once. A server may be killed after it has
      // accepted the connection, and before the subscription is made.
      throw error.code == .noServer || error.code == .closed ? NATSError(noServerOf: urls) : error
    }
    return client
  }

  private func subscribe(by connection: Handle) throws(NATSError) {
    var made: OpaquePointer?
    let gathered = Unmanaged.passRetained(GatheredMessages(for: number))
    // Not a synchronous subscription, which destroys the messages that say that no server answers.
    let status = natsConnection_Subscribe(
      &made,
      connection.pointer,
      inbox.subject,
      { _, subscription, message, closure in
        guard let message, let closure else { return }
        Unmanaged<GatheredMessages>.fromOpaque(closure)._withUnsafeGuaranteedRef {
          $0.gather(Handle(pointer: message), from: subscription)
        }
      },
      gathered.toOpaque()
    )
    guard status == NATS_OK, let subscription = made.map(Handle.init) else {
      // No message can have arrived: the server does not know of the subscription.
      gathered.release()
      throw NATSError(status == NATS_OK ? NATS_NO_MEMORY : status)
    }
    state.withLock { $0.inbox = subscription }
    // This fails if the connection is closed already. A thread may still use what was gathered: it is not released.
    try natsSubscription_SetOnCompleteCB(
      subscription.pointer,
      { closure in if let closure { Unmanaged<GatheredMessages>.fromOpaque(closure).release() } },
      gathered.toOpaque()
    ).check()
    // No message may be dropped. Sessions request no more than they have room for.
    try natsSubscription_SetPendingLimits(subscription.pointer, -1, -1).check()
    try natsConnection_FlushTimeout(connection.pointer, options.timeout.milliseconds).check()
    // The server answers what it does not allow before the flush.
    if refusal(on: connection.pointer)?.contains("\"\(inbox.subject)\"") == true {
      throw NATSError(
        .notAllowed,
        "The server does not let this user subscribe to \(options.inboxPrefix).>: allow it, or set inboxPrefix."
      )
    }
  }

  /// What the server said when it did not allow something, if that is the newest trouble of a connection.
  func refusal(on connection: OpaquePointer?) -> String? {
    var text: UnsafePointer<CChar>?
    guard natsConnection_GetLastError(connection, &text) == NATS_NOT_PERMITTED else { return nil }
    return text.map { String(cString: $0) }
  }
}
#endif
