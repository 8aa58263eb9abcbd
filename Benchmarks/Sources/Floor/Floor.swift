import Synchronization

/// The physical limit of a broadcast: hand-written, featureless, not generic.
///
/// Each send takes one `Mutex` to copy the list of listeners, which is one retain, and calls them through borrowed
/// references. It has no replay, no order among threads, no operators, and no end; nothing that offers those can be
/// expected to be faster, unless it does without the lock.
public final class Floor: Sendable {
  private let listeners = Mutex<ContiguousArray<FloorListener>>([])

  /// Makes one without listeners.
  public init() {}

  /// Adds a listener at the end.
  public func add(_ receive: @escaping @Sendable (Int) -> Void) -> FloorListener {
    let listener = FloorListener(receive)
    listeners.withLock { $0.append(listener) }
    return listener
  }

  /// Removes a listener: found by its identity, from the newest to the oldest.
  public func remove(_ listener: FloorListener) {
    listeners.withLock { listeners in
      if let index = listeners.lastIndex(where: { $0 === listener }) { listeners.remove(at: index) }
    }
  }

  /// Calls every listener, outside the lock.
  public func send(_ value: Int) {
    // Without listeners not even the copy is made, so that what remains is the lock.
    guard let snapshot = listeners.withLock({ $0.isEmpty ? nil : $0 }) else { return }
    snapshot.send(value)
  }

  /// Calls every listener inside the lock, which gives threads one order, and forbids a listener to do the same.
  public func sendLocked(_ value: Int) {
    listeners.withLock { $0.send(value) }
  }
}

/// One closure. An object, because a closure that is a constant of a borrowed object is called without a retain.
public final class FloorListener: Sendable {
  let receive: @Sendable (Int) -> Void

  init(_ receive: @escaping @Sendable (Int) -> Void) {
    self.receive = receive
  }
}

extension ContiguousArray<FloorListener> {
  /// Calls every listener through a borrowed reference: the array keeps them alive.
  @inline(__always)
  func send(_ value: Int) {
    withUnsafeBytes { bytes in
      for listener in bytes.assumingMemoryBound(to: Unmanaged<FloorListener>.self) {
        listener._withUnsafeGuaranteedRef { $0.receive(value) }
      }
    }
  }
}
