import Airwave

/// `combineLatest` of two receivers, one of which broadcasts. The reference is a broadcast to one listener.
/// OpenCombine has neither this nor `zip`.
func combiningLatest() -> [Entry] {
  [
    Entry(.reference) { airwave(listeners: 1) },
    Entry(.airwave) {
      let (first, second) = (Receiver<Int>.make(), Receiver<Int>.make())
      let counter = Counter()
      first.receiver.combineLatest(second.receiver).listen { counter.add($0 &+ $1) }
      second.transmitter.broadcast(1)
      return { repetitions in
        withExtendedLifetime(second.transmitter) {
          for value in 0..<repetitions { first.transmitter.broadcast(value) }
        }
      }
    },
  ]
}

/// `zip` of two receivers, which broadcast in turn: two values for each tuple. The reference is a broadcast to one listener.
func zipping() -> [Entry] {
  [
    Entry(.reference) { airwave(listeners: 1) },
    Entry(.airwave) {
      let (first, second) = (Receiver<Int>.make(), Receiver<Int>.make())
      let counter = Counter()
      first.receiver.zip(second.receiver).listen { counter.add($0 &+ $1) }
      return { repetitions in
        for value in 0..<repetitions {
          first.transmitter.broadcast(value)
          second.transmitter.broadcast(value)
        }
      }
    },
  ]
}
