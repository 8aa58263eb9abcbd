import Foundation
import Testing

@testable import lifecycle

@Suite("Lines")
struct LinesTests {
  private func lines(of text: String) async throws -> [Line] {
    let pipe = Pipe()
    let lines = Lines(descriptor: pipe.fileHandleForReading.fileDescriptor)
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try pipe.fileHandleForWriting.close()
    defer { withExtendedLifetime(pipe) {} }
    return try await lines.reduce(into: []) { $0.append($1) }
  }

  @Test(
    "are numbered, without the space around them, and without the blank ones",
    arguments: [
      ("", []),
      ("\n\n", []),
      ("a", [Line(number: 1, word: "a")]),
      ("a\nb\n", [Line(number: 1, word: "a"), Line(number: 2, word: "b")]),
      ("\n  a b\t\r\n\nc", [Line(number: 2, word: "a b"), Line(number: 4, word: "c")]),
      (String(repeating: "\n", count: 5_000) + "a", [Line(number: 5_001, word: "a")]),
    ]
  )
  func splits(text: String, expected: [Line]) async throws {
    #expect(try await lines(of: text) == expected)
  }

  @Test("keep their beginning if they are long, and are no known word then", arguments: [256, 257, 20_000])
  func long(length: Int) async throws {
    let word = "didBecomeActive".padded(to: length - 1) + "x\nnext"
    let kept = length > 256 ? "didBecomeActive…" : "didBecomeActive".padded(to: 255) + "x"
    #expect(try await lines(of: word).map(\.word) == [kept, "next"])
  }

  @Test("cannot be read from a directory")
  func directory() async throws {
    let descriptor = open("/", O_RDONLY)
    defer { close(descriptor) }
    var iterator = Lines(descriptor: descriptor).makeAsyncIterator()
    let error = await #expect(throws: ReadError.self) { try await iterator.next() }
    #expect(error?.description == "Is a directory")
  }

  @Test("are read ahead as many as the limit says, and no more")
  func limit() async throws {
    let pipe = Pipe()
    let (reader, writer) = (pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor)
    pipe.fileHandleForWriting.makeNonBlocking()
    // As many bytes as are read at once.
    let text = Array(repeating: Array("didBecomeActive\n".utf8), count: 256).flatMap(\.self)
    // Writes the text until the pipe is full.
    func fill() -> Int {
      var count = 0
      while write(writer, text, text.count) == text.count { count += 1 }
      return count
    }
    #expect(fill() > 2)
    var iterator = Lines(descriptor: reader).makeAsyncIterator()
    var numbers: [Int?] = []
    for _ in 1...256 - Lines.limit { numbers.append(try await iterator.next()?.number) }
    #expect(fill() == 1)
    for _ in 257 - Lines.limit...257 { numbers.append(try await iterator.next()?.number) }
    #expect(fill() == 1)
    #expect(numbers == Array(1...257))
    withExtendedLifetime(pipe) {}
  }

  @Test("who waits for one is told when cancelled, while the text goes on")
  func cancels() async throws {
    let pipe = Pipe()
    // The descriptor is never closed, because the thread may be about to read from it.
    let lines = Lines(descriptor: dup(pipe.fileHandleForReading.fileDescriptor))
    try pipe.fileHandleForWriting.write(contentsOf: Data("a\n".utf8))
    let (heard, continuation) = AsyncStream<String>.makeStream()
    let reading = Task {
      for try await line in lines { continuation.yield(line.word) }
    }
    var iterator = heard.makeAsyncIterator()
    #expect(await iterator.next() == "a")
    reading.cancel()
    try await reading.value
    withExtendedLifetime(pipe) {}
  }
}
