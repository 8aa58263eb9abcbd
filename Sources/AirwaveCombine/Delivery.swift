#if canImport(Combine) || OpenCombine
import Airwave

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The state machine of a subscription: the values that wait for the subscriber, and the demand of the subscriber.
///
/// It calls no code. Each function returns the step that its caller must perform after unlocking. The thread that has
/// handed a value over calls ``next(granting:)``, until no value is left to hand over. Meanwhile no other call returns
/// `handOver`. So one thread at a time calls the subscriber, and never from inside a call of the subscriber.
struct Delivery<Value>: ~Copyable {
  enum Step {
    case handOver(Value)
    /// Tell the subscriber the end. Returned once.
    case complete
    /// Release a value for which the buffer has no space.
    case drop(Value)
    case rest
  }

  private enum Phase {
    /// The receiver has not finished.
    case open
    /// The receiver has finished. The kept values are still handed over, then the end.
    case finished
    /// The subscriber was told the end, or has cancelled.
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
    if isDelivering || demand == 0 || !values.isEmpty {
      return values.append(value, keeping: policy).map(Step.drop) ?? .rest
    }
    return handOver(value)
  }

  mutating func request(_ more: Subscribers.Demand) -> Step {
    grant(more)
    return goOn()
  }

  /// Adds demand. If values are kept, the caller must see to it that ``goOn()`` is called: values that are put
  /// meanwhile wait behind them.
  mutating func grant(_ more: Subscribers.Demand) {
    demand += more
  }

  mutating func goOn() -> Step {
    isDelivering ? .rest : advance()
  }

  /// No value follows.
  mutating func finish() -> Step {
    if phase == .open { phase = .finished }
    return isDelivering ? .rest : advance()
  }

  /// For the thread that has handed a value over: adds the demand that the subscriber has returned.
  mutating func next(granting more: Subscribers.Demand) -> Step {
    isDelivering = false
    return request(more)
  }

  /// Ends the subscription: neither a value nor the end is handed over any more.
  mutating func cancel() {
    phase = .over
  }

  /// After `cancel`: removes a value, so that the caller can release it.
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
