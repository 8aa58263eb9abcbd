import Foundation
import TestSupport
import Testing

@testable import lifecycle

@Suite("Terminal", .inTurn)
struct TerminalTests {
  @Test("writes a line to its end although a pipe is full, blocking or not", arguments: [true, false])
  func fullPipe(isBlocking: Bool) async throws {
    let pipe = Pipe()
    if !isBlocking { pipe.fileHandleForWriting.makeNonBlocking() }
    // More than a pipe holds.
    let line = String(repeating: "x", count: 1_000_000)
    let writing = Task.detached {
      defer { try? pipe.fileHandleForWriting.close() }
      try Terminal.write(line, to: pipe.fileHandleForWriting.fileDescriptor)
    }
    let (data, continuation) = AsyncStream<Data>.makeStream()
    Thread.detachNewThread {
      continuation.yield((try? pipe.fileHandleForReading.readToEnd()) ?? Data())
      continuation.finish()
    }
    for await data in data { #expect(String(decoding: data, as: UTF8.self) == line + "\n") }
    try await writing.value
  }
}
