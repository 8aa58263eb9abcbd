/// A listener and its `Disposable`.
struct ListenerModel {
  static let (live, ended, disposed) = (0, 1, 2)
  private static let upstreamAddress = 2

  let number: Int
  let phase: Location
  private let slot: Location
  private let upstream: Location
  /// The upstream as an object: 1 if it may be used.
  private let upstreamObject: Location
  /// The closure: 1 if it may be called.
  private let closure: Location
  /// The values that it was called with, as the digits of a number.
  let heard: Location

  init(_ memory: Memory, number: Int, isListening: Bool) {
    self.number = number
    phase = memory.location("phase \(number)")
    slot = memory.location("slot \(number)", isListening ? number : -1)
    upstream = memory.location("upstream \(number)", isListening ? Self.upstreamAddress : 0)
    upstreamObject = memory.location("upstream object \(number)", isListening ? 1 : 0)
    closure = memory.location("closure \(number)", isListening ? 1 : 0)
    heard = memory.location("heard \(number)")
  }

  // MARK: The object

  func make(_ thread: Thread) throws {
    try thread.write(closure, 1)
  }

  func receive(_ value: Int, _ thread: Thread) throws {
    try thread.expect(thread.read(closure) == 1, "a listener is called that was released")
    try thread.expect(!thread.notes.contains(number), "a listener is called on the thread that has disposed of it")
    try thread.write(heard, 10 * thread.read(heard) + value)
  }

  func release(_ thread: Thread) throws {
    try thread.expect(thread.read(closure) == 1, "a listener is released twice")
    try thread.write(closure, 0)
  }

  func isReleased(_ thread: Thread) throws -> Bool { try thread.read(closure) == 0 }

  // MARK: The disposable

  func isLive(_ thread: Thread) throws -> Bool { try thread.load(phase, .isLive) == Self.live }

  func isSilent(_ thread: Thread) throws -> Bool { try thread.load(phase, .isSilent) == Self.disposed }

  func hasEnded(_ thread: Thread) throws -> Bool { try thread.load(phase, .hasEnded) != Self.live }

  func slot(_ thread: Thread) throws -> Int { try thread.load(slot, .slot) }

  func setSlot(_ value: Int, _ thread: Thread) throws {
    try thread.store(slot, value, .setSlot)
  }

  func attach(_ thread: Thread) throws -> Bool {
    try thread.write(upstreamObject, 1)
    _ = try thread.exchange(upstream, Self.upstreamAddress, .attach)
    return try thread.load(phase, .attachLook) == Self.live
  }

  func close(as next: Int, _ thread: Thread) throws -> Bool {
    try thread.compareExchange(phase, Self.live, next, .close).isExchanged
  }

  func silence(_ thread: Thread) throws -> Bool {
    try thread.exchange(phase, Self.disposed, .silence) == Self.live
  }

  /// - Returns: Whether the caller has the upstream. It uses it, and releases it.
  func takeUpstream(_ thread: Thread) throws -> Bool {
    guard try thread.exchange(upstream, 0, .takeUpstream) != 0 else { return false }
    try thread.expect(thread.read(upstreamObject) == 1, "an upstream is used that was released, or not made")
    try thread.write(upstreamObject, 0)
    return true
  }
}
