import Airwave
import Foundation
import TestSupport
import Testing

@Suite("Contract 4: synchronous, waiting for no listener", .inTurn)
struct Contract04SynchronousTests {
  @Test("a broadcast returns after every listener has handled it", arguments: everyStrategy)
  func synchronous(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    receiver.listen { log.append("a\($0)") }
    receiver.filter { $0 > 1 }.listen { log.append("b\($0)") }

    for value in 1...2 {
      transmitter.broadcast(value)
      log.append("returned")
    }

    #expect(log.values == ["a1", "returned", "a2", "b2", "returned"])
  }

  @Test("a broadcast on the main actor returns after every main-actor listener too", arguments: everyStrategy)
  @MainActor func synchronousOnMain(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    var log: [String] = []
    receiver.listen { @MainActor in log.append("a\($0)") }
    receiver.map { $0 * 10 }.listen { @MainActor in log.append("b\($0)") }

    for value in 1...2 {
      transmitter.broadcast(value)
      log.append("returned")
    }

    #expect(log == ["a1", "b10", "returned", "a2", "b20", "returned"])
  }

  @Test("a broadcast from inside returns at once, and is delivered after the present value", arguments: everyStrategy)
  func fromInside(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    receiver.listen { value in
      log.append("a\(value)")
      guard value < 10 else { return }
      transmitter.broadcast(value * 10)
      log.append("returned")
    }
    receiver.listen { log.append("b\($0)") }

    [1, 2].forEach(transmitter.broadcast)

    #expect(log.values == ["a1", "returned", "b1", "a10", "b10", "a2", "returned", "b2", "a20", "b20"])
  }

  @Test("no thread waits for a delivery on another thread, which performs all requests", arguments: everyStrategy)
  func otherThread(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = Heard<Int>()
    receiver.listen { heard.append($0) }
    let listening = receiver.listen { _ in }
    let late = Heard<Int>()
    receiver.listen { value in
      guard value == 1 else { return }
      // Would deadlock if one of these calls waited for the listener, which waits here.
      onAnotherThread {
        transmitter.broadcast(2)
        listening.dispose()
        receiver.listen { late.append($0) }
        _ = (receiver.latest, receiver.replayed, receiver.listenerCount, transmitter.hasListeners)
        transmitter.clearReplay()
        transmitter.broadcast(3)
      }
      heard.append(0)
    }

    transmitter.broadcast(1)

    #expect(heard.values == [1, 0, 2, 3])
    #expect(late.values == strategy.replayed(of: [1, 2]) + [3])
  }

  @Test("pairs that broadcast to each other do not deadlock", arguments: everyStrategy)
  func twoPairs(strategy: ReplayStrategy) async {
    let ping = Receiver<Int>.make(strategy: strategy)
    let pong = Receiver<Int>.make(strategy: strategy)
    let heard = Tally()
    ping.receiver.listen { if $0 > 0 { pong.transmitter.broadcast($0 - 1) } }
    pong.receiver.listen { if $0 > 0 { ping.transmitter.broadcast($0 - 1) } }
    ping.receiver.listen { _ in heard.add(1) }
    pong.receiver.listen { _ in heard.add(1) }

    await onThreads(2) { thread in
      for _ in 0..<200 { (thread == 0 ? ping : pong).transmitter.broadcast(9) }
    }

    #expect(heard.count == 2 * 200 * 10)
  }

  @Test(
    "a chain of up to a million broadcasts from inside listeners uses constant stack",
    arguments: [(.hot, 1_000_000), (.warm(upTo: 8), 100_000), (.cold, 100_000)] as [(ReplayStrategy, Int)]
  )
  func constantStack(strategy: ReplayStrategy, length: Int) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let depth = StackDepth()
    let last = Box(0)
    receiver.listen { value in
      depth.measure()
      last.content = value
      if value < length { transmitter.broadcast(value + 1) }
    }

    transmitter.broadcast(1)

    #expect(last.content == length)
    #expect(depth.bytes < 10_000)
  }

  @Test("a chain of listeners that join from inside listeners uses constant stack", arguments: everyStrategy)
  func constantStackOfJoining(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let depth = StackDepth()
    let joined = Tally()
    @Sendable func join() {
      receiver.take(count: 1).listen { value in
        depth.measure()
        joined.add(1)
        if joined.count < 10_000 { join() }
        transmitter.broadcast(value)
      }
    }
    join()

    transmitter.broadcast(1)

    #expect(joined.count == 10_000)
    #expect(depth.bytes < 10_000)
  }

  @Test("a call hands over after at most 64 values of other threads, or a millisecond", arguments: [false, true])
  func handsOver(isSlow: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let count = isSlow ? 5 : 100
    let isOnCaller = Heard<Bool>()
    receiver.listen { value in
      isOnCaller.append(Thread.current.threadDictionary["is the caller"] != nil)
      let clock = ContinuousClock()
      let start = clock.now
      while value > 0, isSlow, clock.now - start < .milliseconds(2) {}
      if value == 0 { onAnotherThread { (1...count).forEach(transmitter.broadcast) } }
    }
    await onThreads(1) { _ in
      Thread.current.threadDictionary["is the caller"] = true
      transmitter.broadcast(0)
    }

    // Its own value, and some of the others: fewer than that if the thread was suspended meanwhile.
    let countOnCaller = isOnCaller.values.prefix { $0 }.count
    #expect(isOnCaller.values.count == count + 1)
    #expect((1...(isSlow ? 2 : 65)).contains(countOnCaller))
    #expect(!isOnCaller.values.dropFirst(countOnCaller).contains(true))
  }

  /// The difference between the highest and the lowest stack address that was measured.
  private final class StackDepth: @unchecked Sendable {
    // Unchecked: used by one thread.
    private var range: ClosedRange<UInt>?

    func measure() {
      var local = 0
      let address = withUnsafePointer(to: &local) { UInt(bitPattern: $0) }
      range = min(range?.lowerBound ?? address, address)...max(range?.upperBound ?? address, address)
    }

    var bytes: Int { range?.count ?? 0 }
  }
}
