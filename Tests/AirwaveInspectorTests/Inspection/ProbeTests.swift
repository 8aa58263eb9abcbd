#if Inspector
import Airwave
import AirwaveInspector
import Synchronization
import TestSupport
import Testing

extension InspectionTests {
  @Suite("The observer of the inspector")
  struct ProbeTests {
    @Test("hears each value once and in order, without a listener and with several", arguments: everyStrategy)
    func values(strategy: ReplayStrategy) {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy, name: "early")
      transmitter.broadcast(0)
      receiver.listen { _ in }
      let heard = Observed.during { _ in
        transmitter.broadcast(1)
        receiver.listen { if $0 == 2 { transmitter.broadcast(3) } }
        transmitter.broadcast(2)
        let (later, _) = Receiver<Int>.make(strategy: strategy, name: "late")
        later.broadcast(1)
        later.finish()
        transmitter.finish()
        receiver.listen { _ in }
      }

      #expect(
        heard == ["early 1: 1", "early 2: 2", "early 3: 3", "late 1: 1", "late: finished", "early: finished"]
      )
    }

    @Test("is no listener: not counted, not replayed to, and not removed")
    func isNoListener() {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold, name: "alone")
      transmitter.broadcast(0)
      let heard = Observed.during { _ in
        #expect(!transmitter.hasListeners)
        #expect(receiver.listenerCount == 0)
        let listening = receiver.listen { _ in }
        #expect(receiver.listenerCount == 1)
        transmitter.removeAllListeners()
        #expect(listening.isDisposed)
        #expect(!transmitter.hasListeners)
        transmitter.broadcast(1)
        #expect(receiver.replayed == [0, 1])
      }

      #expect(heard == ["alone 1: 1"])
    }

    @Test("has heard nothing, as far as the pair is concerned")
    func hasNotHeard() {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: .untilHeard(upTo: 2), name: "alone")
      let heard = Observed.during { _ in
        transmitter.broadcast(1)
        #expect(receiver.replayed == [1])
        receiver.listen { _ in }
        transmitter.broadcast(2)
        #expect(receiver.replayed == [])
      }

      #expect(heard == ["alone 1: 1", "alone 2: 2"])
    }

    @Test("is called in the place where it joined, and leaves listeners in theirs")
    func order() {
      let order = Heard<String>()
      let (transmitter, receiver) = Receiver<Int>.make()
      receiver.listen { order.append("first \($0)") }
      receiver.listen { order.append("second \($0)") }
      for round in 0..<3 {
        if round == 1 { Inspection.start(Observed()) } else { Inspection.stop() }
        transmitter.broadcast(round)
      }

      #expect(order.values == (0..<3).flatMap { ["first \($0)", "second \($0)"] })
    }

    @Test("hears a value before the listeners do, also before those that joined before it")
    func first() {
      let (transmitter, receiver) = Receiver<Int>.make(name: "before")
      let observed = Observed()
      let counts = Heard<Int>()
      receiver.listen { _ in counts.append(observed.all.count) }
      Inspection.start(observed)
      receiver.listen { _ in counts.append(observed.all.count) }
      transmitter.broadcast(1)
      transmitter.removeAllListeners()
      receiver.listen { _ in counts.append(observed.all.count) }
      transmitter.broadcast(2)
      Inspection.stop()

      #expect(counts.values == [1, 1, 2])
    }

    @Test("is released when the inspector is stopped, and not called afterwards")
    func stop() {
      let (transmitter, receiver) = Receiver<Int>.make(name: "stopped")
      receiver.listen { _ in }
      weak var observer: Observed?
      let heard = Observed.during { observed in
        observer = observed
        transmitter.broadcast(1)
      }
      transmitter.broadcast(2)

      #expect(heard == ["stopped 1: 1"])
      #expect(observer == nil)
      #expect(!Inspection.isRunning)
    }

    @Test("counts anew when the inspector is started again, also in place of another observer")
    func restart() {
      let (transmitter, receiver) = Receiver<Int>.make(name: "again")
      receiver.listen { _ in }
      let records = Inspection.listeners(of: Inspection.pair(named: "again"))
      let (first, second) = (Observed(), Observed())
      for observer in [first, second] {
        Inspection.start(observer)
        [1, 2].forEach(transmitter.broadcast)
        #expect(Inspection.pair(named: "again")?.total == 2)
        #expect(records.map(\.calls) == [2])
      }
      Inspection.stop()

      #expect(first.all == ["again 1: 1", "again 2: 2"])
      #expect(second.all == first.all)
    }

    @Test("is not told of an end that came before")
    func finished() {
      let pair = Receiver<Int>.make(strategy: .cold, name: "finished")
      pair.transmitter.finish()
      let heard = Observed.during { _ in
        pair.transmitter.finish()
        pair.receiver.listen { _ in }
      }

      #expect(heard == [])
      #expect(Inspection.pair(named: "finished")?.counts.isFinished == true)
      withExtendedLifetime(pair) {}
    }

    @Test("may be started and stopped inside a listener")
    func inside() {
      let observed = Observed()
      let (transmitter, receiver) = Receiver<Int>.make(name: "inside")
      receiver.listen { if $0 == 1 { Inspection.start(observed) } else if $0 == 3 { Inspection.stop() } }
      (1...4).forEach(transmitter.broadcast)

      #expect(observed.all == ["inside 1: 2", "inside 2: 3"])
    }

    @Test("hears a shared receiver through all its connections, and its end with each of them")
    func share() {
      final class Shared: InspectionObserver {
        let lines = Heard<String>()

        func heard<Value: Sendable>(_ value: Value, number: Int, from pair: PairRecord) {
          if pair.kind == .share { lines.append("\(number): \(value)") }
        }

        func finished(_ pair: PairRecord) { if pair.kind == .share { lines.append("finished") } }
      }
      let (transmitter, receiver) = Receiver<Int>.make()
      let shared = receiver.share()
      let observer = Shared()
      Inspection.start(observer)
      for value in 1...2 {
        let listening = shared.listen { _ in }
        transmitter.broadcast(value)
        listening.dispose()
      }
      shared.listen { _ in }
      transmitter.finish()
      Inspection.stop()

      #expect(observer.lines.values == ["1: 1", "2: 2", "finished"])
    }

    @Test("is released with the connection of a shared receiver, which has ended without a finish")
    func connection() {
      let (transmitter, receiver) = Receiver<Int>.make()
      let shared = receiver.share()
      weak var observer: Observed?
      _ = Observed.during { observed in
        observer = observed
        let listening = shared.listen { _ in }
        transmitter.broadcast(1)
        listening.dispose()
      }
      #expect(observer == nil)
      withExtendedLifetime(shared) {}
    }
  }
}
#endif
