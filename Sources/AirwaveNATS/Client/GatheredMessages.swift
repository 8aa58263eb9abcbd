#if NATS
import CNATS

/// The messages for the inbox of a client that were not passed on yet.
///
/// The C client has a strong reference, which is released when the subscription has ended: see
/// `Client.subscribe(by:)`. One of its threads uses it at a time. The client is looked for once for many messages,
/// because that takes longer than to add one.
final class GatheredMessages {
  /// How many messages are passed on at a time, at most. A smaller batch wakes the threads of the pairs more often.
  private static let batch = 256

  /// The number of the client.
  private let number: Int
  private var messages: [Handle] = []
  /// How many there will be when they are passed on.
  private var expectedCount = 0

  init(for number: Int) {
    self.number = number
  }

  deinit {
    destroy(messages)
  }

  /// Adds a message, or passes on all. One thread of the C client calls this, for all pairs. No code of users runs
  /// there.
  ///
  /// Messages that wait in the subscription are passed on together. How many wait is asked once for each batch: the
  /// answer takes a lock that the thread that reads from the network needs, too.
  func gather(_ message: Handle, from subscription: OpaquePointer?) {
    messages.append(message)
    if messages.count == 1 {
      var count: Int32 = 0
      let isKnown = natsSubscription_GetPending(subscription, &count, nil) == NATS_OK
      expectedCount = isKnown ? min(1 + Int(count), Self.batch) : 1
    }
    if messages.count < expectedCount { return }
    destroy(Client.all[closure(number)]?.received(messages) ?? messages)
    messages.removeAll(keepingCapacity: true)
  }
}
#endif
