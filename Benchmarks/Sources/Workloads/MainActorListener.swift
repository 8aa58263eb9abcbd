import Airwave
import Foundation
import OpenCombine

/// Listeners on the main actor, with a broadcast on the main actor. The reference has as many listeners without
/// isolation. The listeners of the peers that are functions assert that they are on the main actor, and would trap
/// elsewhere.
func broadcastingOnMainActor(listeners: Int) -> [Entry] {
  [
    Entry(.reference) { airwave(listeners: listeners) },
    Entry(.airwave, .onMainActor { airwaveOnMainActor(listeners: listeners) }),
    Entry(
      .openCombine,
      .onMainActor {
        let subject = PassthroughSubject<Int, Never>()
        let owner = Owner()
        let cancellables = (0..<listeners).map { _ in
          subject.sink { value in MainActor.assumeIsolated { owner.total &+= value } }
        }
        return { repetitions in
          withExtendedLifetime(cancellables) {
            for value in 0..<repetitions { subject.send(value) }
          }
        }
      }
    ),
    Entry(
      .notificationCenter,
      .onMainActor {
        let center = NotificationCenter()
        let owner = Owner()
        for _ in 0..<listeners {
          _ = center.addObserver(forName: .value, object: nil, queue: nil) { notification in
            let value = notification.object as? Int ?? 0
            MainActor.assumeIsolated { owner.total &+= value }
          }
        }
        return { repetitions in
          for value in 0..<repetitions { center.post(name: .value, object: value) }
        }
      }
    ),
    Entry(
      .observation,
      .onMainActor {
        let owner = Owner()
        let broadcast = observation(of: Model(), listeners: listeners) {
          $0
        } hear: { value in
          MainActor.assumeIsolated { owner.total &+= value }
        }
        return { repetitions in broadcast(repetitions) }
      }
    ),
  ] + asynchronousPeers(listeners: listeners, mainActor: true)
}

/// Listeners with an owner on the main actor, as view models have. The reference has as many main-actor listeners
/// without an owner, and loads a weak reference for each of them: what an owner that is held weakly costs at least.
func broadcastingToOwners(listeners: Int) -> [Entry] {
  [
    Entry(
      .reference,
      .onMainActor {
        let broadcast = airwaveOnMainActor(listeners: listeners)
        let (owner, counter) = (Owner(), Counter())
        let reference = Reference(to: owner)
        return { repetitions in
          withExtendedLifetime(owner) {
            broadcast(repetitions)
            for value in 0..<repetitions * listeners where reference.owner != nil { counter.add(value) }
          }
        }
      }
    ),
    Entry(
      .airwave,
      .onMainActor {
        let (transmitter, receiver) = Receiver<Int>.make()
        let owner = Owner()
        for _ in 0..<listeners { receiver.listen(with: owner) { $0.total &+= $1 } }
        return { repetitions in
          withExtendedLifetime(owner) {
            for value in 0..<repetitions { transmitter.broadcast(value) }
          }
        }
      }
    ),
    Entry(
      .openCombine,
      .onMainActor {
        let subject = PassthroughSubject<Int, Never>()
        let owner = Owner()
        let cancellables = (0..<listeners).map { _ in subject.sink { [weak owner] in owner?.total &+= $0 } }
        return { repetitions in
          withExtendedLifetime((owner, cancellables)) {
            for value in 0..<repetitions { subject.send(value) }
          }
        }
      }
    ),
    Entry(
      .notificationCenter,
      .onMainActor {
        let center = NotificationCenter()
        let owner = Owner()
        for _ in 0..<listeners {
          _ = center.addObserver(forName: .value, object: nil, queue: nil) { [weak owner] notification in
            let value = notification.object as? Int ?? 0
            MainActor.assumeIsolated { owner?.total &+= value }
          }
        }
        return { repetitions in
          withExtendedLifetime(owner) {
            for value in 0..<repetitions { center.post(name: .value, object: value) }
          }
        }
      }
    ),
    Entry(
      .observation,
      .onMainActor {
        let owner = Owner()
        let broadcast = observation(of: Model(), listeners: listeners) {
          $0
        } hear: { [weak owner] value in
          MainActor.assumeIsolated { owner?.total &+= value }
        }
        return { repetitions in withExtendedLifetime(owner) { broadcast(repetitions) } }
      }
    ),
  ] + asynchronousPeers(listeners: listeners, mainActor: true, WithOwner())
}

/// A task that holds its owner weakly.
private struct WithOwner: Consumer {
  @MainActor
  func consume<Values: AsyncSequence & Sendable>(_ values: Values) async where Values.Element == Int {
    let owner = Owner()
    let reference = Reference(to: owner)
    do {
      for try await value in values { reference.owner?.total &+= value }
    } catch {
      fatalError("\(Values.self) does not fail")
    }
    withExtendedLifetime(owner) {}
  }
}

@MainActor
private final class Owner {
  var total = 0
}

@MainActor
private final class Reference {
  weak var owner: Owner?

  init(to owner: Owner) {
    self.owner = owner
  }
}

@MainActor
private func airwaveOnMainActor(listeners: Int) -> @MainActor (Int) -> Void {
  let (transmitter, receiver) = Receiver<Int>.make()
  let counter = Counter()
  for _ in 0..<listeners { receiver.listen { counter.add($0) } }
  return { repetitions in
    for value in 0..<repetitions { transmitter.broadcast(value) }
  }
}
