import Airwave
import AirwaveTesting
import Foundation
import TestSupport
import Testing

@Suite("Variable.bond: two threads", .inTurn)
struct BondThreadsTests {
  @Test("sets from two threads at once converge to one of the two values, and end")
  func converges() async {
    let (left, right) = (Variable(0), Variable(0))
    left.bond(with: right)
    let heard = [left.receiver.record(), right.receiver.record()]
    let (ready, done, failures) = ([Tally(), Tally()], [Tally(), Tally()], Heard<[Int]>())

    await onThreads(2) { thread in
      for round in 1...5_000 {
        ready[thread].add(1)
        while ready[1 - thread].count < round { sched_yield() }
        (thread == 0 ? left : right).value = round * 2 + thread
        done[thread].add(1)
        while done[1 - thread].count < round { sched_yield() }
        // The bond is at rest: both sets have returned, and neither thread sets again before the other thread has read
        // the values.
        let values = [left.value, right.value]
        if values[0] != values[1] || values[0] / 2 != round { failures.append([round] + values) }
      }
    }

    #expect(failures.values == [])
    #expect(heard.map { $0.values.last } == [left.value, right.value])
  }

  @Test("a bond made, and one ended, while another thread sets leaves no harm behind")
  func makeAndEnd() async {
    for _ in 0..<300 {
      let (left, right) = (Variable(0), Variable(0))
      await onThreads(2) { thread in
        if thread == 0 {
          for number in 1...20 { right.value = number }
        } else {
          for _ in 0..<5 { left.bond(with: right).dispose() }
        }
      }
      #expect(right.value == 20 && left.receiver.listenerCount == 0 && right.receiver.listenerCount == 0)
    }
  }

  @Test("a bond made while another thread sets keeps the two equal")
  func madeMeanwhile() async {
    let failures = Heard<[Int]>()
    for _ in 0..<2_000 {
      let (left, right) = (Variable(0), Variable(0))
      await onThreads(2) { thread in
        if thread == 0 {
          for number in 1...20 { right.value = number }
        } else {
          left.bond(with: right)
        }
      }
      if left.value != right.value { failures.append([left.value, right.value]) }
    }
    #expect(failures.values == [])
  }

  @Test("a variable that is released while another thread sets the other ends the bond")
  func goes() async {
    for _ in 0..<300 {
      let (left, right) = (Box(Variable(0)), Variable(0))
      let bond = left.content?.bond(with: right)
      await onThreads(2) { thread in
        if thread == 0 {
          for number in 1...20 { right.value = number }
        } else {
          left.content = nil
        }
      }
      #expect(right.value == 20 && bond?.isDisposed == true && right.receiver.listenerCount == 0)
    }
  }
}
