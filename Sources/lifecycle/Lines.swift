import Foundation

/// The lines of a file that are not blank.
///
/// A thread reads them, so that the main actor is free while a pipe has no data. The thread reads a limited number of
/// lines ahead, which bounds the memory for lines that are not handled yet.
struct Lines: AsyncSequence, Sendable {
  /// The number of lines that are read ahead.
  static let limit = 64

  let descriptor: Int32

  func makeAsyncIterator() -> Iterator {
    let (lines, continuation) = AsyncThrowingStream<Line, any Error>.makeStream()
    let requests = DispatchSemaphore(value: 0)
    for _ in 0..<Self.limit { requests.signal() }
    // Called when the iterator is deinitialized, or the task that waits for a line is cancelled. Wakes the thread, so
    // that it ends.
    continuation.onTermination = { _ in requests.signal() }
    Thread.detachNewThread { [descriptor] in
      var reader = LineReader(descriptor: descriptor)
      do {
        repeat {
          requests.wait()
          guard let line = try reader.next() else { return continuation.finish() }
          if case .terminated = continuation.yield(line) { return }
        } while true
      } catch {
        continuation.finish(throwing: error)
      }
    }
    return Iterator(lines: lines.makeAsyncIterator(), requests: requests)
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var lines: AsyncThrowingStream<Line, any Error>.Iterator
    fileprivate let requests: DispatchSemaphore

    mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Line? {
      requests.signal()
      return try await lines.next(isolation: actor)
    }
  }
}
