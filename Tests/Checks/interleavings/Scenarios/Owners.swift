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

/// The collection of the owners of the process, as it was after the first executions. An execution that is given up in
/// the middle leaves disposables of its own there.
final class FirstOwners {
  private var executions = 0
  private var blocks: [(start: UnsafeMutableRawPointer, bytes: [UInt8])] = []

  /// Called before each execution. The first ones are complete, and make room for a set that stays.
  func restore() {
    executions += 1
    if executions == 3 { keep() }
    for block in blocks {
      UnsafeMutableRawBufferPointer(start: block.start, count: block.bytes.count).copyBytes(from: block.bytes)
    }
  }

  private func keep() {
    // The properties stand behind the header of the object. The first one is the lock around the set of actors, and the
    // second word of the lock is the storage of the set.
    let owners = Unmanaged.passUnretained(OwnedListeners.shared).toOpaque()
    let lock = owners.load(fromByteOffset: 16, as: UnsafeMutableRawPointer.self)
    let set = lock.load(fromByteOffset: 24, as: UnsafeMutableRawPointer.self)
    let isEmpty = set == unsafeBitCast(Set<ObjectIdentifier>(), to: UnsafeMutableRawPointer.self)
    blocks = (isEmpty ? [owners, lock] : [owners, lock, set]).map { object in
      let start = object + 16
      return (start, Array(UnsafeRawBufferPointer(start: start, count: malloc_usable_size(object) - 16)))
    }
  }
}

@_silgen_name("malloc_usable_size") private func malloc_usable_size(_ block: UnsafeMutableRawPointer) -> Int
