#if canImport(Combine) || OpenCombine
import Airwave
import AirwaveCombine
import TestSupport
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

@Suite("Receiver.publisher and lifetime")
struct PublisherLifetimeTests {
  enum Ending: CaseIterable {
    case cancelled, cancelledInside, finished, pairGone, droppedCancellable
  }

  @Test("releases the subscriber and the subscription at the end, however it comes", arguments: Ending.allCases)
  func releases(ending: Ending) {
    var (transmitter, receiver) = Receiver<Int>.make() as (Transmitter<Int>?, Receiver<Int>)
    let captured = Tally()
    var weakly: () -> [AnyObject?] = { [] }
    do {
      let witness = Witness { captured.add() }
      let probe = Probe(asking: .max(1)) { probe, _ in
        if ending == .cancelledInside { probe.cancel() }
        return withExtendedLifetime(witness) { .none }
      }
      receiver.publisher.subscribe(probe)
      let cancellable = ending == .droppedCancellable ? probe.subscription.map { AnyCancellable($0) } : nil
      weakly = { [weak probe, weak subscription = probe.subscription as AnyObject] in [probe, subscription] }
      // The subscriber holds its subscription, as subscribers do. The subscription releases the subscriber at the end.
      transmitter?.broadcast(1)
      if ending == .cancelled { probe.cancel() }
      if ending == .finished { transmitter?.finish() }
      if ending == .pairGone { transmitter = nil }
      _ = cancellable
    }

    #expect(captured.count == 1)
    #expect(weakly().allSatisfy { $0 == nil })
    #expect(receiver.listenerCount == 0)
  }

  @Test("a subscriber that keeps nothing goes on hearing, and goes with the pair")
  func alive() {
    var (transmitter, receiver) = Receiver<Int>.make() as (Transmitter<Int>?, Receiver<Int>)
    let (heard, captured) = (Tally(), Tally())
    do {
      let witness = Witness { captured.add() }
      let probe = Probe(asking: .unlimited) { _, value in
        withExtendedLifetime(witness) { heard.add(value) }; return .none
      }
      receiver.publisher.subscribe(probe)
      probe.forgetSubscription()
    }
    transmitter?.broadcast(1)
    transmitter?.broadcast(2)
    let before = captured.count
    transmitter = nil

    #expect([heard.count, before, captured.count] == [3, 0, 1])
    #expect(receiver.listenerCount == 0)
  }

  @Test("keeps the transmitter no longer than a receiver does")
  func transmitterGone() {
    var (transmitter, receiver) = Receiver<Int>.make(strategy: .cold) as (Transmitter<Int>?, Receiver<Int>?)
    transmitter?.broadcast(1)
    let publisher = receiver?.publisher
    receiver = nil
    transmitter = nil
    let probe = Probe(asking: .unlimited)
    publisher?.subscribe(probe)

    #expect(probe.events == [1].told(ending: true))
  }

  @Test("releases its values when it is cancelled, and dropped values at once, after unlocking")
  func values() {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let publisher = receiver.publisher(buffering: .newest(2))
    let gone = Tally()
    var subscription: (any Subscription)?
    let subscriber = AnySubscriber<Witness, Never>(receiveSubscription: { subscription = $0 })
    publisher.subscribe(subscriber)
    let asker = Unguarded(subscription)
    var counts: [Int] = []
    for _ in 1...5 {
      // The `deinit` of a value may use the same subscription.
      transmitter.broadcast(
        Witness { [weak asker] in
          gone.add(); asker?.subscription?.request(.none)
        }
      )
      counts.append(gone.count)
    }
    subscription?.cancel()
    counts.append(gone.count)

    #expect(counts == [0, 0, 1, 2, 3, 5])
    asker.subscription = nil
  }

  /// A subscription that is used on one thread.
  private final class Unguarded: @unchecked Sendable {
    var subscription: (any Subscription)?

    init(_ subscription: (any Subscription)?) {
      self.subscription = subscription
    }
  }
}
#endif
