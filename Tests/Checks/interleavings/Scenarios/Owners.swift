import Airwave

// The block that looks again and again at the owners of the process runs after the threads. A thread looks in its
// place.
nonisolated(unsafe) let owners: [Scenario] = [
  Scenario("10: an owner is released beside a broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let owner = Held(Owner())
    owner.listen(to: receiver)
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { owner.release() }
    run.finally("a listener is called after its owner is gone") {
      transmitter.broadcast(Box(2))
      return receiver.listenerCount == 0
    }
  },
  Scenario("10: an owner is released beside a look at all owners and a broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let owner = Held(Owner())
    owner.listen(to: receiver.filter { _ in false })
    run.thread { owner.release() }
    run.thread { OwnedListeners.shared.sweep() }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("a listener stays") {
      OwnedListeners.shared.sweep()
      return receiver.listenerCount == 0
    }
  },
  Scenario("10: two listeners with owners join beside a look at all owners") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let first = Held(Owner()), second = Held(Owner()), third = Held(Owner())
    first.listen(to: receiver)
    run.thread {
      second.listen(to: receiver)
      second.release()
    }
    run.thread { third.listen(to: receiver) }
    run.thread { OwnedListeners.shared.sweep() }
    run.finally("a listener is forgotten") {
      withExtendedLifetime(transmitter) {
        OwnedListeners.shared.sweep()
        if receiver.listenerCount != 2 { return false }
        [first, third].forEach { $0.release() }
        OwnedListeners.shared.sweep()
        return receiver.listenerCount == 0
      }
    }
  },
  Scenario("10: two listeners with owners join beside two looks") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let first = Held(Owner()), second = Held(Owner())
    run.thread { first.listen(to: receiver) }
    run.thread {
      second.listen(to: receiver)
      OwnedListeners.shared.sweep()
    }
    run.thread { OwnedListeners.shared.sweep() }
    run.finally("a listener is forgotten") {
      withExtendedLifetime(transmitter) {
        if receiver.listenerCount != 2 { return false }
        [first, second].forEach { $0.release() }
        OwnedListeners.shared.sweep()
        return receiver.listenerCount == 0
      }
    }
  },
  Scenario("10: a thread that joins forgets the listeners that have ended, beside a look") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let past = Held(Owner()), first = Held(Owner()), second = Held(Owner())
    first.listen(to: receiver)
    // The next one is the 64th.
    for _ in 0..<62 { past.listen(to: receiver)?.dispose() }
    run.thread { second.listen(to: receiver) }
    run.thread { OwnedListeners.shared.sweep() }
    run.finally("a listener is forgotten") {
      withExtendedLifetime(transmitter) {
        if receiver.listenerCount != 2 { return false }
        [first, second].forEach { $0.release() }
        OwnedListeners.shared.sweep()
        return receiver.listenerCount == 0
      }
    }
  },
  Scenario("9, 10: an owner is released beside a look, dispose and the end") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let owner = Held(Owner())
    let listening = owner.listen(to: receiver)
    run.thread { OwnedListeners.shared.sweep() }
    run.thread {
      owner.release()
      listening?.dispose()
    }
    run.thread { transmitter.finish() }
    run.finally("a listener stays") { receiver.listenerCount == 0 }
  },
]

/// Hears as long as it exists.
final class Owner: Sendable {
  let heard = Heard()
}

extension Held<Owner> {
  @discardableResult
  func listen(to receiver: Receiver<Box>) -> Disposable? {
    with { owner in receiver.listen(with: owner) { owner, box in owner.heard.hear(box) } }
  }
}

/// The state of the owners of the process, as it is at first. An execution that is given up in the middle leaves
/// disposables of its own there, and may have locked it.
final class FirstOwners {
  private let owners = OwnedListeners()
  private let bytes: UnsafeRawBufferPointer

  init() {
    let lock = Self.lock(of: owners)
    bytes = UnsafeRawBufferPointer(start: lock, count: malloc_usable_size(lock - 16) - 16)
  }

  /// Called before each execution.
  func restore() {
    UnsafeMutableRawBufferPointer(start: Self.lock(of: .shared), count: bytes.count).copyMemory(from: bytes)
  }

  /// The content of the lock around the state, behind the header of its object. The lock is the first property, behind
  /// the header of the object.
  private static func lock(of owners: OwnedListeners) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(owners).toOpaque().load(fromByteOffset: 16, as: UnsafeMutableRawPointer.self) + 16
  }
}

@_silgen_name("malloc_usable_size") private func malloc_usable_size(_ block: UnsafeMutableRawPointer) -> Int
