import Airwave

/// Two threads join and leave a pair on which a third broadcasts, and removes all listeners now and then.
func joinsAndLeaves(_ crew: Crew) {
  let (transmitter, receiver) = Receiver<Object>.make(strategy: .warm(upTo: 1))
  let join = { @Sendable (number: Int) in
    let (bag, witness) = (DisposeBag(), Object(number: number))
    for _ in 0..<4 {
      let listening = receiver.map { ($0, witness) }.listen { value, witness in
        value.check()
        witness.check()
      }
      listening.disposed(by: bag)
    }
    receiver.skip(count: 1).take(count: 1).listen {
      $0.check()
    } onFinish: {
      witness.check()
    }
  }
  crew.work(
    join,
    join,
    { number in
      transmitter.broadcast(Object(number: number))
      if number.isMultiple(of: 64) { transmitter.removeAllListeners() }
    }
  )
}

/// One thread releases objects that listen while another broadcasts to them.
func listensWithOwners(_ crew: Crew) {
  let (transmitter, receiver) = Receiver<String>.make(strategy: .warm(upTo: 1))
  crew.work(
    { number in
      let owner = Counted(number)
      receiver.listen(with: owner) { owner, value in
        owner.check()
        value.check()
      }
      receiver.filter { !$0.isEmpty }.listen(with: owner) { owner, _ in owner.check() }
    },
    { transmitter.broadcast(String(number: $0)) }
  )
}

/// One thread finishes pairs, or releases their transmitters, while two others join and read them.
func finishes(_ crew: Crew) {
  let current = Variable(Receiver<Record>.make(strategy: .warm(upTo: 2)).receiver)
  crew.work(
    { number in
      let (transmitter, receiver) = Receiver<Record>.make(strategy: .warm(upTo: 2))
      current.value = receiver
      for copy in 0..<8 { transmitter.broadcast(Record(number: copy)) }
      if number.isMultiple(of: 2) { transmitter.finish() }
    },
    { _ in current.value.latest?.check() },
    { number in
      let witness = Object(number: number)
      current.value.listen {
        $0.check()
      } onFinish: {
        witness.check()
      }
    }
  )
}
