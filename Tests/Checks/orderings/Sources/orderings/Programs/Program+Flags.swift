extension Program {
  static let flags = [
    Program(name: "counting listeners", claim: "the count is exact where all that was counted is known") { memory in
      let count = memory.location("listenerCount")
      return (
        [
          { try $0.add(count, 1, .countJoin) },
          { thread in
            try thread.add(count, 1, .countJoin)
            try thread.add(count, -1, .countLeave)
          },
          { thread in
            try thread.add(count, 1, .countJoin)
            try thread.add(count, -1, .countRemove)
            let present = try thread.load(count, .currentCount)
            try thread.expect((0...2).contains(present), "the count is \(present)")
          },
        ],
        { try $0.expect($0.read(count) == 1, "the count is wrong") }
      )
    },
    Program(name: "counting requests", claim: "no request is counted twice, or forgotten") { memory in
      let count = memory.location("pendingCount")
      return (
        [
          { thread in
            try thread.add(count, 1, .countPush)
            _ = try thread.load(count, .isFull)
          },
          { try $0.add(count, 1, .countSubmit) },
          { thread in
            try thread.add(count, -2, .countPerformed)
            _ = try thread.load(count, .isPatient)
          },
        ],
        { try $0.expect($0.read(count) == 0, "the count is wrong") }
      )
    },
    Program(
      name: "a disposal that another thread sees",
      claim: "what was done before `dispose()` is seen with `isDisposed`"
    ) {
      memory in
      let channel = ChannelModel(memory, listening: [true])
      let deed = memory.location("deed")
      return (
        [
          { thread in
            try thread.write(deed, 1)
            try channel.dispose(channel.listeners[0], thread)
          },
          { thread in
            if try channel.listeners[0].hasEnded(thread) { try thread.expect(thread.read(deed) == 1, "seen too early") }
          },
        ],
        { try channel.expectRest($0) }
      )
    },
    Program(
      name: "the end that another thread sees",
      claim: "what was done before an operator was done is seen with `isDisposed`"
    ) {
      memory in
      let channel = ChannelModel(memory, listening: [true])
      let deed = memory.location("deed")
      return (
        [
          { thread in
            try thread.write(deed, 1)
            try channel.end(channel.listeners[0], thread)
          },
          { thread in
            if try channel.listeners[0].hasEnded(thread) { try thread.expect(thread.read(deed) == 1, "seen too early") }
          },
        ],
        { try channel.expectRest($0) }
      )
    },
    Program(name: "a turn after the disposal", claim: "a turn is not taken on a thread that knows of the disposal") {
      memory in
      let listener = ListenerModel(memory, number: 0, isListening: true)
      let hasDisposed = memory.location("has disposed")
      return (
        [
          { thread in
            _ = try listener.silence(thread)
            try thread.signal(hasDisposed)
          },
          { thread in
            try thread.wait(for: hasDisposed)
            try thread.expect(listener.isSilent(thread), "a listener is called after its disposal")
          },
          { _ = try listener.isSilent($0) },
        ],
        { _ in }
      )
    },
    Program(
      name: "a queue that two pairs share",
      claim: "a thread on the actor knows of the turns that its gate's owners have posted"
    ) {
      memory in
      // Two pairs post to the queue. The gate of the first one orders its poster and the thread on the actor.
      let (flag, turns) = (memory.location("hasPending"), memory.location("turns"))
      let (lock, gate) = (LockModel(memory), GateModel(memory))
      let hasPosted = memory.location("has posted")
      let post: (Thread) throws -> Void = { thread in
        try lock.withLock(thread) {
          try thread.write(turns, thread.read(turns) + 1)
          try thread.store(flag, 1, .post)
        }
      }
      return (
        [
          { thread in
            try thread.assume(gate.enterIfIdle(thread))
            try post(thread)
            try thread.write(hasPosted, 1)
            _ = try gate.leave(quiet: false, thread)
          },
          { thread in
            try thread.assume(gate.enterIfIdle(thread))
            let mustWait = try thread.read(hasPosted) == 1
            let isFree = try thread.load(flag, .isFree) == 0
            try thread.expect(!(mustWait && isFree), "a value overtakes those that wait")
            try lock.withLock(thread) {
              try thread.write(turns, 0)
              try thread.store(flag, 0, .drained)
            }
            _ = try gate.leave(quiet: false, thread)
          },
          post,
        ],
        { thread in
          let (isPending, count) = try (thread.read(flag) == 1, thread.read(turns))
          try thread.expect(isPending == (count > 0), "the flag does not say whether a turn waits")
        }
      )
    },
    Program(name: "observing a variable", claim: "a thread that sets after a read knows that there may be observers") {
      memory in
      let (flag, value, lock) = (memory.location("haveRead"), memory.location("value"), LockModel(memory))
      let observe: (Thread) throws -> Int = { thread in
        if try thread.load(flag, .observe) == 0 { try thread.store(flag, 1, .mark) }
        return try lock.withLock(thread) { try thread.read(value) }
      }
      let (isOld, isNotified) = (memory.location("is old"), memory.location("is notified"))
      return (
        [
          { try $0.write(isOld, observe($0) == 0 ? 1 : 0) },
          { thread in
            try lock.withLock(thread) { try thread.write(value, 1) }
            try thread.write(isNotified, thread.load(flag, .mayExist))
          },
          { _ = try observe($0) },
        ],
        { try $0.expect($0.read(isOld) == 0 || $0.read(isNotified) == 1, "an observer is not told") }
      )
    },
    Program(name: "numbering variables", claim: "no two have the same number, and a later one has a greater number") {
      memory in
      let count = memory.location("variables")
      let numbers = (0..<3).map { memory.location("number \($0)") }
      let isMade = memory.location("is made")
      return (
        [
          { thread in
            try thread.write(numbers[0], thread.add(count, 1, .nextVariable))
            try thread.signal(isMade)
          },
          { thread in
            try thread.wait(for: isMade)
            try thread.write(numbers[1], thread.add(count, 1, .nextVariable))
          },
          { try $0.write(numbers[2], $0.add(count, 1, .nextVariable)) },
        ],
        { thread in
          let made = try numbers.map(thread.read)
          try thread.expect(Set(made) == [0, 1, 2] && made[0] < made[1], "the numbers are \(made)")
        }
      )
    },
    Program(name: "trackers", claim: "a thread that a tracker tracks finds that there is one") { memory in
      let count = memory.location("trackers")
      let isTracking = memory.location("is tracking")
      return (
        [
          { thread in
            try thread.add(count, 1, .addTracker)
            try thread.signal(isTracking)
          },
          { thread in
            try thread.wait(for: isTracking)
            try thread.expect(thread.load(count, .isInUse) > 0, "a listener is not tracked")
          },
          { thread in
            try thread.add(count, 1, .addTracker)
            try thread.add(count, -1, .removeTracker)
          },
        ],
        { try $0.expect($0.read(count) == 1, "the count is wrong") }
      )
    },
    Program(name: "work that is done", claim: "the task that has sent its result is not cancelled") { memory in
      // The result is broadcast; the listener that hears it ends, and asks on the thread that delivers.
      let flag = memory.location("isReached")
      let gate = GateModel(memory)
      let isSent = memory.location("is sent")
      return (
        [
          { thread in
            try thread.store(flag, 1, .reach)
            try thread.assume(gate.enterIfIdle(thread))
            try thread.write(isSent, 1)
            _ = try gate.leave(quiet: false, thread)
          },
          { thread in
            try thread.assume(gate.enterIfIdle(thread))
            let isHeard = try thread.read(isSent) == 1
            let isReached = try thread.load(flag, .isReached) == 1
            try thread.expect(!isHeard || isReached, "a task is cancelled in which listeners run")
            _ = try gate.leave(quiet: false, thread)
          },
        ],
        { _ in }
      )
    },
  ]
}
