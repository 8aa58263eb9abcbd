import Airwave
import AirwaveTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// In most of these tests the calling thread holds the gate when a flood begins, and the flood ends after the call has
/// returned. The call can return only if its thread hands the delivery over.
@Suite("Stress: calls during a flood", .inTurn)
struct FloodedCallsStressTests {
  private let flood = Flood()

  @Test("a broadcast returns", arguments: [.hot, .warm(upTo: 1)] as [ReplayStrategy])
  func broadcast(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Witness>.make(strategy: strategy)
    receiver.listen { [flood] _ in
      flood.start()
      flood.hear()
    }
    await during(transmitter) { transmitter.broadcast(Witness()) }

    #expect(flood.heardCount == flood.sentCount + 1)
  }

  @Test("a call that adds a listener returns")
  func joining() async {
    let (transmitter, receiver) = Receiver<Witness>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast(Witness())
    await during(transmitter) { [flood] in
      receiver.listen { _ in
        flood.start()
        flood.hear()
      }
    }

    #expect(flood.heardCount == flood.sentCount + 1)
  }

  @Test("a call that clears the replay returns")
  func clearing() async {
    let (transmitter, receiver) = Receiver<Witness>.make(strategy: .cold)
    transmitter.broadcast(Witness { [flood] in flood.startAndWait() })
    let isReplayed = Countdown(1)
    receiver.listen { [flood] _ in if isReplayed.countDown() < 0 { flood.hear() } }
    await during(transmitter) { transmitter.clearReplay() }

    #expect(flood.heardCount == flood.sentCount)
    #expect(receiver.replayed.count == flood.sentCount)
  }

  @Test("a call that removes all listeners returns")
  func removing() async {
    let (transmitter, receiver) = Receiver<Witness>.make(strategy: .cold)
    let heard = Tally()
    do {
      let captured = Witness { [flood] in
        // The captures of the removed listener are released here. Another listener joins before the flood begins.
        receiver.listen { _ in
          heard.add(1)
          flood.hear()
        }
        flood.startAndWait()
      }
      receiver.listen { _ in withExtendedLifetime(captured) {} }
    }
    await during(transmitter) { transmitter.removeAllListeners() }

    #expect(heard.count == flood.sentCount)
    #expect(receiver.listenerCount == 1)
  }

  @Test("a call that ends the pair returns")
  func finishing() async {
    let (transmitter, receiver) = Receiver<Witness>.make(strategy: .cold)
    receiver.listen(to: { _ in }, onFinish: { [flood] in flood.startAndWait() })
    await during(transmitter) { transmitter.finish() }

    #expect(receiver.replayed.isEmpty)
    #expect(receiver.listenerCount == 0)
  }

  @Test("a thread on the main queue takes no delivery over")
  @MainActor func mainQueue() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (onMain, own) = (Tally(), Tally())
    listenAnywhere(to: receiver, onMain, own)
    async let flooding: Void = onThreads(3) { [flood] _ in
      flood.run { transmitter.broadcast($0) }
    }
    flood.start()
    await until { flood.heardCount > 0 }
    for number in 1...2_000 { transmitter.broadcast(-number) }
    flood.stop()
    await flooding

    #expect(onMain.count == 0)
    #expect(own.count == 2_000)
  }

  private func listenAnywhere(to receiver: Receiver<Int>, _ onMain: Tally, _ own: Tally) {
    receiver.listen { [flood] value in
      if Thread.isMainThread { onMain.add() }
      if value < 0 { own.add() }
      flood.hear()
    }
  }

  @Test("a listener may wait for another thread that is slowed down, as more is pending than may be")
  func waitingListener() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (started, returned, heard) = (Tally(), Tally(), Heard<Int>())
    receiver.listen { value in
      started.add()
      if value == 0 { while returned.count < 3_000 { sched_yield() } }
      heard.append(value)
    }
    await onThreads(2) { thread in
      if thread == 0 { return transmitter.broadcast(0) }
      while started.count == 0 { sched_yield() }
      for value in 1...3_000 {
        transmitter.broadcast(value)
        returned.add()
      }
    }

    #expect(heard.values == Array(0...3_000))
  }

  @Test("a listener that broadcasts up to a million values is not slowed down", arguments: [true, false])
  func fromInside(isChain: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (count, last) = (Box(0), rounds(1_000_000))
    receiver.listen { value in
      count.content? += 1
      if isChain, value < last { transmitter.broadcast(value + 1) }
      if !isChain, value == 1 { for next in 2...last { transmitter.broadcast(next) } }
    }
    let sleepsBefore = sleepCount()
    transmitter.broadcast(1)

    #expect(count.content == last)
    // Broadcasts that are slowed down sleep once each.
    #expect(sleepCount() - sleepsBefore < 1_000)
  }

  @Test("a broadcast on the main queue is not slowed down, however much is pending")
  func fromMainQueue() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, isOver) = (Tally(), Tally())
    receiver.listen { value in
      heard.add()
      if value == 0 { while isOver.count == 0 { sched_yield() } }
    }
    async let holding: Void = onThreads(1) { _ in transmitter.broadcast(0) }
    await until { heard.count > 0 }
    let sleeps = await MainActor.run {
      let before = sleepCount()
      for value in 1...10_000 { transmitter.broadcast(value) }
      return sleepCount() - before
    }
    isOver.add()
    await holding

    #expect(heard.count == 10_001)
    #expect(sleeps < 1_000)
  }

  /// Makes a call while two threads take part in the flood. User code that the call runs while it holds the gate starts
  /// the flood, and the flood stops when the call has returned.
  private func during(_ transmitter: Transmitter<Witness>, _ call: @escaping @Sendable () -> Void) async {
    await onThreads(3) { [flood] thread in
      if thread > 0 { return _ = flood.run { _ in transmitter.broadcast(Witness()) } }
      call()
      flood.stop()
    }
  }
}
