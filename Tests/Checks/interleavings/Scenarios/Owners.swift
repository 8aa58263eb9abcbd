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
    run.thread { OwnedListeners.shared.look() }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("a listener stays") {
      OwnedListeners.shared.look()
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
    run.thread { OwnedListeners.shared.look() }
    run.finally("a listener is forgotten") {
      withExtendedLifetime(transmitter) {
        OwnedListeners.shared.look()
        if receiver.listenerCount != 2 { return false }
        [first, third].forEach { $0.release() }
        OwnedListeners.shared.look()
        return receiver.listenerCount == 0
      }
    }
  },
  Scenario("9, 10: an owner is released beside a look, dispose and the end") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let owner = Held(Owner())
    let listening = owner.listen(to: receiver)
    run.thread { OwnedListeners.shared.look() }
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

/// The collection of the owners of the process, as it was at first. An execution that is given up in the middle leaves
/// disposables of its own there.
struct FirstOwners {
  private let state: UnsafeMutableRawPointer
  private let bytes: [UInt8]

  init() {
    // The lock, which contains the state, is the first property behind the header of an object.
    let object = Unmanaged.passUnretained(OwnedListeners.shared).toOpaque()
    let lock = object.load(fromByteOffset: 16, as: UnsafeMutableRawPointer.self)
    state = lock + 16
    bytes = Array(UnsafeRawBufferPointer(start: state, count: malloc_usable_size(lock) - 16))
  }

  func restore() {
    UnsafeMutableRawBufferPointer(start: state, count: bytes.count).copyBytes(from: bytes)
  }
}

@_silgen_name("malloc_usable_size") private func malloc_usable_size(_ block: UnsafeMutableRawPointer) -> Int
