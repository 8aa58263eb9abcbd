#if canImport(Combine) || OpenCombine
public import Airwave
import Synchronization

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension Receiver {
  /// The values as a publisher, which keeps for each subscriber all that it has not asked for yet.
  ///
  /// ```swift
  /// import AirwaveCombine
  /// import OpenCombine  // Combine, where there is one
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  /// transmitter.broadcast(1)
  ///
  /// let subscription = receiver.publisher
  ///   .map { $0 * 10 }
  ///   .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
  /// transmitter.broadcast(2)
  /// transmitter.finish()
  /// withExtendedLifetime(subscription) {}
  /// // 10
  /// // 20
  /// // finished
  /// ```
  ///
  /// Each subscriber is a listener of its own, once it has got its subscription: the replay comes first. It hears where
  /// the broadcast is made, or where it asks for more if something is kept for it; one value at a time, in order, and none
  /// that it has not asked for. It may ask for more, and cancel, from inside.
  ///
  /// A closure that is written in main-actor code, such as that of `sink`, stops the program when it is called elsewhere. If
  /// broadcasts may be made elsewhere, publish `receive(on: DispatchQueue.main)` of the receiver.
  ///
  /// It is told the end when the pair is finished, or an operator such as `take(count:)` is done, or all listeners are
  /// removed, once it has got what is kept for it. A subscription that is cancelled leaves the pair, and keeps nothing.
  /// A publisher, like a receiver, does not keep the transmitter alive.
  public var publisher: ReceiverPublisher<Value> { publisher(buffering: .unbounded) }

  /// The values as a publisher, with a bound on what it keeps for each subscriber.
  ///
  /// ```swift
  /// import AirwaveCombine
  /// import OpenCombine
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let publisher = receiver.publisher(buffering: .newest(2))
  /// var subscription: (any Subscription)?
  /// let subscriber = AnySubscriber<Int, Never> {
  ///   subscription = $0
  /// } receiveValue: { value in
  ///   print(value)
  ///   return .none
  /// }
  /// publisher.subscribe(subscriber)
  ///
  /// (1...5).forEach(transmitter.broadcast)
  /// subscription?.request(.unlimited)
  /// print("\(publisher.droppedCount) dropped")
  /// // 4
  /// // 5
  /// // 3 dropped
  /// ```
  ///
  /// - Parameter policy: Which values to keep for a subscriber that asks for fewer than there are. What it has asked for is
  ///   handed over without being kept, unless it is being called. A negative bound stops the program.
  /// - Returns: A publisher as ``publisher``. It counts the values that were dropped.
  /// - Complexity: O(1) for each value and subscriber.
  public func publisher(buffering policy: BufferingPolicy) -> ReceiverPublisher<Value> {
    ReceiverPublisher(receiver: self, policy: policy)
  }
}

/// The values of a receiver, to be heard with Combine, or with OpenCombine where there is no Combine.
/// `Receiver.publisher` makes it.
public struct ReceiverPublisher<Value: Sendable>: Publisher, Sendable {
  /// What is published.
  public typealias Output = Value
  /// A receiver has no error to tell.
  public typealias Failure = Never

  private let receiver: Receiver<Value>
  private let policy: BufferingPolicy
  private let dropped = DropCount()

  init(receiver: Receiver<Value>, policy: BufferingPolicy) {
    // Here, and not before the first subscriber: it stops the program if the bound is negative.
    _ = policy.limit
    self.receiver = receiver
    self.policy = policy
  }

  /// How many values were dropped so far because subscribers had not asked for them, over all subscribers of this
  /// publisher and its copies. Always 0 if the buffer is unbounded.
  public var droppedCount: Int { dropped.count }

  /// Lets a subscriber listen.
  ///
  /// - Parameter subscriber: Gets its subscription first, then what it asks for, then the end.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Value, Downstream.Failure == Never {
    let subscription = ReceiverSubscription(subscriber, policy, dropped)
    subscriber.receive(subscription: subscription)
    subscription.listen(to: receiver)
  }
}

/// Counts what the subscriptions of a publisher drop.
final class DropCount: Sendable {
  private let storage = Atomic<Int>(0)

  var count: Int { storage.load(ordering: .relaxed) }

  func add() {
    storage.add(1, ordering: .relaxed)
  }
}
#endif
