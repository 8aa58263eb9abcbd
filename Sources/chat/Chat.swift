import Foundation

#if NATS
import Airwave
import AirwaveNATS

/// What somebody has said.
struct Message: Codable, Sendable {
  let name: String
  let text: String
}

/// A conversation of several processes, which all show the same lines with the same numbers: those that are new, those
/// that were running, and those that were killed and started again.
@main
struct Chat {
  static let usage = """
    Start a server with `nats-server -js`, and this twice, in two terminals. Type into either. Kill and start what you like,
    the server too: all show the same lines.

      swift run --traits NATS chat NAME [URL ...]      (nats://127.0.0.1:4222)
    """

  static func main() async {
    guard CommandLine.arguments.count > 1 else { return print(usage) }
    let urls = Array(CommandLine.arguments.dropFirst(2))
    do {
      try await talk(as: CommandLine.arguments[1], over: urls.isEmpty ? ["nats://127.0.0.1:4222"] : urls)
    } catch {
      say("chat: \(error)", to: .standardError)
      exit(1)
    }
  }

  static func talk(as name: String, over urls: [String]) async throws {
    let network = try await NATSConnection.connect(to: urls)
    let (messages, message) = try await network.make(Message.self, subject: "airwave.chat", strategy: .cold)
    message.enumerated().listen { number, message in say("\(number + 1) \(message.name): \(message.text)") }
    network.state.skip(count: 1).listen { say("(\($0))", to: .standardError) }
    network.failures.listen { say("chat: \($0)", to: .standardError) }

    for await line in lines() { messages.broadcast(Message(name: name, text: line)) }
    await network.close()
  }

  /// What is typed, until the end of standard input. A thread waits for it, so that no task has to.
  static func lines() -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    return lines
  }

  static func say(_ line: String, to file: FileHandle = .standardOutput) {
    file.write(Data((line + "\n").utf8))
  }
}
#else
@main
struct Chat {
  static func main() {
    print("This example needs the trait NATS, and the package libnats-dev: swift run --traits NATS chat NAME")
  }
}
#endif
