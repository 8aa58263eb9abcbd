import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Limits of time", .patient)
struct TimeLimitTests {
  /// A clock that shows a later time to all tasks but one, and whose `sleep` returns at once.
  private struct TaskClock: Clock {
    let deadlines = Heard<ManualClock.Instant>()
    let minimumResolution = Duration.zero
    private let task = currentTask

    var now: ManualClock.Instant {
      ManualClock.Instant(offset: Self.currentTask == task ? .zero : .seconds(100))
    }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) {
      deadlines.append(deadline)
    }

    private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
  }

  @Test("count from the call, whenever the task of the alarm begins")
  func fromTheCall() async {
    let clock = TaskClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let recorder = receiver.record()
    await #expect(throws: RecorderError.self) { try await recorder.next(within: .seconds(1), clock: clock) }
    await #expect(throws: RecorderError.self) { try await recorder.next(2, within: .seconds(2), clock: clock) }
    await #expect(throws: RecorderError.self) { try await recorder.finish(within: .seconds(3), clock: clock) }
    withExtendedLifetime(transmitter) {}

    #expect(clock.deadlines.values.map(\.offset) == [.seconds(1), .seconds(2), .seconds(3)])
  }
}
