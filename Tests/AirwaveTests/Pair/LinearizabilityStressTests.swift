import Airwave
import Synchronization
import TestSupport
import Testing

@Suite("Stress: linearizability", .inTurn)
struct LinearizabilityStressTests {
  @Test(
    "there is one order that explains what each listener of a concurrent program heard",
    arguments: [.hot, .warm(upTo: 2), .cold, .untilHeard(upTo: 2)] as [ReplayStrategy]
  )
  func isLinearizable(strategy: ReplayStrategy) async {
    let count = UInt64(rounds(3_000))
    let first = UInt64.random(in: 0...UInt64.max - count)
    for seed in first..<first + count {
      let history = await ConcurrentProgram(seed: seed, strategy).run()
      guard let fault = history.fault else { continue }
      Issue.record("\(fault)\nseed \(seed), \(history)")
      return
    }
  }

  @Test("a history without such an order is found out", arguments: History.wrong)
  func findsFault(history: History) {
    #expect(history.fault != nil)
  }

  @Test("a history with such an order is not", arguments: History.right)
  func findsNoFault(history: History) {
    #expect(history.fault == nil)
  }
}

/// A few operations for each of three threads, generated from a seed.
private struct ConcurrentProgram {
  enum Operation {
    case broadcast, listen, dispose
  }

  private let strategy: ReplayStrategy
  private let threads: [[Operation]]

  init(seed: UInt64, _ strategy: ReplayStrategy) {
    self.strategy = strategy
    var random = SplitMix64(seed: seed)
    let operations: [Operation] = [.broadcast, .broadcast, .listen, .dispose]
    threads = (0..<3).map { _ in (0..<6).map { _ in operations.randomElement(using: &random) ?? .broadcast } }
  }

  func run() async -> History {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (clock, sent, joined) = (CallClock(), Heard<History.Sending>(), Heard<Joining>())
    let order = Heard<Int>()
    let send: @Sendable (Int) -> Void = { value in
      let call = clock.call { transmitter.broadcast(value) }
      sent.append(History.Sending(value: value, call: call))
    }
    receiver.listen { value in
      order.append(value)
      // The listener answers some values by a broadcast of its own.
      if value < 100, value % 3 == 0 { send(History.answer(to: value)) }
    }
    await onThreads(threads.count) { thread in
      var mine: [Joining] = []
      for (number, operation) in threads[thread].enumerated() {
        switch operation {
        case .broadcast: send(thread * 10 + number)
        case .listen:
          let heard = Heard<Int>()
          let token = Box<Disposable>()
          let call = clock.call { token.content = receiver.listen { heard.append($0) } }
          mine.append(Joining(heard: heard, token: token, join: call))
        case .dispose:
          guard let index = mine.firstIndex(where: { $0.leave == nil }) else { continue }
          mine[index].leave = clock.call { mine[index].token.content?.dispose() }
        }
      }
      mine.forEach(joined.append)
    }
    return History(
      strategy: strategy,
      order: order.values,
      sendings: sent.values,
      hearings: joined.values.map { History.Hearing(values: $0.heard.values, join: $0.join, leave: $0.leave) }
    )
  }
}

private struct Joining: Sendable {
  let heard: Heard<Int>
  let token: Box<Disposable>
  let join: History.Call
  var leave: History.Call?
}

/// A counter that orders events on all threads.
final class CallClock: Sendable {
  private let time = Atomic<Int>(0)

  private func tick() -> Int { time.add(1, ordering: .sequentiallyConsistent).newValue }

  func call(_ body: () -> Void) -> History.Call {
    let begin = tick()
    body()
    return History.Call(begin: begin, end: tick())
  }
}
