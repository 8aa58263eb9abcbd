extension Receiver {
  /// Makes a pacer for each listener, passes values and times to it, and forwards the values that it returns. An alarm
  /// rings at the deadline of the pacer.
  @inlinable func pacing<C: Clock, P: Pacer & ~Copyable>(
    _ clock: C,
    named name: StaticString = #function,
    _ make: @escaping @Sendable () -> P
  ) -> Receiver<P.Output> where C.Duration == Duration, P.Value == Value, P.Output: Sendable {
    joining(named: name) { [self] sink, junction in
      let (pacer, start) = (OperatorState(make()), clock.now)
      let (hasAlarm, isFinished) = (OperatorState(false), OperatorState(false))
      let now = { @Sendable in start.duration(to: clock.now) }
      func wait() {
        if let deadline = pacer.content.deadline {
          if exchange(&hasAlarm.content, with: true) { return }
          junction.run(at: start.advanced(by: deadline), of: clock) {
            hasAlarm.content = false
            // A clock that rounds instants may ring a little early.
            advance(to: max(deadline, now()))
            wait()
          }
        } else if isFinished.content {
          sink.finish()
        }
      }
      // The alarm may be late: the values that are due are forwarded before a step does anything else.
      func advance(to now: Duration) {
        while sink.isOpen, let deadline = pacer.content.deadline, deadline <= now {
          if let value = pacer.content.next(at: now) { sink(value) }
        }
      }
      // A pacer may wait before the first value.
      wait()
      // The clock is read when the value arrives, which may have to wait for another step.
      let timed = attaching(named: nil) { sink in { value in sink((value, at: now())) } }
      junction.listen(to: timed) { value, now in
        advance(to: now)
        if sink.isOpen, let value = pacer.content.receive(value, at: now), sink.isOpen { sink(value) }
        wait()
      } onFinish: {
        let now = now()
        advance(to: now)
        for value in pacer.content.finish(at: now) where sink.isOpen { sink(value) }
        isFinished.content = true
        wait()
      }
    }
  }
}

/// The functions of a state machine that decides when values are forwarded. It has no clock, no lock and no side
/// effect.
///
/// `Receiver.pacing` makes a pacer for each listener, passes values and the present time to it, and forwards the values
/// that it returns. Times are durations since the listener joined. The instants of a clock would be slower: the
/// compiler does not know their layout.
@usableFromInline protocol Pacer<Value, Output>: SendableMetatype, ~Copyable {
  associatedtype Value
  associatedtype Output

  /// The time at which to call `next`, or nil if there is nothing to wait for.
  var deadline: Duration? { get }

  /// Accepts a value. Called after `next` has returned nil for the same time. Returns a value to forward now, or nil.
  mutating func receive(_ value: Value, at now: Duration) -> Output?

  /// Advances to a time. Called at the deadline or later, until it returns nil. Returns a value that is due, or nil.
  mutating func next(at now: Duration) -> Output?

  /// Ends the pacer: no value follows. If it then has a deadline, the end is due when it has none any more. Returns the
  /// values to forward now.
  mutating func finish(at now: Duration) -> [Output]
}
