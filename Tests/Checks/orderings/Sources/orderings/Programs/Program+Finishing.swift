extension Program {
  static let finishing = [
    Program(name: "finishing and broadcasting", claim: "nothing is heard after the end") { memory in
      let channel = ChannelModel(memory, [.finish], listening: [true])
      return (
        [{ try channel.finish($0) }, { try channel.broadcast(1, $0) }],
        { thread in
          try channel.expectRest(thread)
          try channel.expectEnded(channel.listeners[0], thread)
        }
      )
    },
    Program(name: "finishing and disposing", claim: "the listener is released once") { memory in
      let channel = ChannelModel(memory, [.finish], listening: [true])
      return (
        [{ try channel.finish($0) }, { try channel.dispose(channel.listeners[0], $0) }],
        { thread in
          try channel.expectRest(thread)
          try channel.expectEnded(channel.listeners[0], thread)
        }
      )
    },
    Program(name: "finishing and joining", claim: "a listener ends that comes late") { memory in
      let channel = ChannelModel(memory, [.finish], listening: [false])
      return (
        [{ try channel.finish($0) }, { try channel.join(channel.listeners[0], $0) }],
        { thread in
          try channel.expectRest(thread)
          try channel.expectEnded(channel.listeners[0], thread)
        }
      )
    },
    Program(name: "looking at a pair that finishes", claim: "the values and the end are those of one moment") {
      memory in
      let channel = ChannelModel(memory, [.finish, .replay])
      return (
        [
          { thread in
            try channel.broadcast(1, thread)
            try channel.finish(thread)
            try channel.submit(.clearReplay, 0, thread)
          },
          { thread in
            let seen = try channel.peek(thread)
            let text = "\(seen) was not there at any moment"
            try thread.expect([(0, false), (1, false), (1, true), (0, true)].contains { $0 == seen }, text)
            // A clearing that is seen comes after the end.
            let next = try channel.peek(thread)
            try thread.expect(seen.values == 0 || next.values == 1 || next.isOver, "cleared before the end")
          },
        ],
        { try channel.expectRest($0) }
      )
    },
    Program(name: "looking at a hot pair that finishes", claim: "what was done before finishing is seen with the end") {
      memory in
      let channel = ChannelModel(memory, [.finish])
      let deed = memory.location("deed")
      return (
        [
          { thread in
            try thread.write(deed, 1)
            try channel.finish(thread)
          },
          { thread in
            if try channel.peek(thread).isOver {
              try thread.expect(thread.read(deed) == 1, "the end comes before what was done before it")
            }
          },
        ],
        { try channel.expectRest($0) }
      )
    },
  ]
}
