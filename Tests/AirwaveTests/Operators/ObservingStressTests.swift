import Airwave
import Observation
import TestSupport
import Testing

@Suite("Receiver.observing: Stress", .inTurn, .patient)
@MainActor
struct ObservingStressTests {
  @Test("each set of a variable on another thread that is the last one is heard")
  func otherThreads() async {
    for round in 1...rounds(500) {
      let (a, b) = (Variable(0), Variable(0))
      let state = Derived(a, b) { $0 + $1 }
      let heard = Heard<Int>()
      let listening = Receiver.observing { state.value }.listen { heard.append($0) }
      await onThreads(2) { thread in
        for number in 0...round % 20 { (thread == 0 ? a : b).value = number }
      }
      await until { heard.values.last == 2 * (round % 20) }
      #expect(heard.values.last == 2 * (round % 20))
      listening.dispose()
    }
  }

  @Test("a registration that Observation does not remove, because of a set beside it, is used up by its first call")
  func usedUp() async {
    let (a, b, reads, heard) = (Variable(0), Variable(0), Tally(), Heard<Int>())
    let listening = Receiver.observing {
      reads.add()
      return a.value + b.value
    }.listen { heard.append($0) }
    // Not more: what Observation does not remove slows each later set down.
    let count = rounds(2_000)
    await onThreads(2) { thread in
      while reads.count < count { (thread == 0 ? a : b).withValue { $0 += 1 } }
    }
    await until { heard.values.last == a.value + b.value }
    // The turns in which a variable reminds of a set, and the value is read again.
    for _ in 0..<4 { await Task { @MainActor in }.value }
    let before = reads.count
    for _ in 0..<10 {
      a.value += 1
      for _ in 0..<4 { await Task { @MainActor in }.value }
    }

    #expect(reads.count == before + 10)
    listening.dispose()
  }
}
