import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("AirwaveTesting: objects can be shown", .patient)
struct ReflectionTests {
  private struct Model {
    let clock = ManualClock()
    let recorder: Recorder<Int>
    let marbles: Marbles
  }

  @Test("dump shows the state of a recorder and of a clock, alone and as properties of other objects")
  func dumps() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let model = Model(recorder: receiver.record(), marbles: Marbles())
    model.marbles.record(receiver)
    transmitter.broadcast(7)
    model.clock.advance(by: .seconds(3))
    var text = ""
    dump(model, to: &text)

    #expect(text.contains("- 7") && text.contains("isFinished: false"))
    #expect(text.contains("offset: 3.0 seconds") && text.contains("sleeperCount: 0"))
    let lines = text.split(separator: "\n").count
    var parts = ""
    dump(model.recorder, to: &parts)
    dump(model.clock, to: &parts)
    dump(model.marbles, to: &parts)
    #expect(parts.split(separator: "\n").count == lines - 1)
    // Shown values are still unread.
    #expect(model.recorder.values == [7])
  }

  @Test("print shows them, too")
  func prints() {
    let recorder = Receiver<Int>.make().receiver.record()
    let text = "\(recorder) \(ManualClock()) \([recorder]) \(Marbles())"
    #expect(text.hasPrefix("AirwaveTesting.Recorder<Swift.Int> AirwaveTesting.ManualClock [AirwaveTesting.Recorder"))
  }
}
