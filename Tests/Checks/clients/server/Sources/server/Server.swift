import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

/// Prints its port, streams events until SIGTERM, and prints how many listeners are left.
@main
enum Server {
  static func main() async throws {
    let feed = Feed()
    var logger = Logger(label: "server")
    logger.logLevel = .error
    let application = Application(
      router: router(of: feed),
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in say("port \(channel.localAddress?.port ?? 0)") },
      logger: logger
    )

    // Services are shut down from the last to the first: the feed ends its streams before the server waits for them.
    var configuration = ServiceGroupConfiguration(
      services: [application, feed],
      gracefulShutdownSignals: [.sigterm],
      logger: logger
    )
    // A client that does not read keeps its response in progress. After this time the response is cancelled.
    configuration.maximumGracefulShutdownDuration = .seconds(2)
    try? await ServiceGroup(configuration: configuration).run()
    say("\(feed.events.listenerCount) listeners")
  }

  private static func router(of feed: Feed) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("events") { request, _ in
      feed.stream(to: request)
    }
    router.post("events") { request, _ in
      let text = try await String(buffer: request.body.collect(upTo: 65_536))
      for _ in 0..<(request.uri.queryParameters["times"].flatMap { Int($0) } ?? 1) { feed.send(text) }
      return HTTPResponse.Status.noContent
    }
    router.get("listeners") { _, _ in
      "\(feed.events.listenerCount)"
    }
    return router
  }

  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
