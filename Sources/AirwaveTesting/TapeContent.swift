/// The values of a recorder, and the calls that wait for more. A plain state machine: each change returns the replies
/// to waiting calls, in order, and the tape delivers them.
struct TapeContent<Value: Sendable>: Sendable {
  private(set) var values: [Value] = []
  private var readCount = 0
  private(set) var isFinished = false
  /// Whether the end counts as read: the test has waited for it, checked for it, or read all values after it came.
  private var hasSeenEnd = false
  private var waiters: [Waiter] = []
  private var lastNumber = 0

  /// The aim of a waiting call.
  enum Wish: Equatable, Sendable {
    case values(Int)
    case end
  }

  /// The result of a waiting call.
  enum Answer: Sendable {
    case values([Value])
    /// The receiver finished with too few values. These are the values that did come, and count as read.
    case finished([Value])
    /// The time limit has passed. These are the values that did come, and count as read.
    case timeIsUp([Value])
    case cancelled
  }

  /// A waiting call.
  struct Waiter: Sendable {
    let number: Int
    let wish: Wish
    let continuation: CheckedContinuation<Answer, Never>
    let rest: Rest

    func reply(_ answer: Answer) {
      rest.end()
      continuation.resume(returning: answer)
    }
  }

  /// A waiting call and its result.
  typealias Reply = (waiter: Waiter, answer: Answer)

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func append(_ value: Value) -> [Reply] {
    values.append(value)
    return answerWaiters()
  }

  mutating func finish() -> [Reply] {
    isFinished = true
    return answerWaiters()
  }

  mutating func add(_ waiter: Waiter, isCancelled: Bool) -> [Reply] {
    if isCancelled { return [(waiter, .cancelled)] }
    waiters.append(waiter)
    return answerWaiters()
  }

  /// Reads no value: the values are left to later calls.
  mutating func cancel(_ number: Int) -> [Reply] {
    guard let waiter = remove(number) else { return [] }
    return [(waiter, .cancelled)] + answerWaiters()
  }

  mutating func timeIsUp(_ number: Int) -> [Reply] {
    guard let waiter = remove(number) else { return [] }
    let reply: Reply = (waiter, .timeIsUp(waiter.wish == .end ? [] : readAll()))
    return [reply] + answerWaiters()
  }

  /// Returns all values. From now on they count as read, and so does the end if the receiver has finished.
  mutating func look() -> [Value] {
    readCount = values.count
    hasSeenEnd = isFinished
    return values
  }

  /// Returns whether the receiver has finished and the end is unread. From now on the end counts as read.
  mutating func readEnd() -> Bool {
    defer { hasSeenEnd = isFinished }
    return isFinished && !hasSeenEnd
  }

  /// Returns the unread values. From now on they count as read.
  mutating func readAll() -> [Value] {
    read(values.count - readCount)
  }

  func isWaiting(_ number: Int) -> Bool {
    waiters.contains { $0.number == number }
  }

  private mutating func read(_ count: Int) -> [Value] {
    defer { readCount += count }
    return Array(values[readCount..<readCount + count])
  }

  private mutating func remove(_ number: Int) -> Waiter? {
    waiters.firstIndex { $0.number == number }.map { waiters.remove(at: $0) }
  }

  private mutating func answerWaiters() -> [Reply] {
    if waiters.isEmpty { return [] }
    var (replies, remaining): ([Reply], [Waiter]) = ([], [])
    for waiter in waiters {
      // Calls that wait for values are served in the order in which they began: none takes a value that an earlier call
      // waits for.
      let waitsItsTurn = waiter.wish != .end && remaining.contains { $0.wish != .end }
      if !waitsItsTurn, let answer = answer(to: waiter.wish) {
        replies.append((waiter, answer))
      } else {
        remaining.append(waiter)
      }
    }
    waiters = remaining
    return replies
  }

  private mutating func answer(to wish: Wish) -> Answer? {
    switch wish {
    case .values(let count) where count <= values.count - readCount: return .values(read(count))
    case .values where isFinished:
      hasSeenEnd = true
      return .finished(readAll())
    case .end where isFinished:
      hasSeenEnd = true
      return .values([])
    case .values, .end: return nil
    }
  }
}
