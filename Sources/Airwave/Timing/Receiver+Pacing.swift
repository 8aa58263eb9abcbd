extension Receiver {
  /// Makes a pacer for each listener, passes values and instants to it, and forwards the values that it returns. A task
  /// sleeps until the deadline of the pacer.
  @inlinable
  func pacing<C: Clock, P: Pacer & SendableMetatype>(
    _ clock: C,
    _ make: @escaping @Sendable () -> P
  ) -> Receiver<P.Output> where P.Value == Value, P.Instant == C.Instant {
    .joining(behind: length) { [self] (sink, junction: Junction<PacingEvent<Value, C.Instant>>) in
      let pacer = OperatorState(make())
      let hasAlarm = OperatorState(false)
      let isFinished = OperatorState(false)
      junction.handleEvents { [weak junction] event in
        let now = event.instant ?? clock.now
        // The alarm may be late: forward the values that are due before this event is handled.
        while sink.isOpen, let value = pacer.content.next(at: now) { sink(value) }
        switch event {
        case .value(let value, _):
          if let value = pacer.content.receive(value, at: now), sink.isOpen { sink(value) }
        case .alarm:
          hasAlarm.content = false
        case .finish:
          for value in pacer.content.finish(at: now) where sink.isOpen { sink(value) }
          isFinished.content = true
        }
        if let deadline = pacer.content.deadline {
          if hasAlarm.content { return }
          hasAlarm.content = true
          junction?.send(.alarm, at: deadline, of: clock)
        } else if isFinished.content {
          sink.finish()
        }
      }
      // A pacer may wait before the first value. No event is handled yet: nothing has been sent.
      if let deadline = pacer.content.deadline {
        hasAlarm.content = true
        junction.send(.alarm, at: deadline, of: clock)
      }
      junction.listen(to: self, { .value($0, at: clock.now) }, onFinish: .finish)
    } listenerCount: { [self] in
      listenerCount
    }
  }
}

/// An event that `pacing` handles for its pacer.
@usableFromInline
enum PacingEvent<Value: Sendable, Instant: Sendable>: Sendable {
  /// A value, and the instant at which it arrived.
  case value(Value, at: Instant)
  case alarm
  case finish

  @inlinable var instant: Instant? {
    if case .value(_, let instant) = self { instant } else { nil }
  }
}
