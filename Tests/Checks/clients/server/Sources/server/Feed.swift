import Airwave
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// Sends events to all clients, and ends their streams when the program is shut down.
final class Feed: Service {
  /// The events. The newest ten are replayed to a client that joins.
  let events: Receiver<Event>
  private let transmitter: Transmitter<String>

  init() {
    let (transmitter, texts) = Receiver<String>.make()
    let (numbered, events) = Receiver<Event>.make(strategy: .warm(upTo: 10))
    // Runs once for each text and not once for each client, in the order of the pair.
    texts.enumerated().map { Event(id: $0 + 1, text: $1) }.forward(to: numbered)
    self.transmitter = transmitter
    self.events = events
  }

  func send(_ text: String) {
    transmitter.broadcast(text)
  }

  func run() async throws {
    try? await gracefulShutdown()
    transmitter.finish()
  }

  /// Streams events to a client until it disconnects or the feed is finished.
  ///
  /// The query decides which events are kept for a slow client: the ten newest, or with `keep=all` all events.
  func stream(to request: Request) -> Response {
    let policy: BufferingPolicy = request.uri.queryParameters["keep"] == "all" ? .unbounded : .newest(10)
    // The sequence listens from here on.
    let values = bytes(for: request).values(buffering: policy)

    let body = ResponseBody { writer in
      try await request.body.consumeWithCancellationOnInboundClose { _ in
        for await bytes in values { try await writer.write(bytes) }
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok,
      headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
      body: body
    )
  }

  /// The events that the client has not received yet, as bytes. With `encode=each` in the query, its listener makes
  /// bytes of its own.
  private func bytes(for request: Request) -> Receiver<ByteBuffer> {
    let lastID = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }.flatMap { Int($0) } ?? 0
    let missed = events.skip(while: { $0.id <= lastID })
    return request.uri.queryParameters["encode"] == "each"
      ? missed.map { Event.encoded($0.id, $0.text) }
      : missed.map { $0.bytes }
  }
}
