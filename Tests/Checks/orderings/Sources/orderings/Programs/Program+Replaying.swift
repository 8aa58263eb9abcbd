extension Program {
  static let replaying = [
    Program(name: "reading what is replayed", claim: "the owner reads without the lock, others read with it") {
      memory in
      let channel = ChannelModel(memory, [.replay], listening: [false])
      return (
        [
          { thread in
            try channel.broadcast(1, thread)
            try channel.join(channel.listeners[0], thread)
          },
          { thread in
            let values = try channel.replayed(thread)
            try thread.expect([0, 1].contains(values), "the replay is \(values)")
          },
        ],
        { thread in
          try channel.expectRest(thread)
          try thread.expect(thread.read(channel.listeners[0].heard) == 1, "nothing was replayed")
        }
      )
    },
    Program(
      name: "three threads and a lock",
      claim: "one thread at a time holds the lock, and sees what the one before it wrote"
    ) {
      memory in
      let lock = LockModel(memory)
      let state = memory.location("state")
      let turn: (Thread) throws -> Void = { thread in
        try lock.withLock(thread) { try thread.write(state, thread.read(state) + 1) }
      }
      return ([turn, turn, turn], { try $0.expect($0.read(state) == 3, "a change is lost") })
    },
    Program(name: "a lock that others want", claim: "the holder may look whether another thread waits") { memory in
      let lock = LockModel(memory)
      let state = memory.location("state")
      let turn: (Thread) throws -> Void = { thread in
        try lock.withLock(thread) {
          try thread.write(state, thread.read(state) + 1)
          _ = try lock.isContended(thread)
        }
      }
      return ([turn, turn], { try $0.expect($0.read(state) == 2, "a change is lost") })
    },
  ]
}
