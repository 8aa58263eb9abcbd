import Synchronization

/// What keeps a queue for each actor that its listeners are isolated to: a channel, or a shared receiver.
@usableFromInline
protocol ActorQueueOwner: AnyObject, Sendable {
  /// The queue that the listeners on an actor share.
  func actorQueue(on actor: any Actor) -> ActorQueue
}

/// The queues of one pair, or of one shared receiver: one for each actor.
@usableFromInline
final class ActorQueues: Sendable {
  private struct Entries {
    var queues: [ObjectIdentifier: (actor: WeakReference, queue: ActorQueue)] = [:]
    /// At this many entries, those of actors that no longer exist are removed.
    var sweepCount = 16

    /// - Returns: The actors that were looked at, which the caller releases without the lock: it may be the last to do so.
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

  /// The queue for an actor.
  @usableFromInline
  func queue(on actor: any Actor) -> ActorQueue {
    let (queue, actors, replaced) = entries.withLock { entries -> (ActorQueue, [AnyObject?], ActorQueue?) in
      let known = entries.queues[ObjectIdentifier(actor)]
      // An actor that no longer exists may have left an entry to one at the same address.
      if let known, known.actor.object === actor { return (known.queue, [], nil) }
      let actors = entries.sweep()
      let reference = WeakReference(actor)
      let queue = ActorQueue(on: .actor(reference))
      entries.queues[ObjectIdentifier(actor)] = (reference, queue)
      return (queue, actors, known?.queue)
    }
    return withExtendedLifetime((actors, replaced)) { queue }
  }
}

extension AtomicLazyReference<ActorQueues> {
  /// The queues, which are made when an actor's listener joins for the first time.
  var instance: ActorQueues { load() ?? storeIfNil(ActorQueues()) }
}
