extension Program {
  static let handingOver = [
    Program(name: "a thread takes over", claim: "the next owner sees what the one before it has done") { memory in
      let channel = ChannelModel(memory, [.owner], listening: [true], requestsBeforeOffer: 1)
      return (
        [
          { try channel.broadcast(1, $0) },
          { thread in
            try channel.broadcast(2, thread)
            try channel.broadcast(3, thread)
          },
        ],
        { thread in
          try channel.expectRest(thread)
          let heard = try thread.read(channel.listeners[0].heard)
          try thread.expect([123, 213, 231].contains(heard), "heard is \(heard)")
        }
      )
    },
    Program(name: "two threads may take over", claim: "one of three threads owns the gate, and none is forgotten") {
      memory in
      let channel = ChannelModel(memory, requestsBeforeOffer: 1, isOwned: true)
      return (
        [
          { try channel.settle(first: nil, $0) },
          { try channel.broadcastRequest(1, $0) },
          { try channel.broadcastRequest(2, $0) },
        ],
        { try channel.expectRest($0) }
      )
    },
  ]
}
