import Synchronization

/// An object that keeps a queue for each actor that its listeners are isolated to: a channel, or a multicast.
@usableFromInline
protocol ActorQueueOwner: AnyObject, Sendable {
  /// Returns the queue that the listeners on an actor share.
  func actorQueue(on actor: any Actor) -> ActorQueue
}

/// The queues of one pair, or of one shared receiver: one queue for each actor.
@usableFromInline
final class ActorQueues: Sendable {
  private struct Entries {
    var queues: [ObjectIdentifier: (actor: WeakReference, queue: ActorQueue)] = [:]
    /// At this number of entries, the entries of actors that no longer exist are removed.
    var sweepCount = 16

    /// Removes the entries of actors that no longer exist, if there are enough entries.
    ///
    /// - Returns: Strong references to the actors. The caller releases them without the lock, because each may be the
    ///   last one.
    mutating func sweep() -> [AnyObject?] {
      if queues.count < sweepCount { return [] }
      let actors = queues.values.map { $0.actor.object as AnyObject? }
      queues = queues.filter { $0.value.actor.object != nil }
      sweepCount = max(16, 2 * queues.count)
      return actors
    }
  }

  private let entries = Lock(Entries())

  @usableFromInline init() {}

  /// Returns the queue for an actor, and makes it if there is none. If a channel is passed, the holder of its gate
  /// makes all posts of values to the queue.
  @usableFromInline
  func queue(on actor: any Actor, of channel: AnyChannel? = nil) -> ActorQueue {
    let (queue, actors, replaced) = entries.withLock { entries -> (ActorQueue, [AnyObject?], ActorQueue?) in
      let known = entries.queues[ObjectIdentifier(actor)]
      // An entry may belong to an actor that no longer exists, and that had the same address.
      if let known, known.actor.object === actor { return (known.queue, [], nil) }
      let actors = entries.sweep()
      let reference = WeakReference(actor)
      let queue = ActorQueue(on: .actor(reference), of: channel)
      entries.queues[ObjectIdentifier(actor)] = (reference, queue)
      return (queue, actors, known?.queue)
    }
    return withExtendedLifetime((actors, replaced)) { queue }
  }
}

extension ActorQueues {
  /// Adds a turn to each queue in which turns wait.
  func addToWaiting(_ mailbox: AnyMailbox) {
    let queues = entries.withLock { $0.queues.values.map(\.queue) }
    for queue in queues {
      // The lock acquires what the turns before have done, because the caller may go on with it.
      let mustWait = queue.exclusively { queue.hasPending.load(ordering: .relaxed) }
      if mustWait { _ = queue.add(mailbox, isHere: false, {}) }
    }
  }
}

extension AtomicLazyReference<ActorQueues> {
  /// The queues. They are made when the first listener with an isolation joins.
  var instance: ActorQueues { load() ?? storeIfNil(ActorQueues()) }
}
