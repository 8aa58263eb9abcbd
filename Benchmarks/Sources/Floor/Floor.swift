import Synchronization

/// The floor of a broadcast: hand-written code without other features, which is not generic.
///
/// Each send locks one `Mutex` to copy the list of listeners, which is one retain, and calls the listeners through
/// borrowed references. It has no replay, no order among threads, no operators and no end. A library that has these
/// features cannot be expected to be faster, unless it needs no lock.
public final class Floor: Sendable {
  private let listeners = Mutex<ContiguousArray<FloorListener>>([])

  /// Makes a floor without listeners.
  public init() {}

  /// Adds a listener at the end.
  public func add(_ receive: @escaping @Sendable (Int) -> Void) -> FloorListener {
    let listener = FloorListener(receive)
    listeners.withLock { $0.append(listener) }
    return listener
  }

  /// Removes a listener. It is searched by its identity, from the newest to the oldest.
  public func remove(_ listener: FloorListener) {
    listeners.withLock { listeners in
      if let index = listeners.lastIndex(where: { $0 === listener }) { listeners.remove(at: index) }
    }
  }

  /// Calls every listener after unlocking.
  public func send(_ value: Int) {
    // Without listeners the list is not copied, so that only the lock remains.
    guard let snapshot = listeners.withLock({ $0.isEmpty ? nil : $0 }) else { return }
    snapshot.send(value)
  }

  /// Calls every listener while the lock is held. This gives all threads one order, and a listener must not send.
  public func sendLocked(_ value: Int) {
    listeners.withLock { $0.send(value) }
  }
}

/// A listener with one closure. It is an object, because a closure in a constant of a borrowed object is called without
/// a retain.
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
