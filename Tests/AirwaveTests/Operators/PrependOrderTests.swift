import Airwave
import TestSupport
import Testing

/// Contracts 6 and 8: the given values, then the replay, then what is broadcast, also if it is broadcast meanwhile.
@Suite("Receiver.prepend: the order")
struct PrependOrderTests {
  @Test("keeps what the listener broadcasts from inside of a given value", arguments: everyStrategy)
  func listenerBroadcasts(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [10, 11, 12].forEach(transmitter.broadcast)
    let (heard, other) = (Heard<Int>(), Heard<Int>())
    receiver.listen { if $0 >= 100 { other.append($0) } }
    receiver.prepend(1, 2).listen { value in
      heard.append(value)
      if value < 3 { [100, 101, 102].forEach { transmitter.broadcast(value * $0) } }
      if value == 102 { transmitter.broadcast(1_000) }
    }

    let live = [100, 101, 102, 200, 202, 204, 1_000]
    #expect(heard.values == [1, 2] + strategy.replayed(of: [10, 11, 12]) + live)
    #expect(other.values == live)
  }

  @Test("makes a replayed value after the listener has heard the one before", arguments: everyStrategy)
  func interleaves(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [3, 4, 5].forEach(transmitter.broadcast)
    let log = Heard<String>()
    receiver.map { value in
      log.append("made \(value)")
      return value
    }.prepend(1, 2).listen { log.append("heard \($0)") }
    transmitter.broadcast(6)

    // The first replayed value is made before the given values are heard, and heard behind them. None is kept.
    var lines = (strategy.replayed(of: [3, 4, 5]) + [6]).flatMap { ["made \($0)", "heard \($0)"] }
    lines.insert(contentsOf: ["heard 1", "heard 2"], at: lines[0] == "made 6" ? 0 : 1)
    #expect(log.values == lines)
  }

  @Test("leaves its source when a replayed value is enough")
  func enough() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    (3...1_000).forEach(transmitter.broadcast)
    let made = Tally()
    let counted = receiver.map { value in
      made.add()
      return value
    }
    let heard = recordEvents(counted.prepend(1, 2).take(count: 4)).heard

    #expect(heard.values == [.value(1), .value(2), .value(3), .value(4), .end])
    #expect(made.count == 2)
    #expect(receiver.listenerCount == 0)
  }
}

@Suite("Stress: Receiver.prepend", .inTurn)
struct PrependOrderStressTests {
  @Test("each listener hears a run without gaps that a thread broadcasts while it hears a given value")
  func threads() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
    let (sent, runs, isDone) = (Tally(), Heard<Heard<Int>>(), Countdown(1))
    let count = rounds(1_000)
    await onThreads(2) { thread in
      if thread == 0 {
        while !isDone.isDone {
          transmitter.broadcast(sent.count)
          sent.add()
        }
      } else {
        for _ in 0..<count {
          let run = Heard<Int>()
          runs.append(run)
          let listening = receiver.prepend(-2, -1).listen { value in
            run.append(value)
            if value >= 0 { return }
            // Values are broadcast meanwhile.
            let before = sent.count
            spin { sent.count > before + 2 }
          }
          spin { run.values.count > 10 }
          listening.dispose()
        }
        isDone.countDown()
      }
    }

    let all = runs.values.map(\.values)
    #expect(all.count == count)
    #expect(all.allSatisfy { $0.prefix(2) == [-2, -1] && $0.count > 10 })
    #expect(all.allSatisfy { $0.dropFirst(2).elementsEqual($0[2]..<$0[2] + $0.count - 2) })
  }
}
