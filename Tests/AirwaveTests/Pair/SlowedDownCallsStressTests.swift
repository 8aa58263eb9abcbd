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
    case removing, finishing, leaving, releasing, ending, setting
    case joining, forwarding
  }

  @Test(
    "a call that leaves hundreds of busy pairs is not slowed down",
    arguments: Many.allCases.filter { ![.joining, .forwarding].contains($0) }
  )
  func leaves(call: Many) async {
    // A thread may also wait for a lock, by chance. A call that sleeps for each request does so in each round.
    var fewest = Int.max
    for _ in 0..<3 where fewest >= 50 { fewest = min(fewest, await sleeps(of: call)) }
    #expect(fewest < 50)
  }

  @Test(
    "a call is slowed down each time that it joins a busy pair, or broadcasts there",
    .enabled(if: isSleepCounted),
    arguments: [.joining, .forwarding] as [Many]
  )
  func pushes(call: Many) async {
    #expect(await sleeps(of: call) >= 450)
  }

  /// The number of times that a thread sleeps or waits inside of a call.
  private func sleeps(of call: Many) async -> Int {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (busy, source) = Receiver<Int>.make()
    let (started, isOver, bag, variable) = (Tally(), Tally(), DisposeBag(), Variable(-1))
    let captured = Box<[ScopedDisposable]>([])
    source.listen { value in
      started.add()
      if value == 0 { while isOver.count == 0 { sched_yield() } }
    }
    for _ in 0..<500 {
      switch call {
      case .removing: receiver.merge(with: source).listen { _ in }
      case .finishing: receiver.withLatest(from: source).listen { _ in }
      case .leaving: source.listen { _ in }.disposed(by: bag)
      case .releasing: captured.content?.append(source.listen { _ in }.scoped())
      case .ending: receiver.merge(with: source).take(count: 1).listen { _ in }
      case .setting: variable.receiver.merge(with: source).take(count: 2).listen { _ in }
      case .joining: break
      case .forwarding: receiver.forward(to: busy)
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
      let before = sleepCount()
      switch call {
      case .removing: held.content?.removeAllListeners()
      case .finishing: held.content?.finish()
      case .leaving: bag.dispose()
      case .releasing: listening.dispose()
      case .ending, .forwarding: held.content?.broadcast(1)
      case .setting: variable.value = 1
      case .joining: Receiver.merge(Array(repeating: source, count: 500)).listen { _ in }
      }
      sleeps.add(sleepCount() - before)
    }
    isOver.add()
    await holding

    withExtendedLifetime(keeper) {}
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
}
