import Airwave

nonisolated struct Message: Sendable, Hashable {
  let conversation: Int
  let text: String
}

/// What the app asks of its server. A test passes closures of its own.
nonisolated struct Server: Sendable {
  var connect: @Sendable () async throws -> Receiver<Message>
  var save: @Sendable (_ draft: String) async throws -> Void
  var search: @Sendable (_ text: String) async throws -> [Message]
  var upload: @Sendable (_ name: String, _ progress: @Sendable (Double) -> Void) async throws -> Void
}

extension Server {
  /// The messages of one connection after the other. The first listener connects, and the last one that leaves cancels.
  ///
  /// - Parameters:
  ///   - pause: The time between the end of a connection and the next attempt.
  ///   - clock: The clock that measures it.
  /// - Returns: A receiver of messages, without an end.
  func messages(pause: Duration, clock: any Clock<Duration>) -> Receiver<Message> {
    .task { transmitter in
      while !Task.isCancelled {
        if let connection = try? await connect() {
          for await message in connection.values { transmitter.broadcast(message) }
        }
        try? await clock.sleep(for: pause)
      }
    }
  }
}
