import Airwave

/// One thread sets a variable, and another reads it.
func readsAndSets<Value: Sample>(_: Value.Type, _ crew: Crew) {
  let variable = Variable(Value(number: 0))
  crew.work(
    { variable.value = Value(number: $0) },
    { _ in variable.value.check() }
  )
}

/// One thread broadcasts to a listener, and another reads the replay meanwhile.
func readsReplay<Value: Sample>(_: Value.Type, _ crew: Crew) {
  let (transmitter, receiver) = Receiver<Value>.make(strategy: .warm(upTo: 1))
  receiver.listen { $0.check() }
  crew.work(
    { transmitter.broadcast(Value(number: $0)) },
    { _ in
      receiver.latest?.check()
      for value in receiver.replayed { value.check() }
    }
  )
}

/// One thread reads a replay that another fills and clears, with a listener, so that values are evicted while it reads.
func clearsReplay(_ crew: Crew) {
  let (transmitter, receiver) = Receiver<Record>.make(strategy: .cold)
  receiver.listen { $0.check() }
  crew.work(
    { number in
      transmitter.broadcast(Record(number: number))
      if number.isMultiple(of: 4) { transmitter.clearReplay() }
    },
    { _ in
      receiver.latest?.check()
      for value in receiver.map(\.text).replayed { value.check() }
    }
  )
}

/// One thread broadcasts without a listener, and two threads read the replay, so that the gate is mostly at rest.
func readsAtRest(_ crew: Crew) {
  let (transmitter, receiver) = Receiver<String>.make(strategy: .warm(upTo: 1))
  crew.work(
    { transmitter.broadcast(String(number: $0)) },
    { _ in receiver.latest?.check() },
    { _ in for value in receiver.replayed { value.check() } }
  )
}
