#if NATS
import Airwave
import Dispatch
import Foundation

/// Calls closures at given times, on one thread, which starts with the first closure and ends with ``end()``. The
/// closures must be brief, and call no code of users.
///
/// They wait in the heap of the core. They are not the core's `AlarmQueue`, whose alarms ring in tasks: an app whose
/// actors block all threads of the pool would hold up the time-outs of publishes and requests, and so all pairs.
final class Alarms: Sendable {
  private struct State {
    var alarms = AlarmHeap()
    var newest = 0
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
      state.newest += 1
      let alarm = Alarm(state.newest, action)
      state.alarms.insert(alarm, at: Duration(time))
      if !exchange(&state.isRunning, with: true) { return .start }
      return state.alarms.first === alarm ? .wake : .none
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
      return exchange(&state.alarms, with: AlarmHeap())
    }
    wake.signal()
    while let action = rest.removeFirst(until: Duration(.max)) { action() }
  }

  private func run() {
    while true {
      enum Next { case act(@Sendable () -> Void), wait(DispatchTime), end }
      let next = state.withLock { state -> Next in
        if state.isOver { return .end }
        if let action = state.alarms.removeFirst(until: Duration(.now)) { return .act(action) }
        return .wait(state.alarms.first.map { DispatchTime($0.time) } ?? .distantFuture)
      }
      switch next {
      case .act(let action): action()
      case .wait(let time): _ = wake.wait(timeout: time)
      case .end: return
      }
    }
  }
}

extension Duration {
  /// The time since the system started.
  fileprivate init(_ time: Nanoseconds) {
    self = .nanoseconds(Int64(clamping: time))
  }
}

extension DispatchTime {
  /// The time so long after the system started, to the nanosecond.
  fileprivate init(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    let nanoseconds = Nanoseconds(seconds) * .second
    self.init(uptimeNanoseconds: nanoseconds + Nanoseconds(attoseconds / 1_000_000_000))
  }
}
#endif
