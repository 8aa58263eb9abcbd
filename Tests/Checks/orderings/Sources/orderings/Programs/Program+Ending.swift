extension Program {
  static let ending = [
    Program(name: "disposing during a broadcast", claim: "the closure is released after its call") { memory in
      let channel = ChannelModel(memory, listening: [true])
      return (
        [
          { try channel.broadcast(1, $0) },
          { thread in
            try channel.dispose(channel.listeners[0], thread)
            try channel.broadcast(2, thread)
          },
        ],
        { thread in
          try channel.expectRest(thread)
          try channel.expectEnded(channel.listeners[0], thread)
        }
      )
    },
    Program(name: "disposing of one of two", claim: "a slot is written and read by owners of the gate alone") {
      memory in
      let channel = ChannelModel(memory, listening: [true, true])
      return (
        [
          { try channel.dispose(channel.listeners[0], $0) },
          { try channel.dispose(channel.listeners[1], $0) },
          { try channel.broadcast(1, $0) },
        ],
        { thread in
          try channel.expectRest(thread)
          for listener in channel.listeners { try channel.expectEnded(listener, thread) }
        }
      )
    },
    Program(name: "disposing twice", claim: "the upstream is told once") { memory in
      let channel = ChannelModel(memory, listening: [true])
      return (
        [
          { try channel.dispose(channel.listeners[0], $0) }, { try channel.dispose(channel.listeners[0], $0) },
          { try channel.end(channel.listeners[0], $0) },
        ],
        { thread in
          try channel.expectRest(thread)
          try channel.expectEnded(channel.listeners[0], thread)
        }
      )
    },
    Program(
      name: "a disposal that another thread knows of",
      claim: "a listener that is known to have ended is not called"
    ) { memory in
      let channel = ChannelModel(memory, listening: [true])
      let hasDisposed = memory.location("has disposed")
      return (
        [
          { thread in
            try channel.dispose(channel.listeners[0], thread)
            try thread.signal(hasDisposed)
          },
          { thread in
            try thread.wait(for: hasDisposed)
            thread.notes.insert(0)
            try channel.broadcast(1, thread)
          },
          { try channel.broadcast(2, $0) },
        ],
        { thread in
          try channel.expectRest(thread)
          try channel.expectEnded(channel.listeners[0], thread)
        }
      )
    },
  ]
}
