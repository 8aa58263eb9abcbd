import Airwave
import AirwaveTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// In these tests more than 1,000 requests are pending on a pair, or on a junction, while its listener does not return.
/// Another call pushes requests there.
@Suite("Stress: calls that are slowed down", .inTurn)
struct SlowedDownCallsStressTests {
  enum Many: CaseIterable, Sendable {
    case removing, finishing, joining, leaving, releasing, ending, switching
    case forwarding, forwardingElsewhere, forwardingReplay, forwardingEnd, binding, setting
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
    let (variable, busyVariable) = (Variable(-1), Variable(-1))
    let (replayed, replay) = Receiver<Int>.make(strategy: .cold)
    source.listen { value in
      started.add()
      if value == 0 { while isOver.count == 0 { sched_yield() } }
    }
    busyVariable.receiver.skip(count: 1).listen { value in
      started.add()
      if value == 0 { while isOver.count == 0 { sched_yield() } }
    }
    for number in 0..<500 {
      switch call {
      case .removing: receiver.merge(with: source).listen { _ in }
      case .finishing: receiver.withLatest(from: source).listen { _ in }
      case .joining: break
      case .leaving: source.listen { _ in }.disposed(by: bag)
      case .releasing: captured.content?.append(source.listen { _ in }.scoped())
      case .ending: receiver.merge(with: source).take(count: 1).listen { _ in }
      case .switching: receiver.flatMapLatest { _ in source }.listen { _ in }
      case .forwarding: receiver.forward(to: busy)
      case .forwardingElsewhere: receiver.forward(to: busy.pullback { $0 })
      case .forwardingReplay: replayed.broadcast(number)
      case .forwardingEnd: receiver.collect(count: 2).map(\.count).forward(to: busy)
      case .binding: receiver.bind(to: busyVariable)
      case .setting: variable.receiver.merge(with: source).take(count: 2).listen { _ in }
      }
    }
    if call == .forwardingEnd { transmitter.broadcast(0) }
    let (held, (keeper, released)) = (Box(transmitter), Receiver<Int>.make())
    let listening = released.listen { [tokens = captured.content] _ in _ = tokens }
    captured.content = nil
    async let holding: Void = onThreads(2) { thread in
      if thread == 0 { busy.broadcast(0) } else { busyVariable.value = 0 }
    }
    await until { started.count > 1 }
    // A thread on the main queue is not slowed down.
    await MainActor.run {
      for value in 1...3_000 {
        busy.broadcast(value)
        busyVariable.value = value
      }
    }
    let sleeps = Tally()
    await onThreads(1) { _ in
      let before = sleepCount()
      switch call {
      case .removing: held.content?.removeAllListeners()
      case .finishing, .forwardingEnd: held.content?.finish()
      case .joining: Receiver.merge(Array(repeating: source, count: 500)).listen { _ in }
      case .leaving: bag.dispose()
      case .releasing: listening.dispose()
      case .ending, .switching, .forwarding, .forwardingElsewhere, .binding: held.content?.broadcast(1)
      case .forwardingReplay: replay.forward(to: busy)
      case .setting: variable.value = 1
      }
      sleeps.add(sleepCount() - before)
    }
    isOver.add()
    await holding

    withExtendedLifetime(keeper) {}
    return sleeps.count
  }

  enum Push: CaseIterable, Sendable {
    case replaying, prepending, broadcasting
  }

  @Test("a call whose values wait behind a listener that a clock calls is slowed down once", arguments: Push.allCases)
  func onceBehindClock(call: Push) async {
    await expectOneSleep { await sleeps(of: call) }
  }

  private func sleeps(of call: Push) async -> Int {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make(strategy: call == .replaying ? .cold : .hot)
    let (started, isOver) = (Tally(), Tally())
    let first = call == .prepending ? Array(0..<3_000) : []
    let later = receiver.prepend(contentsOf: first).delay(for: .seconds(1), clock: clock)
    later.listen { _ in
      started.add()
      while isOver.count == 0 { sched_yield() }
    }
    if call == .broadcasting { for _ in 0..<1_500 { later.listen { _ in } } }
    transmitter.broadcast(0)
    async let holding: Void = onThreads(1) { _ in clock.advance(by: .seconds(1)) }
    await until { started.count > 0 }
    // A thread on the main queue is not slowed down.
    await MainActor.run {
      if call == .prepending { later.listen { _ in } }
      for value in 1...(call == .replaying ? 3_000 : 2) { transmitter.broadcast(value) }
    }
    let sleeps = Tally()
    await onThreads(1) { _ in
      let before = sleepCount()
      if call == .broadcasting { transmitter.broadcast(1) } else { later.listen { _ in } }
      sleeps.add(sleepCount() - before)
    }
    isOver.add()
    await holding

    return sleeps.count
  }

  enum Loop: CaseIterable, Sendable {
    case replaying, finishing, releasing, delivering, deliveringBehindMerge
  }

  @Test(
    "a loop of broadcasts inside of a call is slowed down as one outside of it",
    .enabled(if: isSleepCounted),
    arguments: Loop.allCases,
    [false, true]
  )
  func loop(inside call: Loop, behindShare isShared: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (slow, slowReceiver) = Receiver<Int>.make()
    let (started, isOver) = (Tally(), Tally())
    let source = isShared ? receiver.share() : receiver
    source.merge(with: slowReceiver).listen { value in
      started.add()
      if value == 0 { while isOver.count == 0 { sched_yield() } }
    }
    if isShared { source.merge(with: .never).listen { _ in } }
    async let holding: Void = onThreads(1) { _ in slow.broadcast(0) }
    await until { started.count > 0 }
    // A thread on the main queue is not slowed down.
    await MainActor.run { for value in 1...1_500 { transmitter.broadcast(value) } }
    let (sleeps, count) = (Tally(), size(2_000, quick: 1_200))
    await onThreads(1) { _ in
      let before = sleepCount()
      make(call) { for value in 1...count { transmitter.broadcast(value) } }
      sleeps.add(sleepCount() - before)
    }
    isOver.add()
    await holding

    // The first thousand values may be those of the call itself.
    #expect(sleeps.count >= (count - 1_000) * 9 / 10)
  }

  /// Makes a call that runs a loop of user code.
  private func make(_ call: Loop, running loop: @escaping @Sendable () -> Void) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: call == .replaying ? .warm(upTo: 1) : .hot)
    switch call {
    case .replaying:
      transmitter.broadcast(1)
      receiver.listen { _ in loop() }
    case .finishing:
      receiver.listen(to: { _ in }, onFinish: loop)
      transmitter.finish()
    case .releasing:
      receiver.listen { [captured = Witness(onDeinit: loop)] _ in withExtendedLifetime(captured) {} }.dispose()
    case .delivering, .deliveringBehindMerge:
      for _ in 0..<2 {
        receiver.merge(with: .never).take(count: 1).listen { _ in if call == .deliveringBehindMerge { loop() } }
      }
      receiver.take(count: 1).listen { _ in if call == .delivering { loop() } }
      transmitter.broadcast(1)
    }
  }

  /// Expects that a call sleeps once, in one of three rounds. A thread may also wait for a lock, by chance. A call that
  /// sleeps for each request does so in each round.
  private func expectOneSleep(in round: () async -> Int) async {
    var fewest = Int.max
    for _ in 0..<3 where fewest >= 50 { fewest = min(fewest, await round()) }
    #expect(fewest < 50)
  }
}
