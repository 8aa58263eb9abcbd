extension Program {
  static let broadcasting = [
    Program(name: "two broadcasts", claim: "each is heard once, by one thread at a time") { memory in
      let channel = ChannelModel(memory, listening: [true])
      return (
        [{ try channel.broadcast(1, $0) }, { try channel.broadcast(2, $0) }],
        { thread in
          try channel.expectRest(thread)
          let heard = try thread.read(channel.listeners[0].heard)
          try thread.expect(isBoth(heard), "heard is \(heard)")
        }
      )
    },
    Program(name: "three broadcasts", claim: "a request is acquired though another one was pushed onto it") { memory in
      let channel = ChannelModel(memory, listening: [true])
      return (
        (1...3).map { value in { try channel.broadcast(value, $0) } },
        { thread in
          try channel.expectRest(thread)
          let heard = try thread.read(channel.listeners[0].heard)
          try thread.expect([123, 132, 213, 231, 312, 321].contains(heard), "heard is \(heard)")
        }
      )
    },
    Program(name: "a broadcast after another one", claim: "what one thread broadcasts keeps its order") { memory in
      let channel = ChannelModel(memory, listening: [true])
      return (
        [
          { thread in
            try channel.broadcast(1, thread)
            try channel.broadcast(2, thread)
          },
          { try channel.broadcast(3, $0) },
        ],
        { thread in
          try channel.expectRest(thread)
          let heard = try thread.read(channel.listeners[0].heard)
          try thread.expect([123, 132, 312].contains(heard), "heard is \(heard)")
        }
      )
    },
    Program(name: "the present owner", claim: "a thread that owns the gate knows that it does") { memory in
      let gate = GateModel(memory, notesOwner: true)
      let turn: (Thread) throws -> Void = { thread in
        let isMine = try gate.enter(thread)
        let isOwner = try gate.isOwnedHere(thread)
        if isMine {
          try thread.expect(isOwner, "the owner takes itself for another thread")
          try thread.expect(gate.leave(quiet: false, thread), "a request came from nowhere")
        }
      }
      return ([turn, turn, turn], { _ in })
    },
  ]
}
