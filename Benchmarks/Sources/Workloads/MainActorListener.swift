import Airwave
import OpenCombine

/// Listeners on the main actor, with a broadcast on the main actor. The reference has as many listeners without isolation.
func broadcastingOnMainActor(listeners: Int) -> [Entry] {
  [
    Entry(.reference) { airwave(listeners: listeners) },
    Entry(.airwave, .onMainActor { airwaveOnMainActor(listeners: listeners) }),
  ]
}

/// Listeners with an owner on the main actor, as view models have. The reference has as many main-actor listeners without
/// an owner, and loads a weak reference for each of them: what an owner that is held weakly costs at least.
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
  ]
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
