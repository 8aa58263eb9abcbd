import Airwave

/// A listener on the main actor, with a broadcast on the main actor. The reference is a listener without isolation.
func broadcastingOnMainActor() -> [Entry] {
  [
    Entry(.reference) { airwave(listeners: 1) },
    Entry(.airwave, .onMainActor(airwaveOnMainActor)),
  ]
}

@MainActor
private func airwaveOnMainActor() -> @MainActor (Int) -> Void {
  let (transmitter, receiver) = Receiver<Int>.make()
  let counter = Counter()
  receiver.listen { counter.add($0) }
  return { repetitions in
    for value in 0..<repetitions { transmitter.broadcast(value) }
  }
}
