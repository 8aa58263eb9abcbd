import Airwave
import AirwaveTesting
import TestSupport
import Testing

/// A simple model of `collect(count:for:clock:)`, for values that come at whole seconds.
struct Batching: Sendable, CustomTestStringConvertible {
  /// The number of values in a full batch, or nil without a limit.
  let count: Int?
  let seconds: Int

  static let all = [nil, 0, 1, 2, 3].flatMap { count in
    [0, 1, 2, 3].map { Batching(count: count, seconds: $0) }
  }

  var testDescription: String { "collect(\(count.map { "count: \($0), " } ?? "")for: \(seconds))" }

  func receiver<Value>(_ receiver: Receiver<Value>, _ clock: some Clock<Duration>) -> Receiver<[Value]> {
    if let count { return receiver.collect(count: count, for: .seconds(seconds), clock: clock) }
    return receiver.collect(for: .seconds(seconds), clock: clock)
  }

  /// Returns the batches that are heard until `now`, and the time of the alarm that is set then. Without alarms, a
  /// batch that is due is heard with the next value, or at the end.
  func model(
    of values: [(value: Int, time: Int)],
    at now: Int,
    isFinished: Bool,
    ringsAlarms: Bool = true
  ) -> (heard: [TimedBatch], alarm: Int?) {
    var heard: [TimedBatch] = []
    var (batch, start, end) = ([Int](), 0, Int?.none)
    var alarm: Int?
    func close(at time: Int) {
      heard.append(TimedBatch(time: time, values: batch))
      (batch, end) = ([], nil)
    }
    func happen(at time: Int) {
      guard let due = end, due <= time else { return }
      close(at: time)
      start = due
    }
    for time in 0...now {
      if alarm == time, ringsAlarms {
        happen(at: time)
        alarm = end
      }
      for value in values where value.time == time {
        happen(at: time)
        batch.append(value.value)
        if seconds == 0 || batch.count >= max(1, count ?? .max) {
          close(at: time)
          start = time
        } else if batch.count == 1 {
          var due = start
          while due <= time { due += seconds }
          end = due
        }
        alarm = alarm ?? end
      }
    }
    if isFinished {
      happen(at: now)
      if !batch.isEmpty { close(at: now) }
    }
    return (heard, isFinished ? nil : alarm)
  }
}

/// A batch, and the time at which it was heard. The end has no values.
struct TimedBatch: Equatable, Sendable {
  var time: Int
  var values: [Int]
}

/// Listens to a receiver, and collects its batches and its end with their times.
func recordBatches(
  _ receiver: Receiver<[Int]>,
  _ clock: ManualClock
) -> (heard: Heard<TimedBatch>, listening: Disposable) {
  recordEvents(receiver) {
    TimedBatch(time: clock.seconds, values: $0)
  } end: {
    TimedBatch(time: clock.seconds, values: [])
  }
}
