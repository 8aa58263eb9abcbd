/// What has been recorded, and who waits for more. Each change says who is answered, in order.
///
/// Plain state: whoever owns it acts on the answers.
struct Recording<Value: Sendable>: Sendable {
  private(set) var values: [Value] = []
  private var readCount = 0
  private(set) var isFinished = false
  /// Whether the test has looked at the end, or at the values behind which it came.
  private var hasSeenEnd = false
  private var waiters: [Waiter] = []
  private var lastNumber = 0

  /// What is waited for.
  enum Wish: Equatable, Sendable {
    case values(Int)
    case end
  }

  /// How waiting ends.
  enum Answer: Sendable {
    case values([Value])
    /// The pair is finished before enough values came. These did, and are read now.
    case finished([Value])
    /// The time is up. These values have come, and are read now.
    case timeIsUp([Value])
    case cancelled
  }

  /// Who waits.
  struct Waiter: Sendable {
    let number: Int
    let wish: Wish
    let continuation: CheckedContinuation<Answer, Never>
  }

  /// Whom to answer, and how.
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

  /// Reads nothing: what has come is left to those behind.
  mutating func cancel(_ number: Int) -> [Reply] {
    guard let waiter = remove(number) else { return [] }
    return [(waiter, .cancelled)] + answerWaiters()
  }

  mutating func timeIsUp(_ number: Int) -> [Reply] {
    guard let waiter = remove(number) else { return [] }
    let reply: Reply = (waiter, .timeIsUp(waiter.wish == .end ? [] : readAll()))
    return [reply] + answerWaiters()
  }

  /// All values, which count as read from now on, and the end with them.
  mutating func look() -> [Value] {
    readCount = values.count
    hasSeenEnd = isFinished
    return values
  }

  /// Whether the end has come, and the test has not looked at it. It counts as looked at from now on.
  mutating func readEnd() -> Bool {
    defer { hasSeenEnd = isFinished }
    return isFinished && !hasSeenEnd
  }

  /// The values that nobody has looked at. They count as read from now on.
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
      // Values go to whom came first: nobody takes what another waits for.
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
