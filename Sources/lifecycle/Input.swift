import Foundation

/// Something that came from outside: a signal, or a line of text.
enum Input: Sendable {
  case signal(Signal)
  /// A line that is not blank, without the space around it.
  case line(number: Int, word: String)
  /// The text could not be read to its end.
  case failure(reason: String)
}

/// Reads lines on a thread of its own, so that the main actor stays free for the signals while a pipe is silent.
func detachLineReader(of descriptor: Int32, into continuation: AsyncStream<Input>.Continuation) {
  Thread.detachNewThread {
    readLines(of: descriptor) { continuation.yield($0) }
    continuation.finish()
  }
}

/// Reads to the end, without `readLine`: that would lock the standard input, for which `exit` may wait.
private func readLines(of descriptor: Int32, _ handle: (Input) -> Void) {
  var number = 0
  func handleLine(_ bytes: some Sequence<UInt8>) {
    number += 1
    let word = String(decoding: Array(bytes), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    if !word.isEmpty { handle(.line(number: number, word: word)) }
  }

  let newline = UInt8(ascii: "\n")
  var rest: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0 && errno == EINTR { continue }
    if count < 0 { return handle(.failure(reason: String(cString: strerror(errno)))) }
    if count == 0 { break }
    var lines = chunk[..<count].split(separator: newline, omittingEmptySubsequences: false)
    rest += lines.removeFirst()
    for line in lines {
      handleLine(rest)
      rest = Array(line)
    }
  }
  if !rest.isEmpty { handleLine(rest) }
}
