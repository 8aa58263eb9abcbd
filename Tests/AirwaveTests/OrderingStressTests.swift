import Airwave
import Foundation
import Synchronization
import TestSupport
import Testing

/// Two threads that take turns, by a baton that orders nothing else that they do. So what one of them wrote is ordered
/// before what the other reads only by what they do to the pair, and the thread sanitizer sees whether it is.
@Suite("Stress: the order of memory")
struct OrderingStressTests {
  @Test("a listener sees what it wrote on the other thread", arguments: [.hot, .cold] as [ReplayStrategy])
  func broadcasts(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = Box([Int]())
    receiver.listen { heard.content?.append($0) }
    await takingTurns {
      transmitter.broadcast($0)
    } second: {
      transmitter.broadcast($0)
    }

    #expect(heard.content == Array(0..<rounds))
  }

  @Test("a listener hears what is broadcast while it runs as it was written on the other thread")
  func pushed() async {
    let (transmitter, receiver) = Receiver<Box<Int>>.make()
    let baton = Baton()
    let sum = Box(0)
    receiver.listen { box in
      let number = box.content ?? 0
      sum.content? += number
      guard number.isMultiple(of: 2) else { return }
      baton.pass(to: number + 1)
      baton.wait(for: number + 2)
    }
    await onThreads(2) { thread in
      for number in stride(from: thread, to: rounds, by: 2) {
        if thread == 1 { baton.wait(for: number) }
        transmitter.broadcast(Box(number))
        if thread == 1 { baton.pass(to: number + 1) }
      }
    }

    #expect(sum.content == (0..<rounds).reduce(0, +))
  }

  @Test("what joins on one thread is heard on the other, and what that wrote is seen after disposal")
  func joins() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let sum = Box(0)
    let listening = Box<Disposable>()
    await takingTurns { number in
      listening.content?.dispose()
      let heard = Box(sum.content ?? 0)
      listening.content = receiver.listen {
        heard.content? += $0
        sum.content = heard.content
      }
    } second: {
      transmitter.broadcast($0)
    }

    #expect(sum.content == stride(from: 1, to: rounds, by: 2).reduce(0, +))
  }

  @Test(
    "what is replayed is read at rest as the other thread wrote it",
    arguments: [.warm(upTo: 2), .cold] as [ReplayStrategy]
  )
  func reads(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Box<Int>>.make(strategy: strategy)
    let read = Box([Int?]())
    await takingTurns(rounds: 1_000) {
      transmitter.broadcast(Box($0))
    } second: { _ in
      read.content?.append(receiver.replayed.last?.content)
    }

    #expect(read.content == Array(stride(from: 0, to: 1_000, by: 2)))
  }

  @Test("what is replayed is read beside a listener as the other thread wrote it")
  func readsBesideDelivery() async {
    let (transmitter, receiver) = Receiver<Box<Int>>.make(strategy: .warm(upTo: 2))
    let baton = Baton()
    let read = Box([Int?]())
    receiver.listen { box in
      let number = box.content ?? 0
      baton.pass(to: number + 1)
      baton.wait(for: number + 2)
    }
    await onThreads(2) { thread in
      for number in stride(from: thread, to: rounds, by: 2) {
        if thread == 0 {
          transmitter.broadcast(Box(number))
        } else {
          baton.wait(for: number)
          read.content?.append(receiver.replayed.last?.content)
          baton.pass(to: number + 1)
        }
      }
    }

    #expect(read.content == Array(stride(from: 0, to: rounds, by: 2)))
  }

  @Test("a variable is changed as the other thread left it")
  func variables() async {
    let variable = Variable(Box(0))
    await takingTurns { _ in
      variable.value.content? += 1
    } second: { number in
      variable.withValue { $0 = Box(($0.content ?? 0) + 1) }
    }

    #expect(variable.value.content == rounds)
  }

  private let rounds = 10_000

  private func takingTurns(
    rounds: Int = 10_000,
    first: @escaping @Sendable (Int) -> Void,
    second: @escaping @Sendable (Int) -> Void
  ) async {
    let baton = Baton()
    await onThreads(2) { thread in
      for number in stride(from: thread, to: rounds, by: 2) {
        baton.wait(for: number)
        if thread == 0 { first(number) } else { second(number) }
        baton.pass(to: number + 1)
      }
    }
  }
}

/// A number that says whose turn it is.
private final class Baton: Sendable {
  private let turn = Atomic<Int>(0)

  func wait(for number: Int) {
    while turn.load(ordering: .relaxed) != number { sched_yield() }
  }

  func pass(to number: Int) {
    turn.store(number, ordering: .relaxed)
  }
}
