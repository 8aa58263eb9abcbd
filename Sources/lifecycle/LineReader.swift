import Foundation

/// A line that is not blank, without the space around it.
struct Line: Sendable, Equatable {
  let number: Int
  let word: String
}

/// Why lines cannot be read to their end, in words.
struct ReadError: Error, CustomStringConvertible {
  let description: String
}

/// Reads lines without `readLine`, which would lock standard input: `exit` may wait for that lock.
///
/// Its memory is bounded. Of a long line it keeps the beginning.
struct LineReader {
  /// How many bytes of a line are kept.
  static let limit = 256

  private let descriptor: Int32
  private var chunk: ArraySlice<UInt8> = []
  private var number = 0

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// - Returns: The next line that is not blank, or `nil` at the end.
  mutating func next() throws(ReadError) -> Line? {
    while let bytes = try nextBytes() {
      number += 1
      let text = String(decoding: bytes.prefix(Self.limit), as: UTF8.self)
      var word = text.trimmingCharacters(in: .whitespacesAndNewlines)
      // What is left out must not turn the line into a known word.
      if bytes.count > Self.limit { word += "…" }
      if !word.isEmpty { return Line(number: number, word: word) }
    }
    return nil
  }

  /// The bytes up to the next newline, or `nil` at the end. Of a long line, one byte more than is kept.
  private mutating func nextBytes() throws(ReadError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if chunk.isEmpty { chunk = try readChunk() }
      if chunk.isEmpty { return line.isEmpty ? nil : line }
      let end = chunk.firstIndex(of: UInt8(ascii: "\n"))
      line += chunk[..<(end ?? chunk.endIndex)].prefix(Self.limit + 1 - line.count)
      chunk = end.map { chunk[($0 + 1)...] } ?? []
      if end != nil { return line }
    }
  }

  /// Some bytes, none at the end.
  private func readChunk() throws(ReadError) -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count >= 0 { return bytes[..<count] }
      if errno != EINTR { throw ReadError(description: String(cString: strerror(errno))) }
    }
  }
}
