#if Inspector
/// References to channels that extend no lifetime.
///
/// Not weak references, because the first one to an object makes each retain of it slower, also while the inspector is
/// not started. The owner keeps them behind a lock, under which each channel is removed before it is deinitialized.
struct ChannelReferences: Sendable {
  private var channels: [Unmanaged<AnyChannel>] = []

  mutating func append(_ channel: AnyChannel) {
    channels.append(.passUnretained(channel))
  }

  mutating func remove(_ channel: AnyChannel) {
    let address = Unmanaged.passUnretained(channel).toOpaque()
    channels.removeAll { $0.toOpaque() == address }
  }

  /// The channels that exist. The caller releases them without the lock, because each release may be the last one.
  var live: [AnyChannel] {
    channels.compactMap { address in
      // A channel whose `deinit` waits for the lock may be retained and released, but must not be passed out. A weak
      // reference to it is nil. If it is not nil, its load retains the channel before `channel` is released.
      let channel = address.takeUnretainedValue()
      weak var reference: AnyChannel?
      reference = channel
      let live = reference
      return withExtendedLifetime(channel) { live }
    }
  }
}
#endif
