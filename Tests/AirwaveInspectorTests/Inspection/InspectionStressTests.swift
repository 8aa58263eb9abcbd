#if Inspector
import Airwave
import AirwaveInspector
import Synchronization
import TestSupport
import Testing

extension InspectionTests {
  @Suite("Stress: the inspector is started and stopped during a flood", .inTurn)
  struct InspectionStressTests {
    /// Hears the numbers of one pair. The holder of the gate calls it, so it needs no lock.
    private final class Numbers: InspectionObserver, @unchecked Sendable {
      private(set) var count = 0
      private(set) var faults = 0

      func heard<Value: Sendable>(_ value: Value, number: Int, from pair: PairRecord) {
        guard pair.name == "flood" else { return }
        if number != count + 1 { faults += 1 }
        count = number
      }

      func finished(_ pair: PairRecord) {}
    }

    /// Hears the values of each thread, which are numbered.
    private final class Ordered: @unchecked Sendable {
      // Unchecked: Contract 3.
      private var next: [Int]
      private(set) var faults = 0

      init(threads: Int) { next = Array(repeating: 0, count: threads) }

      func hear(_ value: Int) {
        let (number, thread) = value.quotientAndRemainder(dividingBy: next.count)
        if next[thread] != number { faults += 1 }
        next[thread] = number + 1
      }

      func count(of thread: Int) -> Int { next[thread] }
    }

    @Test("each listener hears every value once and in order", arguments: [.hot, .warm(upTo: 2)] as [ReplayStrategy])
    func listeners(strategy: ReplayStrategy) async {
      let (threads, count) = (3, rounds(20_000))
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy, name: "flood")
      let flood = Inspection.pair(named: "flood")
      let heard = [Ordered(threads: threads), Ordered(threads: threads)]
      receiver.listen { heard[0].hear($0) }
      receiver.map { $0 }.listen { heard[1].hear($0) }
      let remaining = Countdown(threads)
      // Threads that broadcast are slowed down while requests are pending. The others must wait by themselves.
      let waitForHolder: @Sendable () -> Void = {
        spin { remaining.isDone || (flood?.counts.pending ?? 0) < 1_000 }
      }
      await onThreads(threads + 2) { thread in
        if thread < threads {
          for number in 0..<count { transmitter.broadcast(number * threads + thread) }
          remaining.countDown()
        } else if thread == threads {
          while !remaining.isDone {
            Inspection.start(Numbers())
            Inspection.stop()
            waitForHolder()
          }
        } else {
          while !remaining.isDone {
            receiver.listen { _ in }.dispose()
            waitForHolder()
          }
        }
      }

      for ordered in heard {
        #expect(ordered.faults == 0)
        #expect((0..<threads).map(ordered.count) == Array(repeating: count, count: threads))
      }
      #expect(receiver.listenerCount == 2)
      #expect(Inspection.listeners(of: Inspection.pair(named: "flood")).count == 2)
    }

    @Test("pairs and listeners are released, while their records are read")
    func released() async {
      let (threads, count) = (3, rounds(5_000))
      let alive = Tally()
      let remaining = Countdown(threads)
      await onThreads(threads + 2) { thread in
        if thread < threads {
          for _ in 0..<count {
            let (transmitter, receiver) = Receiver<Witness>.make(strategy: .cold, name: "released")
            let shared = receiver.share(strategy: .cold)
            alive.add(2)
            let captured = Witness { alive.add(-1) }
            shared.listen { _ in withExtendedLifetime(captured) {} }
            transmitter.broadcast(Witness { alive.add(-1) })
          }
          remaining.countDown()
        } else {
          var isRunning = false
          while !remaining.isDone {
            for pair in Inspection.pairs where pair.name == "released" {
              precondition(pair.counts.kept <= 1 && pair.counts.listeners <= 1 && pair.counts.pending >= 0)
            }
            if thread == threads {
              if isRunning { Inspection.stop() } else { Inspection.start(Numbers()) }
              isRunning.toggle()
            }
          }
        }
      }
      Inspection.stop()

      #expect(alive.count == 0)
      #expect(Inspection.pair(named: "released") == nil)
    }

    @Test("an observer hears consecutive numbers, up to the last value")
    func observer() async {
      let (threads, count) = (3, rounds(20_000))
      let (transmitter, receiver) = Receiver<Int>.make(name: "flood")
      receiver.listen { _ in }
      let observers = Heard<Numbers>()
      let remaining = Countdown(threads)
      let whole = Numbers()
      await onThreads(threads + 1) { thread in
        if thread < threads {
          for number in 0..<count { transmitter.broadcast(number) }
          remaining.countDown()
        } else {
          while !remaining.isDone {
            let observer = Numbers()
            observers.append(observer)
            Inspection.start(observer)
            let seen = Inspection.pair(named: "flood")?.total ?? 0
            spin { remaining.isDone || (Inspection.pair(named: "flood")?.total ?? 0) != seen }
          }
        }
      }
      Inspection.start(whole)
      await onThreads(threads) { _ in for number in 0..<count { transmitter.broadcast(number) } }
      let total = Inspection.pair(named: "flood")?.total
      Inspection.stop()

      #expect(observers.values.map(\.faults).reduce(0, +) == 0)
      #expect(whole.faults == 0)
      #expect(whole.count == threads * count)
      #expect(total == threads * count)
    }
  }
}
#endif
