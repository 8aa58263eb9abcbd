import Dispatch
import Synchronization

/// An object that keeps the queues that its listeners share: a channel, a multicast, or the queue of the listeners that
/// wait for a dispatch queue.
@usableFromInline protocol ActorQueueOwner: AnyObject, Sendable {
  var actorQueues: ActorQueues { get }
}

/// The queues of one pair, of one shared receiver, or of the listeners that one dispatch queue calls: one queue for
/// each actor, and for each dispatch queue.
@usableFromInline final class ActorQueues: Sendable {
  private struct Entry {
    /// What the entry needs: the actor, or the queue of a dispatch queue.
    let reference: WeakReference
    /// The queue of the actor. The queue of a dispatch queue is not kept, because it keeps the dispatch queue.
    let actorQueue: ActorQueue?

    var isValid: Bool { reference.object != nil }

    /// The queue of the actor, or of the dispatch queue, if it exists.
    var queue: ActorQueue? { actorQueue ?? reference.object as? ActorQueue }
  }

  private struct Entries {
    /// The entries by the addresses of actors and dispatch queues.
    var entries: [UInt: Entry] = [:]
    /// At this number of entries, those that are not valid any more are removed.
    var sweepCount = 16

    /// Removes the entries of objects that no longer exist, if there are enough entries.
    ///
    /// - Returns: Strong references to the objects. The caller releases them without the lock, because each may be the
    ///   last one.
    mutating func sweep() -> [AnyObject?] {
      if entries.count < sweepCount { return [] }
      let objects = entries.values.map { $0.reference.object as AnyObject? }
      entries = entries.filter { $0.value.isValid }
      sweepCount = max(16, 2 * entries.count)
      return objects
    }
  }

  private let entries = Lock(Entries())

  /// The channel whose gate's holder makes all posts of values to the queues, or nil if other threads may post.
  private let channel: Unmanaged<AnyChannel>?

  @usableFromInline init(of channel: AnyChannel? = nil) {
    self.channel = channel.map { .passUnretained($0) }
  }

  /// Returns the queue that the listeners on an actor share. Makes it if there is none.
  @usableFromInline func queue(on actor: any Actor) -> ActorQueue {
    queue(at: UInt(bitPattern: ObjectIdentifier(actor))) {
      let queue = ActorQueue(on: .actor(WeakActor(actor)), of: channel)
      return (queue, Entry(reference: WeakReference(actor), actorQueue: queue))
    }
  }

  /// Returns the queue that the listeners on a dispatch queue share. Makes it if there is none.
  func queue(on dispatchQueue: DispatchQueue) -> ActorQueue {
    queue(at: dispatchQueue.address) {
      let queue = ActorQueue(on: .queue(dispatchQueue), of: channel)
      return (queue, Entry(reference: WeakReference(queue), actorQueue: nil))
    }
  }

  private func queue(at address: UInt, orMake make: () -> (ActorQueue, Entry)) -> ActorQueue {
    let (queue, objects, replaced) = entries.withLock { state -> (ActorQueue, [AnyObject?], Entry?) in
      let known = state.entries[address]
      // An entry may belong to an object that no longer exists, and that had the same address. A reference to one that
      // exists is not the last: the caller has the actor, and the result is the queue of the dispatch queue.
      if let known, let object = known.reference.object, let queue = known.actorQueue ?? object as? ActorQueue {
        return (queue, [], nil)
      }
      let objects = state.sweep()
      let (queue, entry) = make()
      state.entries[address] = entry
      return (queue, objects, known)
    }
    return withExtendedLifetime((objects, replaced)) { queue }
  }

  /// Adds a turn to each queue in which turns wait.
  func addToWaiting(_ mailbox: AnyMailbox) {
    let queues = entries.withLock { $0.entries.values.compactMap(\.queue) }
    for queue in queues {
      // The lock acquires what the turns before have done, because the caller may go on with it.
      let mustWait = queue.exclusively { queue.hasPending.load(ordering: .relaxed) }
      if mustWait { _ = queue.add(mailbox, isHere: false, {}) }
    }
  }
}

extension DispatchQueue {
  /// What tells the queue from all others that exist. Except on Darwin, `DispatchQueue.main` returns another object at
  /// each call. So does `DispatchQueue.global()`, which is concurrent and promises no order.
  fileprivate var address: UInt { MainQueue.isMain(self) ? 0 : UInt(bitPattern: ObjectIdentifier(self)) }
}
