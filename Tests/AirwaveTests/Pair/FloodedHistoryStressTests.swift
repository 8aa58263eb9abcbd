import Airwave
import Foundation
import TestSupport
import Testing

@Suite("Stress: linearizability during a flood", .inTurn)
struct FloodedHistoryStressTests {
  @Test(
    "there is one order that explains what was heard, also by listeners whose owner is released on another thread",
    arguments: [.hot, .warm(upTo: 2), .cold, nil] as [ReplayStrategy?]
  )
  func isLinearizable(strategy: ReplayStrategy?) async {
    let count = UInt64(rounds(100))
    let first = UInt64.random(in: 0...UInt64.max - count)
    for seed in first..<first + count {
      let program = FloodedProgram(seed: seed, strategy.map { .pair($0) } ?? .variable)
      let history = await program.run()
      guard let fault = history.fault ?? program.faultOfCount(history) else { continue }
      Issue.record("\(fault)\nseed \(seed), \(history)")
      return
    }
  }
}

/// Two threads that broadcast, or set a variable, without pause. Two other threads meanwhile perform a few operations
/// each, generated from a seed.
private final class FloodedProgram: Sendable {
  enum Subject {
    case pair(ReplayStrategy)
    case variable
  }

  enum Operation {
    case send, listen, listenWithOwner, dispose, release, clear
  }

  private let strategy: ReplayStrategy
  private let receiver: Receiver<Int>
  private let set: @Sendable (Int) -> Void
  private let clear: (@Sendable () -> Void)?
  private let operations: [[Operation]]

  private let (clock, flood) = (CallClock(), Flood())
  private let (order, sent) = (Heard<Int>(), Heard<History.Sending>())
  private let (clearings, ended) = (Heard<History.Call>(), Heard<Listening>())
  /// The listeners of each thread that have an owner. The other thread releases the owners, in their order.
  private let owned = [Heard<Listening>(), Heard<Listening>()]

  init(seed: UInt64, _ subject: Subject) {
    switch subject {
    case .pair(let strategy):
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
      (self.strategy, self.receiver) = (strategy, receiver)
      (set, clear) = ({ transmitter.broadcast($0) }, { transmitter.clearReplay() })
    case .variable:
      let variable = Variable(-1)
      (strategy, receiver) = (.warm(upTo: 1), variable.receiver)
      (set, clear) = ({ variable.value = $0 }, nil)
      sent.append(History.Sending(value: -1, call: clock.call {}))
    }
    var random = SplitMix64(seed: seed)
    let kinds: [Operation] = [.send, .listen, .listen, .listenWithOwner, .listenWithOwner, .dispose, .release, .clear]
    operations = (0..<2).map { _ in (0..<8).map { _ in kinds.randomElement(using: &random) ?? .send } }
  }

  func run() async -> History {
    receiver.listen { [order, flood] value in
      order.append(value)
      let handOvers = flood.hear()
      if flood.heardCount >= 400 || (flood.heardCount >= 150 && handOvers >= 2) { flood.stop() }
    }
    flood.start()
    await onThreads(4) { [self] thread in
      if thread < 2 { floodAll(thread) } else { perform(operations[thread - 2], on: thread - 2) }
    }
    // This value reaches all listeners, and ends those whose owner has been released.
    send(90_000)
    return History(
      strategy: strategy,
      order: order.values,
      sendings: sent.values,
      hearings: ended.values.map { History.Hearing(values: $0.heard.values, join: $0.join, leave: $0.leave.content) },
      clearings: clearings.values
    )
  }

  /// The listeners that have not left are those that count.
  func faultOfCount(_ history: History) -> String? {
    let expected = 1 + history.hearings.count { $0.leave == nil }
    // A look that has begun may have closed a disposable that it has not removed yet.
    let count = OwnedListeners.shared.withoutSweeps { receiver.listenerCount }
    return count == expected ? nil : "\(count) listeners instead of \(expected)"
  }

  private func send(_ value: Int) {
    let call = clock.call { set(value) }
    sent.append(History.Sending(value: value, call: call))
  }

  private func floodAll(_ thread: Int) {
    flood.run { number in
      send(thread * 10_000 + number)
      // The history stays short if the other thread is suspended while it delivers.
      while flood.sentCount > flood.heardCount + 500, !flood.isStopped { sched_yield() }
    }
  }

  private func perform(_ operations: [Operation], on thread: Int) {
    var (disposable, mine, releasedCount) = ([Listening](), [Listening](), 0)
    for (number, operation) in operations.enumerated() {
      while flood.heardCount < 15 * (number + 1), !flood.isStopped { sched_yield() }
      switch operation {
      case .send: send(20_000 + thread * 10_000 + number)
      case .listen:
        disposable.append(listen(with: nil))
        mine += disposable.suffix(1)
      case .listenWithOwner:
        let listening = listen(with: Box(Owner()))
        mine.append(listening)
        owned[thread].append(listening)
      case .dispose:
        guard let listening = disposable.popLast() else { continue }
        listening.leave.content = clock.call { listening.token.dispose() }
      case .release:
        guard let listening = owned[1 - thread].values.dropFirst(releasedCount).first else { continue }
        releasedCount += 1
        listening.leave.content = clock.call { listening.owner?.content = nil }
      case .clear:
        if let clear { clearings.append(clock.call(clear)) }
      }
    }
    mine.forEach(ended.append)
  }

  private func listen(with owner: Box<Owner>?) -> Listening {
    let (heard, token) = (Heard<Int>(), Box<Disposable>())
    let join = clock.call {
      token.content =
        if let owner = owner?.content {
          receiver.listen(with: owner) { _, value in heard.append(value) }
        } else {
          receiver.listen { heard.append($0) }
        }
    }
    return Listening(heard: heard, token: token.content ?? Disposable {}, owner: owner, join: join)
  }
}

private final class Owner: Sendable {}

private struct Listening: Sendable {
  let heard: Heard<Int>
  let token: Disposable
  /// Set before the other thread sees the listener, and cleared by that thread.
  let owner: Box<Owner>?
  let join: History.Call
  /// Set by the thread that ends the listener, and read when all threads have ended.
  let leave = Box<History.Call>()
}
