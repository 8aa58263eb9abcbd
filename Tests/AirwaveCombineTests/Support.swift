#if canImport(Combine) || OpenCombine
import Airwave
import Foundation
import Synchronization

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The strategies that differ, with limits around the number of values that the tests send.
let everyStrategy: [ReplayStrategy] = [.hot, .warm(upTo: 1), .warm(upTo: 2), .warm(upTo: 7), .cold]

extension ReplayStrategy {
  /// What a pair of this strategy replays after `values` were broadcast.
  func replayed<Value>(of values: [Value]) -> [Value] {
    switch self {
    case .hot: []
    case .warm(let limit): values.suffix(limit)
    case .cold: values
    }
  }
}

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

/// Counts up, on any thread.
final class Tally: Sendable {
  private let storage = Atomic<Int>(0)

  func add(_ amount: Int = 1) {
    storage.add(amount, ordering: .acquiringAndReleasing)
  }

  var count: Int { storage.load(ordering: .acquiring) }
}

/// An object whose life a test follows: captured by a closure, or sent as a value.
final class Witness: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(onDeinit: @escaping @Sendable () -> Void) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }
}

/// Runs a closure on several threads that begin together, and returns when all are done.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  let (starting, running) = (Tally(), Tally())
  await withCheckedContinuation { continuation in
    for index in 0..<count {
      Thread.detachNewThread {
        starting.add()
        while starting.count < count { sched_yield() }
        body(index)
        running.add()
        guard index == 0 else { return }
        while running.count < count { sched_yield() }
        continuation.resume()
      }
    }
  }
}
#endif
