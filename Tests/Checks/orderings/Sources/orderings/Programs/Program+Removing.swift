extension Program {
  static let removing = [
    Program(name: "removing during a broadcast", claim: "no listener is called on a thread that has removed all") {
      memory in
      let channel = ChannelModel(memory, [.removals], listening: [true])
      return (
        [
          { try channel.broadcast(1, $0) },
          { thread in
            try channel.removeAllListeners(thread)
            thread.notes.insert(0)
            try channel.broadcast(2, thread)
          },
        ],
        { thread in
          try channel.expectRest(thread)
          try channel.expectEnded(channel.listeners[0], thread)
        }
      )
    },
    Program(name: "removing twice", claim: "listeners that joined behind a removal are called when it is over") {
      memory in
      let channel = ChannelModel(memory, [.removals], listening: [true])
      return (
        [{ try channel.removeAllListeners($0) }, { try channel.removeAllListeners($0) }],
        { thread in
          try channel.expectRest(thread)
          try channel.expectEnded(channel.listeners[0], thread)
        }
      )
    },
    Program(name: "removing and disposing", claim: "one of the two ends the listener") { memory in
      let channel = ChannelModel(memory, [.removals], listening: [true])
      return (
        [{ try channel.removeAllListeners($0) }, { try channel.dispose(channel.listeners[0], $0) }],
        { thread in
          try channel.expectRest(thread)
          try channel.expectEnded(channel.listeners[0], thread)
        }
      )
    },
    Program(name: "removing and joining", claim: "a listener that has not attached yet is told of its removal") {
      memory in
      let channel = ChannelModel(memory, [.removals], listening: [false])
      return (
        [{ try channel.removeAllListeners($0) }, { try channel.join(channel.listeners[0], $0) }],
        { thread in try channel.expectRest(thread) }
      )
    },
  ]
}
