/// The alarms of all listeners of one timed receiver. It calls the listeners whose alarms are due one after the other,
/// in the order of their deadlines, and in the order in which they joined if the deadlines are equal.
///
/// Each listener that waits has one alarm of the clock. The first alarm that rings sends a step, which calls all
/// listeners whose alarms are due. The steps of values and alarms share one channel, so a listener that is slow, or
/// busy with a broadcast of another thread, holds up the later ones, as in a pair.
///
/// An alarm may be late. A value that comes after the deadline of its listener rings the alarm itself, unless the alarm
/// of another listener is due before. In that case the value is *postponed* until that alarm has rung, and so are the
/// values after it.
@usableFromInline
final class AlarmSchedule: Sendable {
  private struct State: ~Copyable {
    var joinedCount = 0
    var waiting = AlarmHeap()
    /// The time at which an alarm has rung last.
    var reached: Duration?
    /// Whether a step calls the listeners whose alarms are due until `reached`.
    var isCalling = false
    var postponed = RingBuffer<(time: Duration, step: Step)>()
  }

  /// The time of the clock.
  private let now: @Sendable () -> Duration
  /// Sets an alarm of the clock, and returns a function that cancels it.
  private let setClock: @Sendable (_ time: Duration, @escaping @Sendable () -> Void) -> @Sendable () -> Void
  @usableFromInline let steps = SharedSteps()
  private let state = Lock(State())

  // The only initializer that the descriptor of the class refers to, so that the linker may drop what the others call.
  private init(
    now: @escaping @Sendable () -> Duration,
    setClock: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> @Sendable () -> Void
  ) {
    (self.now, self.setClock) = (now, setClock)
  }

  /// Makes a schedule whose times are durations since an instant of a clock.
  @usableFromInline
  convenience init<C: Clock>(_ clock: C, since origin: C.Instant) where C.Duration == Duration {
    self.init {
      origin.duration(to: clock.now)
    } setClock: { time, ring in
      clock.alarm(at: origin.advanced(by: time), ring)
    }
  }

  /// Returns the alarm of a new listener. If the alarms of several listeners are due at one time, they ring in the
  /// order in which they were made.
  @usableFromInline func join() -> Alarm {
    state.withLock { state in
      state.joinedCount += 1
      return Alarm(state.joinedCount)
    }
  }

  /// Sets an alarm that does not wait.
  ///
  /// - Parameters:
  ///   - alarm: The alarm of the listener.
  ///   - deadline: When it is due.
  ///   - ring: Forwards what is due at the deadline, and what is due until the present time, but before the next alarm
  ///     of another listener.
  @usableFromInline
  func set(
    _ alarm: Alarm,
    at deadline: Duration,
    _ ring: @escaping (_ now: Duration, _ next: Duration?) -> Void
  ) {
    let needsClock = state.withLock { state in
      alarm.content = Alarm.Content(ring: ring)
      state.waiting.insert(alarm, at: deadline)
      guard state.isCalling, let reached = state.reached else { return true }
      return reached < deadline
    }
    guard needsClock else { return }
    // Outside of the lock: the clock may ring at once.
    let cancel = setClock(deadline) { [self] in rung(alarm, deadline) }
    let isWaiting = state.withLock { _ in
      let isWaiting = alarm.isWaiting(for: deadline)
      if isWaiting { alarm.content?.cancel = cancel }
      return isWaiting
    }
    if !isWaiting { cancel() }
  }

  /// Cancels the alarm of a listener, if it waits.
  @usableFromInline
  func cancel(_ alarm: Alarm) {
    let (content, mustGoOn) = state.withLock { ($0.waiting.remove(alarm), !$0.postponed.isEmpty) }
    content?.cancel?()
    // What is postponed must not wait for an alarm that no longer rings. In a task: the calling thread must not run the
    // listeners of others (Contract 4).
    if mustGoOn { runInTask(WorkObservation.observed { [self] in steps.run(callListeners) }) }
  }

  /// Called when the alarm of a listener rings. Does nothing if the listener was called before, because an alarm that
  /// was due later has rung first.
  private func rung(_ alarm: Alarm, _ deadline: Duration) {
    let now = now()
    guard state.withLock({ _ in alarm.isWaiting(for: deadline) }) else { return }
    steps.run { [self] in
      // Not before: the steps of values that were sent earlier come first. A clock that rounds instants may ring a
      // little early. An earlier time may follow a later one: what was due until the later one has been called.
      state.withLock { $0.reached = max(now, deadline) }
      callListeners()
    }
  }

  // MARK: For a step

  /// Rings an alarm that is late.
  ///
  /// - Returns: Whether it rang. It does not if the alarm of another listener is due before.
  @usableFromInline
  func ring(_ alarm: Alarm, lateAt time: Duration) -> Bool {
    let (content, next) = state.withLock { state in
      let isFirst = state.waiting.first === alarm
      return (isFirst ? state.waiting.removeFirst(until: time) : nil, state.waiting.first?.time)
    }
    content?.cancel?()
    content?.ring(time, next)
    return content != nil
  }

  /// Postpones a step until the alarms that are due before it have rung.
  @usableFromInline
  func postpone(until time: Duration, _ step: @escaping () -> Void) {
    state.withLock { _ = $0.postponed.append((time, Step(step))) }
    steps.hasPostponed = true
  }

  /// Calls the listeners whose alarms are due, and runs the postponed steps, in the order of time.
  private func callListeners() {
    while let turn = nextTurn() { turn() }
  }

  /// Takes the next alarm that is due, or a postponed step if no alarm is due before it.
  private func nextTurn() -> (() -> Void)? {
    state.withLock { state in
      let postponed = state.postponed.isEmpty ? nil : state.postponed[0].time
      let now = [state.reached, postponed].compactMap { $0 }.min()
      if let now, let alarm = state.waiting.removeFirst(until: now) {
        state.isCalling = true
        let next = state.waiting.first?.time
        return {
          alarm.cancel?()
          alarm.ring(now, next)
        }
      }
      state.isCalling = false
      guard let postponed else { return nil }
      // If an alarm is due before, it rings soon.
      if let first = state.waiting.first, first.time <= postponed { return nil }
      let step = state.postponed.popFirst()?.step
      steps.hasPostponed = !state.postponed.isEmpty
      return step.map { step in { step.run() } }
    }
  }
}
