import Airwave
import Synchronization
import TestSupport
import Testing

@Suite("Stress: until heard", .inTurn)
struct UntilHeardStressTests {
  /// One listener at a time, so that no two of them hear the same value. Each ends by itself, and only then the next
  /// one joins, on this or another thread, beside the broadcasts.
  @Test("each value is heard once, and in order, by listeners that join and end on other threads than it is sent on")
  func once() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .untilHeard(upTo: .max))
    let (count, senders) = (rounds(50_000), 2)
    let (heard, sending) = (HeardByOne<Int>(), Countdown(senders))
    let isListening = Atomic(false)

    await onThreads(4) { thread in
      if thread < senders {
        for number in 0..<count { transmitter.broadcast(number * senders + thread) }
        sending.countDown()
        return
      }
      var length = 0
      while !sending.isDone || receiver.latest != nil {
        guard !isListening.exchange(true, ordering: .acquiring) else { continue }
        length = (length + 1) % 4
        receiver.take(count: length).listen { value in
          heard.values.append(value)
        } onFinish: {
          isListening.store(false, ordering: .releasing)
        }
      }
    }
    receiver.listen { heard.values.append($0) }

    #expect(heard.values.count == senders * count)
    for thread in 0..<senders {
      let numbers = heard.values.filter { $0 % senders == thread }.map { $0 / senders }
      #expect(numbers == Array(0..<count))
    }
  }
}
