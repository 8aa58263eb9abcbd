import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.windows(ofCount:)")
struct WindowsTests {
  @Test("forwards no part of a window at the end")
  func ends() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = recordEvents(receiver.windows(ofCount: 2))
    let (short, _) = recordEvents(receiver.windows(ofCount: 4))
    [1, 2, 3].forEach(transmitter.broadcast)
    transmitter.finish()

    #expect(heard.values == [.value([1, 2]), .value([2, 3]), .end])
    #expect(short.values == [.end])
  }

  @Test("keeps one window")
  func keeps() {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let released = Tally()
    receiver.windows(ofCount: 2).listen { _ in }
    for _ in 1...5 { transmitter.broadcast(Witness { released.add() }) }

    #expect(released.count == 3)
  }

  @Test("is of one value if the count is zero")
  func zero() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = receiver.windows(ofCount: 0).record()
    [1, 2].forEach(transmitter.broadcast)

    #expect(heard.values == [[1], [2]])
  }
}
