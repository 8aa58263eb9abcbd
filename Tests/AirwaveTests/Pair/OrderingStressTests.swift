import Airwave
import Foundation
import Synchronization
import TestSupport
import Testing

/// Two threads take turns by a baton with relaxed ordering. So only their calls of the pair can order the writes of one
/// thread before the reads of the other, and the thread sanitizer sees whether they do.
@Suite("Stress: the order of memory", .inTurn)
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

    #expect(heard.content == Array(0..<count))
  }

  @Test("a listener hears what is broadcast while it runs as it was written on the other thread")
  func pushed() async {
    let (transmitter, receiver) = Receiver<Letter>.make()
    let baton = Baton()
    let sum = Box(0)
    receiver.listen { letter in
      let number = letter.number
      sum.content? += number
      guard number.isMultiple(of: 2) else { return }
      baton.pass(to: number + 1)
      baton.wait(for: number + 2)
    }
    await onThreads(2) { thread in
      for number in stride(from: thread, to: count, by: 2) {
        if thread == 1 { baton.wait(for: number) }
        transmitter.broadcast(Letter(number))
        if thread == 1 { baton.pass(to: number + 1) }
      }
    }

    let expected = (0..<count).reduce(0, +)
    #expect(sum.content == expected)
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

    let expected = stride(from: 1, to: count, by: 2).reduce(0, +)
    #expect(sum.content == expected)
  }

  private let count = rounds(10_000)

  private func takingTurns(
    first: @escaping @Sendable (Int) -> Void,
    second: @escaping @Sendable (Int) -> Void
  ) async {
    let baton = Baton()
    await onThreads(2) { thread in
      for number in stride(from: thread, to: count, by: 2) {
        baton.wait(for: number)
        if thread == 0 { first(number) } else { second(number) }
        baton.pass(to: number + 1)
      }
    }
  }
}

/// A value that one thread writes and the other reads. Not generic, so that the sanitizer sees the accesses.
private final class Letter: @unchecked Sendable {
  // Unchecked: the number is not changed after the broadcast.
  var number: Int

  init(_ number: Int) {
    self.number = number
  }
}

/// A number that gives the turn to one of the threads.
private final class Baton: Sendable {
  private let turn = Atomic<Int>(0)

  func wait(for number: Int) {
    while turn.load(ordering: .relaxed) != number { sched_yield() }
  }

  func pass(to number: Int) {
    turn.store(number, ordering: .relaxed)
  }
}
