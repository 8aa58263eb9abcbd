import Airwave
import Synchronization
import TestSupport
import Testing

/// Contract 9 for `removeAllListeners`, while other threads dispose of the same listeners, and new listeners join.
@Suite("Stress: removing all listeners", .inTurn, .patient)
struct RemovalStressTests {
  @Test("ends each listener once, and no listener that joins later", arguments: everyStrategy)
  func counts(strategy: ReplayStrategy) async {
    for _ in 0..<rounds(100) {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
      let (removed, joined, releases) = (Tally(), Tally(), Tally())
      let listen = { @Sendable (heard: Tally) in
        let witness = Witness { releases.add() }
        return receiver.listen { _ in withExtendedLifetime(witness) { heard.add() } }
      }
      let tokens = (0..<200).map { _ in listen(removed) }
      let isRemoved = Countdown(1)
      await onThreads(4) { thread in
        switch thread {
        case 0:
          transmitter.removeAllListeners()
          isRemoved.countDown()
        case 1: tokens.forEach { $0.dispose() }
        case 2: tokens.reversed().forEach { $0.dispose() }
        default:
          isRemoved.wait()
          // Each takes a slot of the table that has become free.
          for _ in 0..<200 { _ = listen(joined) }
        }
      }
      tokens.forEach { $0.dispose() }
      transmitter.broadcast(1)

      #expect(removed.count == 0)
      #expect(joined.count == 200)
      #expect(releases.count == 200)
      #expect(receiver.listenerCount == 200)
    }
  }

  @Test("leaves those that join meanwhile, unless it removes them", arguments: everyStrategy)
  func joinsMeanwhile(strategy: ReplayStrategy) async {
    for _ in 0..<rounds(100) {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
      let (live, dead, releases) = (Tally(), Heard<Disposable>(), Tally())
      let total = 400
      await onThreads(4) { thread in
        if thread == 0 {
          for _ in 0..<20 { transmitter.removeAllListeners() }
          return
        }
        for number in 0..<total {
          let witness = Witness { releases.add() }
          let listening = receiver.listen { _ in withExtendedLifetime(witness) { live.add() } }
          dead.append(listening)
          // A listener that was removed is disposed of after others have taken its slot.
          if number.isMultiple(of: 2) { listening.dispose() }
        }
      }
      let living = dead.values.count { !$0.isDisposed }
      dead.values.filter(\.isDisposed).forEach { $0.dispose() }
      transmitter.broadcast(1)

      #expect(receiver.listenerCount == living)
      #expect(live.count == living)
      #expect(releases.count == 3 * total - living)
      transmitter.removeAllListeners()
      #expect(releases.count == 3 * total)
      #expect(receiver.listenerCount == 0)
    }
  }

  @Test("beside broadcasts, each listener hears a run of values without gaps", arguments: [false, true])
  func besideBroadcasts(isMerged: Bool) async {
    for _ in 0..<rounds(50) {
      let (transmitter, receiver) = Receiver<Int>.make()
      let source = isMerged ? receiver.merge(with: .never) : receiver
      let runs = Heard<Heard<Int>>()
      let isDone = Atomic(false)
      await onThreads(4) { thread in
        switch thread {
        case 0:
          for number in 0..<500 { transmitter.broadcast(number) }
          isDone.store(true, ordering: .relaxed)
        case 1: while !isDone.load(ordering: .relaxed) { transmitter.removeAllListeners() }
        default:
          while !isDone.load(ordering: .relaxed) {
            let run = Heard<Int>()
            let listening = source.listen { run.append($0) }
            runs.append(run)
            listening.dispose()
          }
        }
      }
      let all = runs.values.map(\.values).filter { !$0.isEmpty }

      transmitter.removeAllListeners()
      #expect(all.allSatisfy { $0.elementsEqual($0[0]..<$0[0] + $0.count) })
      #expect(receiver.listenerCount == 0)
    }
  }
}
