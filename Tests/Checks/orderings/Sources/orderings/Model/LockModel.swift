/// `LockWord`, line by line.
struct LockModel {
  static let (free, held, contended) = (0, 1, 2)

  private let word: Location

  init(_ memory: Memory) {
    word = memory.location("lock", Self.free)
  }

  func withLock<Result>(_ thread: Thread, _ body: () throws -> Result) throws -> Result {
    if try !thread.compareExchange(word, Self.free, Self.held, .lock).isExchanged { try wait(thread) }
    let result = try body()
    _ = try thread.exchange(word, Self.free, .unlock)
    return result
  }

  private func wait(_ thread: Thread) throws {
    _ = try thread.load(word, .lockLook)
    while try thread.exchange(word, Self.contended, .lockWait) != Self.free {
      // It looks again and again. What matters is the time when it finds the lock free.
      try thread.assume(thread.load(word, .lockLook) == Self.free)
    }
  }

  func isContended(_ thread: Thread) throws -> Bool { try thread.load(word, .isContended) == Self.contended }
}
