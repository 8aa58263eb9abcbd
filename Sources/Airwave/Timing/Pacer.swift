/// Decides when values go on: a state machine without clock, lock or effect.
///
/// `pacing` owns one for each listener, tells it what happens, and does what it says.
protocol Pacer<Value, Instant> {
  associatedtype Value: Sendable
  associatedtype Instant: InstantProtocol

  /// When to be woken, or nil if nothing is held back.
  var deadline: Instant? { get }

  /// A value has come.
  ///
  /// - Returns: What to forward now.
  mutating func receive(_ value: Value, at now: Instant) -> Value?

  /// Time has passed.
  ///
  /// - Returns: What to forward now, if anything is due. Called again until it is nil.
  mutating func next(at now: Instant) -> Value?

  /// No more values come.
  ///
  /// - Returns: What is still held back.
  mutating func finish() -> [Value]
}

/// Holds a value back until none has followed it for a while.
struct Debouncer<Value: Sendable, Instant: InstantProtocol>: Pacer {
  let interval: Instant.Duration
  private var held: Value?
  private(set) var deadline: Instant?

  init(interval: Instant.Duration) {
    self.interval = interval
  }

  mutating func receive(_ value: Value, at now: Instant) -> Value? {
    held = value
    deadline = now.advanced(by: interval)
    return nil
  }

  mutating func next(at now: Instant) -> Value? {
    guard let deadline, deadline <= now else { return nil }
    return finish().first
  }

  mutating func finish() -> [Value] {
    defer { (held, deadline) = (nil, nil) }
    return held.map { [$0] } ?? []
  }
}

/// Forwards a value and then, for a while, none; of those that come meanwhile it forwards the latest afterwards, or none.
struct Throttle<Value: Sendable, Instant: InstantProtocol>: Pacer {
  let interval: Instant.Duration
  let forwardsLatest: Bool
  private var held: Value?
  /// The end of the pause.
  private(set) var deadline: Instant?

  init(interval: Instant.Duration, forwardsLatest: Bool) {
    self.interval = interval
    self.forwardsLatest = forwardsLatest
  }

  mutating func receive(_ value: Value, at now: Instant) -> Value? {
    if deadline == nil {
      deadline = now.advanced(by: interval)
      return value
    }
    if forwardsLatest { held = value }
    return nil
  }

  mutating func next(at now: Instant) -> Value? {
    guard let end = deadline, end <= now else { return nil }
    // What is forwarded at the end of a pause begins the next one.
    deadline = held == nil ? nil : now.advanced(by: interval)
    defer { held = nil }
    return held
  }

  mutating func finish() -> [Value] {
    defer { (held, deadline) = (nil, nil) }
    return held.map { [$0] } ?? []
  }
}

/// Forwards each value a while after it came.
struct Delay<Value: Sendable, Instant: InstantProtocol>: Pacer {
  let interval: Instant.Duration
  private let held = Memory(RingBuffer<(value: Value, due: Instant)>())

  init(interval: Instant.Duration) {
    self.interval = interval
  }

  var deadline: Instant? { held.content.isEmpty ? nil : held.content[0].due }

  mutating func receive(_ value: Value, at now: Instant) -> Value? {
    _ = held.content.append((value, now.advanced(by: interval)))
    return nil
  }

  mutating func next(at now: Instant) -> Value? {
    guard let deadline, deadline <= now else { return nil }
    return held.content.popFirst()?.value
  }

  mutating func finish() -> [Value] {
    held.content.takeAll().values.map(\.value)
  }
}
