extension Receiver {
  /// Makes a pacer for each listener, passes values and times to it, and forwards the values that it returns. An alarm
  /// rings at the deadline of the pacer, or before. The listeners share the channel of their steps, and therefore the
  /// queues of the actors that they are isolated to. The name is that of the operator.
  @inlinable
  func pacing<C: Clock, Output: Sendable>(
    _ clock: C,
    named name: StaticString = #function,
    _ make: @escaping @Sendable () -> Pacer<Value, Output>
  ) -> Receiver<Output> where C.Duration == Duration {
    let origin = clock.now
    let shared = AlarmSchedule(clock, since: origin)
    return joining(of: shared.steps.channel, named: name) { [self] sink, junction in
      // A peek hears the replay at once, whatever other listeners do.
      let isPeek = junction.listener.isPeek
      let schedule = isPeek ? AlarmSchedule(clock, since: origin) : shared
      let (pacer, start, alarm) = (make(), clock.now, schedule.join())
      // The difference between the times of the schedule and those of the pacer.
      let offset = origin.duration(to: start)
      // The time for which the alarm is set, or nil if it is not.
      let alarmTime = OperatorState<Duration?>(nil)
      let isFinished = OperatorState(false)
      let now = { @Sendable in start.duration(to: clock.now) }
      // The latest time of a value, and by how much the clock has gone back. The times of the pacer never go back.
      let (latest, setback) = (OperatorState(Duration.zero), OperatorState(Duration.zero))
      let mayGoBack = Airwave.mayGoBack(clock)

      func pacerTime(at now: Duration) -> Duration {
        guard mayGoBack else { return now }
        let now = now.adding(setback.content)
        let back = latest.content.subtracting(now)
        if back <= .zero { latest.content = now }
        // Threads may read the clock in another order than that of their values.
        if back < .leastSetback { return now }
        setback.content = setback.content.adding(back)
        // The clock would show the instant of the alarm too late.
        if let deadline = alarmTime.content {
          schedule.cancel(alarm)
          setAlarm(at: deadline)
        }
        return latest.content
      }
      func wait() {
        if let deadline = pacer.deadline.content {
          if alarmTime.content == nil { setAlarm(at: deadline) }
        } else if isFinished.content {
          sink.finish()
        }
      }
      func setAlarm(at deadline: Duration) {
        alarmTime.content = deadline
        junction.set(alarm, in: schedule, at: offset.adding(deadline).subtracting(setback.content)) { time, next in
          if mayGoBack {
            // The time of the deadline has come, whatever the clock shows.
            (alarmTime.content, latest.content) = (nil, max(latest.content, deadline))
            _ = pacerTime(at: now())
          }
          let offset = offset.subtracting(setback.content)
          // A clock that rounds instants may ring a little early.
          ring(deadline, at: max(deadline, time.subtracting(offset)), before: next.map { $0.subtracting(offset) })
        }
      }
      func ring(_ deadline: Duration, at now: Duration, before next: Duration?) {
        alarmTime.content = nil
        while sink.isOpen, let due = pacer.deadline.content, due <= now {
          // What is due later may be due at another listener before.
          if due > deadline, let next, due >= next { break }
          if let value = pacer.next(now) { sink(value) }
        }
        wait()
      }

      func isLate(at now: Duration) -> Bool {
        if let deadline = alarmTime.content, deadline <= now { return true }
        return schedule.steps.hasPostponed
      }
      // The alarm may be late: what is due is forwarded before the value is received.
      func runLate(at now: Duration, _ step: @escaping () -> Void) {
        let time = offset.adding(now).subtracting(setback.content)
        func run() {
          if sink.isOpen { step() }
          wait()
        }
        if schedule.steps.hasPostponed { return schedule.postpone(until: time, run) }
        while sink.isOpen, let deadline = alarmTime.content, deadline <= now {
          // A peek sets no alarm.
          if isPeek {
            ring(deadline, at: now, before: nil)
          } else if !schedule.ring(alarm, lateAt: time) {
            return schedule.postpone(until: time, run)
          }
        }
        run()
      }
      func receive(_ value: Value, at now: Duration) {
        if let value = pacer.receive(value, now), sink.isOpen { sink(value) }
      }
      func finish(at now: Duration) {
        for value in pacer.finish(now) where sink.isOpen { sink(value) }
        isFinished.content = true
      }

      if !isPeek { junction.add(Disposable { schedule.cancel(alarm) }) }
      // A pacer may wait before the first value.
      wait()
      // The clock is read when the value arrives, which may have to wait for another step.
      let timed = attaching(named: nil) { sink in { value in sink((value, at: now())) } }
      junction.listen(to: timed, through: schedule.steps) { value, now in
        let now = pacerTime(at: now)
        if isLate(at: now) { return runLate(at: now) { receive(value, at: now) } }
        receive(value, at: now)
        wait()
      } onFinish: {
        let now = pacerTime(at: now())
        if isLate(at: now) { return runLate(at: now) { finish(at: now) } }
        finish(at: now)
        wait()
      }
    }
  }
}
