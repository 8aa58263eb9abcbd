#if NATS
import Airwave
import Dispatch
import Foundation

/// Calls closures at given times, on one thread, which starts with the first closure and ends with ``end()``. The
/// closures must be brief, and call no code of users.
///
/// Not the core's `AlarmQueue`, whose alarms ring in tasks: an app whose actors block all threads of the pool would
/// hold up the time-outs of publishes and requests, and so all pairs. Nor do they wait in its heap: if other modules
/// could use that, each client of the core would have four kilobytes more.
final class Alarms: Sendable {
  private struct Alarm {
    let time: Nanoseconds
    let action: @Sendable () -> Void
  }

  private struct State {
    /// The earliest first, behind those that have rung. Most alarms are the latest when they are set, because they have
    /// the same time-out as those before: they are appended.
    var alarms: [Alarm?] = []
    var rungCount = 0
    var isRunning = false
    var isOver = false

    var earliest: Alarm? { rungCount < alarms.count ? alarms[rungCount] : nil }

    mutating func insert(_ alarm: Alarm) {
      var range = rungCount..<alarms.count
      // Behind those of the same time.
      while !range.isEmpty {
        let middle = (range.lowerBound + range.upperBound) / 2
        let isBehind = alarms[middle].map { $0.time <= alarm.time } ?? true
        range = isBehind ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      alarms.insert(alarm, at: range.lowerBound)
    }

    /// Removes the earliest alarm. Takes constant time, amortized.
    mutating func removeEarliest() {
      alarms[rungCount] = nil
      rungCount += 1
      if 2 * rungCount > alarms.count + 16 {
        alarms.removeFirst(rungCount)
        rungCount = 0
      }
    }
  }

  private let state = Lock(State())
  private let wake = DispatchSemaphore(value: 0)

  /// Calls a closure at a time, or soon after.
  ///
  /// - Returns: False if the alarms have ended. The closure is not called then.
  @discardableResult
  func call(at time: Nanoseconds, _ action: @escaping @Sendable () -> Void) -> Bool {
    enum Way { case start, wake, none, refuse }
    let way = state.withLock { state -> Way in
      if state.isOver { return .refuse }
      let isEarliest = state.earliest.map { time < $0.time } ?? true
      state.insert(Alarm(time: time, action: action))
      if !exchange(&state.isRunning, with: true) { return .start }
      return isEarliest ? .wake : .none
    }
    switch way {
    case .start:
      let thread = Thread { [self] in run() }
      thread.name = "nats-alarms"
      thread.start()
    case .wake: wake.signal()
    case .none, .refuse: break
    }
    return way != .refuse
  }

  @discardableResult
  func call(after time: Nanoseconds, _ action: @escaping @Sendable () -> Void) -> Bool {
    let (sum, overflow) = Nanoseconds.now.addingReportingOverflow(time)
    return call(at: overflow ? .max : sum, action)
  }

  /// Waits, unless the alarms have ended.
  func wait(_ time: Nanoseconds) async {
    await withCheckedContinuation { continuation in
      if !call(after: time, { continuation.resume() }) { continuation.resume() }
    }
  }

  /// Calls all closures that still wait, and no others.
  func end() {
    let rest = state.withLock { state in
      state.isOver = true
      return exchange(&state.alarms, with: [])
    }
    wake.signal()
    for alarm in rest { alarm?.action() }
  }

  private func run() {
    while true {
      enum Next { case act(Alarm), wait(DispatchTime), end }
      let next = state.withLock { state -> Next in
        if state.isOver { return .end }
        guard let next = state.earliest else { return .wait(.distantFuture) }
        if next.time > .now { return .wait(DispatchTime(uptimeNanoseconds: next.time)) }
        state.removeEarliest()
        return .act(next)
      }
      switch next {
      case .act(let alarm): alarm.action()
      case .wait(let time): _ = wake.wait(timeout: time)
      case .end: return
      }
    }
  }
}
#endif
