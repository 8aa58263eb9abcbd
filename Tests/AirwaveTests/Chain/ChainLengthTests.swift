import Airwave
import Foundation
import TestSupport
import Testing

/// Chains of nearly the length that the documentation names for code that is not optimized. The difference is a margin
/// for other compilers.
@Suite("Chains, on 512 KB of stack", .inTurn)
struct ChainLengthTests {
  #if os(Linux) || os(macOS)
  @Test("pairs that forward to each other deliver a value, and end")
  func forwarding() async {
    await #expect(processExitsWith: .success) {
      let heard = Tally()
      let ends = Tally()
      let first = Box<Transmitter<Int>>()
      do {
        let (transmitter, receiver) = Receiver<Int>.make()
        first.content = transmitter
        var last = receiver
        for _ in 0..<128 {
          let (target, forwarded) = Receiver<Int>.make()
          last.forward(to: target)
          last = forwarded
        }
        last.listen(
          to: { heard.add($0) },
          onFinish: { ends.add() }
        )
      }
      onStack(512 << 10) {
        first.content?.broadcast(1)
        first.content = nil
      }
      precondition(heard.count == 1 && ends.count == 1)
    }
  }

  @Test("a value is carried over bonds")
  func bonds() async {
    await #expect(processExitsWith: .success) {
      let variables = (0...128).map { Variable($0) }
      for (former, next) in zip(variables, variables.dropFirst()) { next.bond(with: former) }
      onStack(512 << 10) { variables[0].value = -1 }
      precondition(variables.allSatisfy { $0.value == -1 })
    }
  }

  @Test("a listener joins, hears, reads and leaves through operators")
  func operators() async {
    await #expect(processExitsWith: .success) {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
      var last = receiver
      for _ in 0..<64 {
        last = last.map { $0 + 1 }.filter { $0 > 0 }.skipRepeats().merge(with: Receiver<Int>.make().receiver)
      }
      let (chain, heard) = (last, Tally())
      onStack(512 << 10) {
        let listening = chain.listen { heard.add($0) }
        transmitter.broadcast(1)
        precondition(chain.latest == 65)
        listening.dispose()
      }
      precondition(heard.count == 65 && receiver.listenerCount == 0)
    }
  }

  @Test("50,000 listeners are released, each of which disposes of the next in the deinit of what it captures")
  func releases() async {
    await #expect(processExitsWith: .success) {
      let (transmitter, receiver) = Receiver<Int>.make()
      let released = Heard<Int>()
      let last = Box<Disposable>()
      for number in 0..<50_000 {
        let witness = Witness { [next = last.content] in
          released.append(number)
          next?.dispose()
        }
        last.content = receiver.listen { _ in withExtendedLifetime(witness) {} }
      }
      onStack(512 << 10) { last.content?.dispose() }
      precondition(released.values == (0..<50_000).reversed())
      precondition(receiver.listenerCount == 0)
      transmitter.broadcast(1)
    }
  }
  #endif
}

/// Runs a closure on a thread with a stack of a number of bytes. Threads other than the main thread have 512 KB on
/// Apple platforms. Blocks until the closure returns.
private func onStack(_ size: Int, _ body: @escaping @Sendable () -> Void) {
  let running = Countdown(1)
  let thread = Thread {
    body()
    running.countDown()
  }
  thread.stackSize = size
  thread.start()
  running.wait()
}
