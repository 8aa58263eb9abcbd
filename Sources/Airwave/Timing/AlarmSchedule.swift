/// The alarms of all listeners of one timed receiver. It calls the listeners whose alarms are due one after the other,
/// in the order of their deadlines, and in the order in which they joined if the deadlines are equal.
///
/// Each listener that waits has one alarm of the clock. The first alarm that rings sends a step, which calls all
/// listeners whose alarms are due. The steps of values and alarms share one channel, so a listener that is slow, or busy
/// with a broadcast of another thread, holds up the later ones, as in a pair.
///
/// An alarm may be late. A value that comes after the deadline of its listener rings the alarm itself, unless the alarm
/// of another listener is due before. In that case the value is *postponed* until that alarm has rung, and so are the
/// values after it.
@usableFromInline
final class AlarmSchedule<C: Clock>: Sendable where C.Duration == Duration {
  private struct Alarm {
    let deadline: C.Instant
    /// Forwards what is due at the deadline, and what is due until the present time, but before the next alarm of
    /// another listener.
    let ring: (_ now: C.Instant, _ next: C.Instant?) -> Void
    /// Cancels the alarm of the clock, if it has one.
    var cancel: (@Sendable () -> Void)?
  }

  private struct State: ~Copyable {
    var joinedCount = 0
    var waiting = AlarmHeap<C.Instant, Alarm>()
    /// The latest instant at which an alarm has rung.
    var reached: C.Instant?
    /// Whether a step calls the listeners whose alarms are due until `reached`.
    var isCalling = false
    var postponed = RingBuffer<(instant: C.Instant, step: Step)>()
  }

  private let clock: C
  @usableFromInline let steps = SharedSteps()
  private let state = Lock(State())

  @usableFromInline init(_ clock: C) {
    self.clock = clock
  }

  /// Returns the number of a new listener: 1 for the first one.
  @usableFromInline func join() -> Int {
    state.withLock { state in
      state.joinedCount += 1
      return state.joinedCount
    }
  }

  /// Sets the alarm of a listener that has none.
  @usableFromInline
  func setAlarm(
    of number: Int,
    at deadline: C.Instant,
    _ ring: @escaping (_ now: C.Instant, _ next: C.Instant?) -> Void
  ) {
    let needsClock = state.withLock { state in
      state.waiting.insert(Alarm(deadline: deadline, ring: ring), number, at: deadline)
      guard state.isCalling, let reached = state.reached else { return true }
      return reached < deadline
    }
    guard needsClock else { return }
    // Outside of the lock: the clock may ring at once.
    let cancel = clock.alarm(at: deadline) { [self] in self.ring(number, deadline) }
    let isWaiting = state.withLock { $0.waiting.update(number, at: deadline) { $0.cancel = cancel } }
    if !isWaiting { cancel() }
  }

  /// Cancels the alarm of a listener, if it has one.
  @usableFromInline
  func cancelAlarm(of number: Int) {
    let (alarm, mustGoOn) = state.withLock { ($0.waiting.remove(number), !$0.postponed.isEmpty) }
    alarm?.cancel?()
    // What is postponed must not wait for an alarm that no longer rings. In a task: the calling thread must not run the
    // listeners of others (Contract 4).
    if mustGoOn { Task.detached { [self] in steps.run(callListeners) } }
  }

  /// Called when the alarm of a listener rings. Does nothing if the listener was called before, because an alarm that
  /// was due later has rung first.
  private func ring(_ number: Int, _ deadline: C.Instant) {
    let now = clock.now
    guard state.withLock({ $0.waiting[number]?.deadline == deadline }) else { return }
    steps.run { [self] in
      // Not before: the steps of values that were sent earlier come first. A clock that rounds instants may ring a little
      // early.
      state.withLock { $0.reached = max($0.reached ?? now, now, deadline) }
      callListeners()
    }
  }

  // MARK: For a step

  /// Rings an alarm that is late.
  ///
  /// - Returns: Whether it rang. It does not if the alarm of another listener is due before.
  @usableFromInline
  func ringAlarm(of number: Int, lateAt instant: C.Instant) -> Bool {
    let (alarm, next) = state.withLock { state in
      let isFirst = state.waiting.first?.number == number
      return (isFirst ? state.waiting.removeFirst(until: instant) : nil, state.waiting.first?.instant)
    }
    alarm?.cancel?()
    alarm?.ring(instant, next)
    return alarm != nil
  }

  /// Postpones a step until the alarms that are due before it have rung.
  @usableFromInline
  func postpone(until instant: C.Instant, _ step: @escaping () -> Void) {
    state.withLock { _ = $0.postponed.append((instant, Step(step))) }
    steps.hasPostponed = true
  }

  /// Calls the listeners whose alarms are due, and runs the postponed steps, in the order of time.
  private func callListeners() {
    while let turn = nextTurn() {
      switch turn {
      case .alarm(let alarm, let now, let next):
        alarm.cancel?()
        alarm.ring(now, next)
      case .step(let step): step.run()
      }
    }
  }

  private enum Turn {
    case alarm(Alarm, now: C.Instant, next: C.Instant?)
    case step(Step)
  }

  /// Takes the next alarm that is due, or a postponed step if no alarm is due before it.
  private func nextTurn() -> Turn? {
    state.withLock { state in
      let postponed = state.postponed.isEmpty ? nil : state.postponed[0].instant
      let now = [state.reached, postponed].compactMap { $0 }.min()
      if let now, let alarm = state.waiting.removeFirst(until: now) {
        state.isCalling = true
        return .alarm(alarm, now: now, next: state.waiting.first?.instant)
      }
      state.isCalling = false
      guard let postponed else { return nil }
      // If an alarm is due before, it rings soon.
      if let first = state.waiting.first, first.instant <= postponed { return nil }
      let step = state.postponed.popFirst()?.step
      steps.hasPostponed = !state.postponed.isEmpty
      return step.map { .step($0) }
    }
  }
}
