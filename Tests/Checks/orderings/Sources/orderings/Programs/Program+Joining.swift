extension Program {
  static let joining = [
    Program(name: "a broadcast after joining", claim: "a thread that knows of a listener does not find the gate quiet")
    { memory in
      let channel = ChannelModel(memory, listening: [false])
      let hasJoined = memory.location("has joined")
      return (
        [
          { thread in
            try channel.join(channel.listeners[0], thread)
            try thread.signal(hasJoined)
          },
          { thread in
            try thread.wait(for: hasJoined)
            try channel.broadcast(1, thread)
          },
        ],
        { thread in
          try channel.expectRest(thread)
          try thread.expect(thread.read(channel.listeners[0].heard) == 1, "a listener that has joined does not hear")
        }
      )
    },
    Program(name: "joining while another thread broadcasts", claim: "a listener that is pushed is used as it was made")
    { memory in
      let channel = ChannelModel(memory, listening: [true, false])
      let hasJoined = memory.location("has joined")
      return (
        [
          { try channel.broadcast(1, $0) },
          { thread in
            try channel.join(channel.listeners[1], thread)
            try thread.signal(hasJoined)
          },
          { thread in
            try thread.wait(for: hasJoined)
            try channel.broadcast(2, thread)
          },
        ],
        { thread in
          try channel.expectRest(thread)
          let (first, second) = try (thread.read(channel.listeners[0].heard), thread.read(channel.listeners[1].heard))
          try thread.expect(isBoth(first), "heard is \(first)")
          // In the one order: all from the place where it joined.
          try thread.expect(second == first || second == first % 10, "heard are \(first) and \(second)")
          try thread.expect(second == 2 || isBoth(second), "a listener that has joined does not hear")
        }
      )
    },
    Program(name: "joining and disposing", claim: "the listener leaves, though neither thread waits for the other") {
      memory in
      let channel = ChannelModel(memory, listening: [false])
      return (
        [{ try channel.join(channel.listeners[0], $0) }, { try channel.dispose(channel.listeners[0], $0) }],
        { thread in
          try channel.expectRest(thread)
          try channel.expectEnded(channel.listeners[0], thread)
        }
      )
    },
    Program(name: "joining and ending", claim: "an operator that is done ends a listener as `dispose()` does") {
      memory in
      let channel = ChannelModel(memory, listening: [false])
      return (
        [{ try channel.join(channel.listeners[0], $0) }, { try channel.end(channel.listeners[0], $0) }],
        { thread in
          try channel.expectRest(thread)
          try channel.expectEnded(channel.listeners[0], thread)
        }
      )
    },
  ]
}
