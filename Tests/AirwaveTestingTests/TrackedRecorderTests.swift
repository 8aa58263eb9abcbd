import Airwave
import AirwaveTesting
import Testing

@Suite("Recorder and ListenerTracker")
struct TrackedRecorderTests {
  @Test("a recorder is listed where the test made it")
  func recorder() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let tracker = ListenerTracker()
    let recorder = tracker.track { receiver.record() }
    let line = #line - 1

    #expect(tracker.liveListeners.map(\.description) == ["\(#fileID):\(line)"])
    withExtendedLifetime((transmitter, recorder)) {}
  }
}
