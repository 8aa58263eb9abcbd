import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver")
struct ReceiverTests {
  @Test("replays by its strategy, then hears what follows", arguments: everyStrategy)
  func replays(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2, 3, 4].forEach(transmitter.broadcast)

    let heard = receiver.record()
    [5, 6].forEach(transmitter.broadcast)

    #expect(heard.values == strategy.replayed(of: [1, 2, 3, 4]) + [5, 6])
  }
}
