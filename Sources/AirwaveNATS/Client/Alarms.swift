#if NATS
import Airwave
import Dispatch
import Foundation

/// Calls closures at given times, on one thread, which starts with the first closure and ends with ``end()``. The
/// closures must be brief, and call no code of users.
///
/// Not the core's `AlarmQueue`, whose alarms ring in tasks: an app whose actors block all threads of the pool would
/// hold up the time-outs of publishes and requests, and so all pairs.
final class Alarms: Sendable {
  private struct Alarm: Comparable {
    let time: Nanoseconds
    /// Orders alarms of one time.
    let number: Int
    let action: @Sendable () -> Void

    static func == (first: Alarm, second: Alarm) -> Bool { first.number == second.number }
    static func < (first: Alarm, second: Alarm) -> Bool { (first.time, first.number) < (second.time, second.number) }
  }

  private struct State {
    var alarms = Heap<Alarm>()
    var lastNumber = 0
    var isRunning = false
    var isOver = false
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
      let isEarliest = state.alarms.first.map { time < $0.time } ?? true
      state.lastNumber += 1
      state.alarms.insert(Alarm(time: time, number: state.lastNumber, action: action))
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
    var rest = state.withLock { state in
      state.isOver = true
      return exchange(&state.alarms, with: Heap())
    }
    wake.signal()
    while rest.first != nil { rest.removeFirst().action() }
  }

  private func run() {
    while true {
      enum Next { case act(Alarm), wait(DispatchTime), end }
      let next = state.withLock { state -> Next in
        if state.isOver { return .end }
        guard let next = state.alarms.first else { return .wait(.distantFuture) }
        if next.time > .now { return .wait(DispatchTime(uptimeNanoseconds: next.time)) }
        return .act(state.alarms.removeFirst())
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
