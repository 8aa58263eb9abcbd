#if canImport(Combine) || OpenCombine
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// A call that a subscriber receives.
enum Event: Equatable, Sendable {
  case subscription, value(Int), completion
}

/// A subscriber that requests the demand that a test sets, and records the calls that it receives.
///
/// It has no lock: one thread at a time calls a subscriber.
final class Probe: Subscriber, @unchecked Sendable {
  typealias Input = Int
  typealias Failure = Never

  private(set) var events: [Event] = []
  private(set) var subscription: (any Subscription)?
  /// The number of calls that it received while it was running.
  private(set) var overlapCount = 0
  private var isRunning = false

  private let first: Subscribers.Demand
  private let onValue: (Probe, Int) -> Subscribers.Demand
  private let onEnd: () -> Void

  init(
    asking first: Subscribers.Demand = .none,
    onValue: @escaping (Probe, Int) -> Subscribers.Demand = { _, _ in .none },
    onEnd: @escaping () -> Void = {}
  ) {
    self.first = first
    self.onValue = onValue
    self.onEnd = onEnd
  }

  var values: [Int] { events.compactMap { if case .value(let value) = $0 { value } else { nil } } }

  func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }

  func cancel() { subscription?.cancel() }

  func forgetSubscription() { subscription = nil }

  func receive(subscription: any Subscription) {
    run {
      self.subscription = subscription
      events.append(.subscription)
      if first > 0 { subscription.request(first) }
    }
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    run {
      events.append(.value(input))
      return onValue(self, input)
    }
  }

  func receive(completion: Subscribers.Completion<Never>) {
    run { events.append(.completion) }
    onEnd()
  }

  private func run<Result>(_ body: () -> Result) -> Result {
    if isRunning { overlapCount += 1 }
    isRunning = true
    defer { isRunning = false }
    return body()
  }
}

extension [Int] {
  /// The calls that a subscriber of these values receives, with the subscription and, if `ending`, the completion.
  func told(ending: Bool = false) -> [Event] {
    [.subscription] + map(Event.value) + (ending ? [.completion] : [])
  }
}
#endif
