#if Inspector
import Airwave

/// References to channels that extend no lifetime.
///
/// Not weak references, because the first one to an object makes each retain of it slower, also while the inspector is
/// not started. The owner keeps them behind a lock, under which each channel is removed before it is deinitialized.
struct ChannelReferences: Sendable {
  private struct Reference {
    /// Exists as long as the reference is in the list.
    unowned(unsafe) let channel: AnyChannel
  }

  private var references: [Reference] = []

  mutating func append(_ channel: AnyChannel) {
    references.append(Reference(channel: channel))
  }

  mutating func remove(_ channel: AnyChannel) {
    references.removeAll { $0.channel === channel }
  }

  /// The channels that exist. The caller releases them without the lock, because each release may be the last one.
  var live: [AnyChannel] {
    references.compactMap { reference in
      // A channel whose `deinit` waits for the lock may be retained and released, but must not be passed out. A weak
      // reference to it is nil. If it is not nil, its load retains the channel before `channel` is released.
      let channel = reference.channel
      weak var weakReference: AnyChannel?
      weakReference = channel
      let live = weakReference
      return withExtendedLifetime(channel) { live }
    }
  }
}
#endif
