import Airwave
import AirwaveTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// In most of these tests the calling thread holds the gate when a flood begins, and the flood ends after the call has
/// returned. The call can return only if its thread hands the delivery over.
@Suite("Stress: calls during a flood")
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
    let sleepsBefore = sleepCount
    transmitter.broadcast(1)

    #expect(count.content == last)
    // Broadcasts that are slowed down sleep once each.
    #expect(sleepCount - sleepsBefore < 1_000)
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
    let sleepCount = await MainActor.run {
      let before = self.sleepCount
      for value in 1...10_000 { transmitter.broadcast(value) }
      return self.sleepCount - before
    }
    isOver.add()
    await holding

    #expect(heard.count == 10_001)
    #expect(sleepCount < 1_000)
  }

  enum Many: CaseIterable, Sendable {
    case removing, finishing, joining, leaving, releasing, ending, switching
  }

  @Test("a call that pushes requests to hundreds of busy pairs is slowed down once", arguments: Many.allCases)
  func once(call: Many) async {
    await expectOneSleep { await sleeps(of: call) }
  }

  /// The number of times that a thread sleeps or waits inside of a call.
  private func sleeps(of call: Many) async -> Int {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (busy, source) = Receiver<Int>.make()
    let (started, isOver, bag) = (Tally(), Tally(), DisposeBag())
    let captured = Box<[ScopedDisposable]>([])
    source.listen { value in
      started.add()
      if value == 0 { while isOver.count == 0 { sched_yield() } }
    }
    for _ in 0..<500 {
      switch call {
      case .removing: receiver.merge(with: source).listen { _ in }
      case .finishing: receiver.withLatest(from: source).listen { _ in }
      case .joining: break
      case .leaving: source.listen { _ in }.disposed(by: bag)
      case .releasing: captured.content?.append(source.listen { _ in }.scoped())
      case .ending: receiver.merge(with: source).take(count: 1).listen { _ in }
      case .switching: receiver.flatMapLatest { _ in source }.listen { _ in }
      }
    }
    let (held, (keeper, released)) = (Box(transmitter), Receiver<Int>.make())
    let listening = released.listen { [tokens = captured.content] _ in _ = tokens }
    captured.content = nil
    async let holding: Void = onThreads(1) { _ in busy.broadcast(0) }
    await until { started.count > 0 }
    // A thread on the main queue is not slowed down.
    await MainActor.run { for value in 1...3_000 { busy.broadcast(value) } }
    let sleeps = Tally()
    await onThreads(1) { _ in
      let before = self.sleepCount
      switch call {
      case .removing: held.content?.removeAllListeners()
      case .finishing: held.content?.finish()
      case .joining: Receiver.merge(Array(repeating: source, count: 500)).listen { _ in }
      case .leaving: bag.dispose()
      case .releasing: listening.dispose()
      case .ending, .switching: held.content?.broadcast(1)
      }
      sleeps.add(self.sleepCount - before)
    }
    isOver.add()
    await holding

    withExtendedLifetime(keeper) {}
    return sleeps.count
  }

  enum Push: CaseIterable, Sendable {
    case replaying, broadcasting
  }

  @Test("a call whose values wait behind a listener that a clock calls is slowed down once", arguments: Push.allCases)
  func onceBehindClock(call: Push) async {
    await expectOneSleep { await sleeps(of: call) }
  }

  private func sleeps(of call: Push) async -> Int {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make(strategy: call == .replaying ? .cold : .hot)
    let (started, isOver) = (Tally(), Tally())
    let later = receiver.delay(for: .seconds(1), clock: clock)
    later.listen { _ in
      started.add()
      while isOver.count == 0 { sched_yield() }
    }
    if call == .broadcasting { for _ in 0..<1_500 { later.listen { _ in } } }
    transmitter.broadcast(0)
    async let holding: Void = onThreads(1) { _ in clock.advance(by: .seconds(1)) }
    await until { started.count > 0 }
    // A thread on the main queue is not slowed down.
    await MainActor.run { for value in 1...(call == .replaying ? 3_000 : 2) { transmitter.broadcast(value) } }
    let sleeps = Tally()
    await onThreads(1) { _ in
      let before = self.sleepCount
      if call == .replaying { later.listen { _ in } } else { transmitter.broadcast(1) }
      sleeps.add(self.sleepCount - before)
    }
    isOver.add()
    await holding

    return sleeps.count
  }

  /// Expects that a call sleeps once, in one of three rounds. A loaded thread may wait for the lock of the allocator with
  /// each allocation. It does so by chance, and a call that sleeps for each request does so in each round.
  private func expectOneSleep(in round: () async -> Int) async {
    var fewest = Int.max
    for _ in 0..<3 where fewest >= 50 { fewest = min(fewest, await round()) }
    #expect(fewest < 50)
  }

  /// The number of times that this thread has slept or waited. Zero where the system does not tell.
  private var sleepCount: Int {
    let status = (try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
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
