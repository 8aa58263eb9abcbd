import Airwave
import Synchronization
import TestSupport

/// A value that runs a closure each time it is compared, hashed or deinitialized. The closure is not called while it is
/// running.
final class Lively: Hashable, Sendable {
  let id: Int
  private let act: @Sendable (String) -> Void
  private let isActing = Atomic<Bool>(false)

  init(_ id: Int, _ act: @escaping @Sendable (String) -> Void = { _ in }) {
    self.id = id
    self.act = act
  }

  deinit {
    act("\(id) deinit")
  }

  static func == (left: Lively, right: Lively) -> Bool {
    left.actOnce("==")
    right.actOnce("==")
    return left.id == right.id
  }

  func hash(into hasher: inout Hasher) {
    actOnce("hash")
    hasher.combine(id)
  }

  private func actOnce(_ moment: String) {
    guard !isActing.exchange(true, ordering: .acquiringAndReleasing) else { return }
    act("\(id) \(moment)")
    isActing.store(false, ordering: .releasing)
  }
}

/// A pair of such values, whose closures call every function of the pair.
final class LivelyPair: Sendable {
  let transmitter: Transmitter<Lively>
  let receiver: Receiver<Lively>
  let log = Heard<String>()
  private let usesLeft = Atomic<Int>(100)

  init(_ strategy: ReplayStrategy) {
    (transmitter, receiver) = Receiver<Lively>.make(strategy: strategy)
  }

  /// Uses the pair on this thread and on another thread, and records `moment` when both are done.
  @Sendable func use(_ moment: String) {
    // The values that are broadcast here are compared and hashed, too. A limit ends this recursion.
    if usesLeft.subtract(1, ordering: .relaxed).oldValue > 0 {
      useHere()
      onAnotherThread { self.useHere() }
    }
    log.append(moment)
  }

  private func useHere() {
    transmitter.broadcast(Lively(-1))
    receiver.listen { _ in }.dispose()
    receiver.take(count: 1).listen { _ in }.dispose()
    let seen = (receiver.latest, receiver.replayed, receiver.map(\.id).replayed, receiver.listenerCount)
    withExtendedLifetime((seen, transmitter.hasListeners)) {}
  }
}
