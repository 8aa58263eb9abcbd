#if canImport(Combine) || OpenCombine
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// What a subscriber is told.
enum Event: Equatable, Sendable {
  case subscription, value(Int), completion
}

/// A subscriber that asks for what a test says, and records what it is told.
///
/// It is not guarded by anything but the promise that a subscriber is called by one thread at a time.
final class Probe: Subscriber, @unchecked Sendable {
  typealias Input = Int
  typealias Failure = Never

  private(set) var events: [Event] = []
  private(set) var subscription: (any Subscription)?
  /// How often it was called while it was running.
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
  /// The values as a subscriber is told them, with what comes before and after.
  func told(ending: Bool = false) -> [Event] {
    [.subscription] + map(Event.value) + (ending ? [.completion] : [])
  }
}
#endif
