import Airwave
import Foundation
import Synchronization
import TestSupport
import Testing

/// Contract 4 behind operators that join sources: one source ends while other threads broadcast on the other one.
@Suite("Stress: the end of a source behind operators", .inTurn, .patient)
struct JoinedEndsStressTests {
  @Test("runs no value that another thread has sent", arguments: JoinedSources.allCases, PairEnding.allCases)
  func runsNoValue(join: JoinedSources, ending: PairEnding) async {
    let (count, foreign) = (rounds(250), Tally())
    let caller = Atomic<UInt>(0)
    await duringFlood { flooded, sent in
      for _ in 0..<count {
        let ends = endsWithValues(join.valueCount)
        let listening = join.receiver(ends.receiver, flooded).listen { _ in
          if caller.load(ordering: .relaxed) == thisThread { foreign.add() }
        }
        sent.awaitMore()
        caller.store(thisThread, ordering: .relaxed)
        ending.end(ends)
        caller.store(0, ordering: .relaxed)
        listening.dispose()
      }
    }

    #expect(foreign.count == 0)
  }

  #if compiler(>=6.3) && (os(Linux) || os(macOS))
  // Before Swift 6.3 the closure of an exit test cannot capture a value.
  @Test("does not deadlock under a lock of the listener", arguments: JoinedSources.locked, PairEnding.allCases)
  func underLock(join: JoinedSources, ending: PairEnding) async {
    await #expect(processExitsWith: .success) { [join, ending] in
      limitRunTime()
      let count = rounds(250)
      // The thread sanitizer does not see into `Mutex`.
      let lock = NSLock()
      await duringFlood { flooded, sent in
        for _ in 0..<count {
          let ends = endsWithValues(join.valueCount)
          let listening = join.receiver(ends.receiver, flooded).listen { _ in lock.withLock {} }
          sent.awaitMore()
          lock.withLock { ending.end(ends) }
          listening.dispose()
        }
      }
    }
  }
  #endif

  @Test("joining and leaving run no listener of others, either", arguments: JoinedSources.allCases)
  func joining(join: JoinedSources) async {
    let (count, foreign, own) = (rounds(250), Tally(), Tally())
    let caller = Atomic<UInt>(0)
    await duringFlood { flooded, sent in
      let ends = endsWithValues(max(1, join.valueCount))
      let joined = join.receiver(ends.receiver, flooded)
      let listening = joined.listen { _ in
        if caller.load(ordering: .relaxed) == thisThread { foreign.add() }
      }
      for _ in 0..<count {
        sent.awaitMore()
        caller.store(thisThread, ordering: .relaxed)
        joined.listen { _ in own.add() }.dispose()
        caller.store(0, ordering: .relaxed)
      }
      withExtendedLifetime(ends) { listening.dispose() }
    }

    #expect(foreign.count == 0)
  }

  @Test("ends each listener once, after its last value", arguments: PairEnding.allCases)
  func endsOnce(ending: PairEnding) async {
    let (late, ended) = (Tally(), Tally())
    let count = rounds(250)
    await duringFlood { flooded, sent in
      for _ in 0..<count {
        let (ends, other) = (endsWithValues(0), Receiver<Int>.make())
        let isOver = Atomic(false)
        let (forwarder, forwarded) = (other.transmitter, other.receiver)
        let forwarding = flooded.listen { forwarder.broadcast($0) }
        ends.receiver.merge(with: forwarded).listen { _ in
          if isOver.load(ordering: .relaxed) { late.add() }
        } onFinish: {
          isOver.store(true, ordering: .relaxed)
          ended.add()
        }
        ending.end(ends)
        forwarder.finish()
        forwarding.dispose()
      }
    }
    await until { ended.count == count }

    #expect(ended.count == count)
    #expect(late.count == 0)
  }
}

/// Calls a closure while two other threads broadcast on a pair. It is passed the number of values that they have sent.
private func duringFlood(_ body: @escaping @Sendable (Receiver<Int>, Tally) -> Void) async {
  let (transmitter, receiver) = Receiver<Int>.make()
  let sent = Tally()
  let isDone = Atomic(false)
  await onThreads(3) { thread in
    if thread > 0 {
      while !isDone.load(ordering: .relaxed) {
        transmitter.broadcast(thread)
        sent.add()
      }
    } else {
      body(receiver, sent)
      isDone.store(true, ordering: .relaxed)
    }
  }
}

extension Tally {
  /// Blocks until other threads have counted further, so that their next calls overlap with those of this thread.
  fileprivate func awaitMore() {
    let before = count
    spin { count > before + 1 }
  }
}

/// A pair that replays values.
private func endsWithValues(_ count: Int) -> Ends {
  let ends = Ends(.warm(upTo: count))
  for number in 0..<count { ends.transmitter?.broadcast(number) }
  return ends
}

extension PairEnding {
  func end(_ ends: Ends) {
    switch self {
    case .finish: ends.transmitter?.finish()
    case .release: ends.transmitter = nil
    }
  }
}

private var thisThread: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current).hashValue) }
