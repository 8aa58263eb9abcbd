#if canImport(Combine) || OpenCombine
import Airwave

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// Where a subscription stands: what it has heard and not handed over, and how many values it was asked for.
///
/// It decides, and does nothing. Each function answers what the caller has to do, outside of any lock. Whoever has handed a
/// value over asks ``next(granting:)``, until there is nothing to hand over; nobody else is told to do so meanwhile, so that
/// the subscriber is called by one thread at a time, and not from inside itself.
struct Delivery<Value>: ~Copyable {
  enum Step {
    case handOver(Value)
    /// Tell the end: to one caller, once.
    case complete
    /// Let go of a value that had no place.
    case drop(Value)
    case rest
  }

  private enum Phase {
    /// Values may come.
    case open
    /// None comes any more. Those that are kept will be handed over, and then the end is told.
    case finished
    /// The end was told, or the subscription cancelled.
    case over
  }

  private let policy: BufferingPolicy
  private var values: RingBuffer<Value>
  private var demand = Subscribers.Demand.none
  private var phase = Phase.open
  /// Whether a value is being handed over.
  private var isDelivering = false

  init(_ policy: BufferingPolicy) {
    self.policy = policy
    values = RingBuffer(limit: policy.limit)
  }

  mutating func put(_ value: Value) -> Step {
    if phase != .open { return .rest }
    if isDelivering || demand == 0 {
      return values.append(value, keeping: policy).map(Step.drop) ?? .rest
    }
    // With an unmet demand nothing is kept, for it would have been handed over.
    return handOver(value)
  }

  mutating func request(_ more: Subscribers.Demand) -> Step {
    demand += more
    return isDelivering ? .rest : advance()
  }

  /// No value follows.
  mutating func finish() -> Step {
    if phase == .open { phase = .finished }
    return isDelivering ? .rest : advance()
  }

  /// For the one who has handed a value over.
  mutating func next(granting more: Subscribers.Demand) -> Step {
    isDelivering = false
    return request(more)
  }

  /// Neither a value nor the end is to be told any more.
  mutating func cancel() {
    phase = .over
  }

  /// After the cancellation: a value to let go of.
  mutating func removeFirst() -> Value? {
    values.popFirst()
  }

  private mutating func advance() -> Step {
    if phase == .over { return .rest }
    if demand > 0, let value = values.popFirst() { return handOver(value) }
    guard phase == .finished, values.isEmpty else { return .rest }
    phase = .over
    return .complete
  }

  private mutating func handOver(_ value: Value) -> Step {
    isDelivering = true
    demand -= 1
    return .handOver(value)
  }
}
#endif
