import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Stress: pacing", .inTurn, .patient)
struct TimingStressTests {
  @Test("threads broadcast, join and leave while another moves the clock", arguments: Pacing.allCases)
  func stress(pacing: Pacing) async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
    var paced: Receiver<Int>? = pacing.receiver(receiver, for: 2, watch(clock))
    let (order, overlaps, ends, captured) = (Heard<Int>(), OverlapDetector(), Tally(), Tally())
    do {
      let witness = Witness { captured.add(1) }
      paced?.listen { value in
        withExtendedLifetime(witness) { overlaps.enter { order.append(value) } }
      } onFinish: {
        ends.add(1)
      }
    }
    let authors = Countdown(2)
    await onThreads(4) { [paced] thread in
      switch thread {
      case 0, 1:
        for number in 0..<2_000 { transmitter.broadcast(thread * 10_000 + number) }
        authors.countDown()
      case 2:
        while !authors.isDone { clock.advance(by: .seconds(1)) }
      default:
        for _ in 0..<500 { paced?.listen { _ in }.dispose() }
      }
    }
    paced = nil
    transmitter.finish()
    await until {
      clock.advance(by: .seconds(1))
      return watch.isIdle && ends.count == 1
    }

    // Values are delivered one at a time, in the order of each author, to the end, and none is left.
    #expect(overlaps.overlapCount == 0)
    for author in 0...1 {
      let heard = order.values.filter { $0 / 10_000 == author }
      #expect(heard == heard.sorted())
      if pacing == .delay { #expect(heard.count == 2_000) }
    }
    #expect(Set(order.values).count == order.values.count)
    #expect([ends.count, captured.count, clock.sleeperCount, receiver.listenerCount] == [1, 1, 0, 0])
    #expect(watch.isIdle)
  }
}
