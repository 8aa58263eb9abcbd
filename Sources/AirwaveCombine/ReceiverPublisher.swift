#if canImport(Combine) || OpenCombine
public import Airwave

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension Receiver {
  /// The values as a publisher, which keeps the values that a subscriber has not requested yet.
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
  /// Each subscriber is a listener of its own. It joins after it has received its subscription, and hears the replay
  /// first. It receives requested values only, in order and one at a time: where the broadcast is made, or for values
  /// that were kept, where it requests them. It may request values and cancel from inside its functions.
  ///
  /// In main-actor code, use ``publisher(on:buffering:)`` if broadcasts may be made elsewhere. A closure that is
  /// written in main-actor code, such as a closure for `sink`, stops the program when it is called elsewhere. A key
  /// path for `assign(to:on:)` does not: the property is then set elsewhere, which is a data race that no compiler
  /// reports.
  ///
  /// A subscriber receives its completion when the pair is finished, when an operator such as `take(count:)` is done,
  /// and when all listeners are removed. The kept values come first. A cancelled subscription leaves the pair, and
  /// keeps no value. A publisher, like a receiver, does not keep the transmitter alive.
  public var publisher: ReceiverPublisher<Value> { publisher(buffering: .unbounded) }

  /// The values as a publisher, with a bound on the number of values that it keeps for each subscriber.
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
  /// - Parameter policy: The values to keep for a subscriber that requests fewer values than there are. A requested
  ///   value is handed over without being kept, unless the subscriber is being called. A negative bound stops the
  ///   program.
  /// - Returns: A publisher as ``publisher``, which counts the dropped values.
  /// - Complexity: O(1) for each value and subscriber.
  public func publisher(buffering policy: BufferingPolicy) -> ReceiverPublisher<Value> {
    ReceiverPublisher(receiver: self, policy: policy, isOnMainActor: false)
  }

  /// The values as a publisher that calls its subscribers on the main actor.
  ///
  /// ```swift
  /// import AirwaveCombine
  /// import OpenCombine
  ///
  /// @MainActor
  /// final class TitleLabel {
  ///   var text = "" { didSet { print(text) } }
  /// }
  ///
  /// let (transmitter, titles) = Receiver<String>.make()
  /// let label = TitleLabel()
  /// let subscription = titles.publisher(on: MainActor.shared).assign(to: \.text, on: label)
  /// transmitter.broadcast("one")
  /// withExtendedLifetime(subscription) {}
  /// // one
  /// ```
  ///
  /// A subscriber receives values and the end on the main actor: at once if the broadcast is made there, otherwise
  /// later and in order. So closures and key paths of main-actor code are safe with it. Otherwise it works as
  /// ``publisher``.
  ///
  /// - Parameters:
  ///   - actor: The main actor.
  ///   - policy: The values to keep for a subscriber that requests fewer values than there are, as in
  ///     ``publisher(buffering:)``. What waits for the main actor is kept beside them, without a bound.
  /// - Returns: A publisher.
  /// - Complexity: O(1) for each value and subscriber.
  public func publisher(
    on actor: MainActor,
    buffering policy: BufferingPolicy = .unbounded
  ) -> ReceiverPublisher<Value> {
    ReceiverPublisher(receiver: receiveOnMainActor(), policy: policy, isOnMainActor: true)
  }
}

/// The values of a receiver as a publisher of Combine, or of OpenCombine on platforms without Combine.
/// `Receiver.publisher` makes it.
///
/// It calls a subscriber where the broadcast is made, and so does not follow the isolation of main-actor code:
/// `publisher(on: MainActor.shared)` makes one that does.
public struct ReceiverPublisher<Value: Sendable>: Publisher, Sendable {
  /// The type of the published values.
  public typealias Output = Value
  /// A receiver never fails.
  public typealias Failure = Never

  private let receiver: Receiver<Value>
  private let policy: BufferingPolicy
  private let isOnMainActor: Bool
  private let dropped = DropCount()

  init(receiver: Receiver<Value>, policy: BufferingPolicy, isOnMainActor: Bool) {
    // A negative bound stops the program here, instead of when the first subscriber comes.
    _ = policy.limit
    self.receiver = receiver
    self.policy = policy
    self.isOnMainActor = isOnMainActor
  }

  /// The number of values that were dropped so far because subscribers had not requested them. It counts all
  /// subscribers of this publisher and its copies, and is always 0 if the buffer is unbounded.
  public var droppedCount: Int { dropped.count }

  /// Subscribes a subscriber.
  ///
  /// - Parameter subscriber: The subscriber. It receives its subscription first, then the values that it requests, then
  ///   the end.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Value, Downstream.Failure == Never {
    let subscription = ReceiverSubscription(subscriber, policy, dropped, isOnMainActor: isOnMainActor)
    subscriber.receive(subscription: subscription)
    subscription.listen(to: receiver)
  }
}

#endif
