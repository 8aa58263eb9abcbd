import Foundation

/// A line that is not blank, without leading and trailing white space.
struct Line: Sendable, Equatable {
  let number: Int
  let word: String
}

/// An error of the file system that ends the reading of lines.
struct ReadError: Error, CustomStringConvertible {
  let description: String
}

/// Reads lines from a file descriptor.
///
/// It does not use `readLine`, which locks standard input while it waits: `exit` may wait for that lock. Its memory is
/// bounded: it keeps only the beginning of a long line.
struct LineReader {
  /// The number of bytes that are kept of a line.
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
      // A truncated line must not equal a known word.
      if bytes.count > Self.limit { word += "…" }
      if !word.isEmpty { return Line(number: number, word: word) }
    }
    return nil
  }

  /// The bytes up to the next newline, or `nil` at the end. A long line is cut to one byte more than the limit, so that
  /// the caller can see that it is too long.
  private mutating func nextBytes() throws(ReadError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if chunk.isEmpty { chunk = try readChunk() }
      if chunk.isEmpty { return line.isEmpty ? nil : line }
      let end = chunk.firstIndex(of: UInt8(ascii: "\n"))
      let rest: Int = Self.limit + 1 - line.count
      line.append(contentsOf: chunk[..<(end ?? chunk.endIndex)].prefix(rest))
      chunk = end.map { chunk[($0 + 1)...] } ?? []
      if end != nil { return line }
    }
  }

  /// The next bytes. Empty at the end.
  private func readChunk() throws(ReadError) -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count >= 0 { return bytes[..<count] }
      if !canRetry(POLLIN, descriptor) { throw ReadError(description: String(cString: strerror(errno))) }
    }
  }
}
