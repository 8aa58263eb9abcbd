#if NATS
import Foundation
import Synchronization

/// The example, running in a process of its own.
final class Talker: Sendable {
  private let process = Process()
  private let input = Pipe()
  private let lines: AsyncStream<String>

  init(_ name: String, _ server: Server) throws {
    let output = Pipe()
    let (lines, continuation) = AsyncStream<String>.makeStream()
    self.lines = lines
    process.executableURL = Talker.path
    process.arguments = [name, server.url]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    Thread.detachNewThread {
      var rest = ""
      while true {
        let chunk = output.fileHandleForReading.availableData
        if chunk.isEmpty { break }
        rest += String(decoding: chunk, as: UTF8.self)
        let parts = rest.split(separator: "\n", omittingEmptySubsequences: false)
        for line in parts.dropLast() { continuation.yield(String(line)) }
        rest = String(parts.last ?? "")
      }
      continuation.finish()
    }
  }

  deinit {
    if process.isRunning { kill() }
  }

  func type(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
  }

  /// The next lines that it prints.
  func next(_ count: Int) async -> [String] {
    var next: [String] = []
    for await line in lines {
      next.append(line)
      if next.count == count { break }
    }
    return next
  }

  /// Ends its input, and waits until it has ended by itself.
  func end() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  func kill() {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Where the build put the tests, and the program beside them.
  private static var path: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "chat")
  }
}
#endif
