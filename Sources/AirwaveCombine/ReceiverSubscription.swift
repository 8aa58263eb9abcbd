#if canImport(Combine) || OpenCombine
import Airwave

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// A listener that hands values to a subscriber as the subscriber requests them.
///
/// ```
/// channel ──▶ listener ──▶ ReceiverSubscription ──▶ subscriber
///                 ▲               │       ▲            │
///                 └── listening ──┘       └────────────┘
/// ```
///
/// The subscription and the subscriber hold each other, as Combine requires. The cycle ends when the subscription is
/// cancelled or complete.
final class ReceiverSubscription<Value: Sendable, Downstream: Subscriber>: Subscription, @unchecked Sendable
where Downstream.Input == Value, Downstream.Failure == Never {
  // Unchecked: the subscriber need not be `Sendable`. `Delivery` makes sure that one thread at a time calls it.

  private struct State: ~Copyable {
    var delivery: Delivery<Value>
    /// The subscriber, or nil once the subscription is cancelled or complete.
    var downstream: Downstream?
  }

  private let state: Lock<State>
  private let listening = Disposable()
  private let dropped: DropCount
  /// Whether the subscriber is called on the main actor. The receiver then sends its values there.
  private let isOnMainActor: Bool

  init(_ downstream: Downstream, _ policy: BufferingPolicy, _ dropped: DropCount, isOnMainActor: Bool) {
    state = Lock(State(delivery: Delivery(policy), downstream: downstream))
    (self.dropped, self.isOnMainActor) = (dropped, isOnMainActor)
  }

  /// Begins to listen, unless the subscriber has cancelled already.
  func listen(to receiver: Receiver<Value>) {
    if listening.isDisposed { return }
    let end = { [self] (_: Ending) in
      listening.dispose()
      act { $0.finish() }
    }
    let receive = { [self] (value: Value) in perform(state.withLock { $0.delivery.put(value) }) }
    receiver.attach(Sink(receive: receive, onEnd: end, disposable: listening))
  }

  func request(_ demand: Subscribers.Demand) {
    // The demand counts at once, wherever the subscriber may be called.
    state.withLock { $0.delivery.grant(demand) }
    act { $0.goOn() }
  }

  func cancel() {
    listening.dispose()
    let downstream = state.withLock { state in
      state.delivery.cancel()
      return exchange(&state.downstream, with: nil)
    }
    // Released after unlocking: the `deinit` of the subscriber or of a value may run any code (Contract 5).
    withExtendedLifetime(downstream) {
      while state.withLock({ $0.delivery.removeFirst() }) != nil {}
    }
  }

  /// Changes the delivery, and performs what it answers, where the subscriber may be called. The end comes elsewhere if
  /// all listeners are removed there, and a request comes from any thread.
  private func act(_ change: @escaping (inout Delivery<Value>) -> Delivery<Value>.Step) {
    let action = Action { [self] in perform(state.withLock { change(&$0.delivery) }) }
    if isOnMainActor { action.runOnMainActor() } else { action.run() }
  }

  private func perform(_ first: Delivery<Value>.Step) {
    var step = first
    while case .handOver(let value) = step, let downstream = state.withLock({ $0.downstream }) {
      let more = downstream.receive(value)
      step = state.withLock { $0.delivery.next(granting: more) }
    }
    switch step {
    case .complete: state.withLock { exchange(&$0.downstream, with: nil) }?.receive(completion: .finished)
    case .drop: dropped.add()
    case .handOver, .rest: break
    }
  }
}

/// What a subscription does.
private struct Action: @unchecked Sendable {
  // Unchecked: it captures a subscription, a demand, and the type of the subscriber, whose functions any thread may
  // call.
  let run: () -> Void

  func runOnMainActor() {
    onMainActor { run() }
  }
}
#endif
