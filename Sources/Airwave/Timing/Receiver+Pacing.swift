extension Receiver {
  /// The owner of a pacer: tells it what happens, forwards what it says, and sleeps until its deadline.
  func pacing<C: Clock, P: Pacer & SendableMetatype>(
    _ clock: C,
    _ make: @escaping @Sendable () -> P
  ) -> Receiver<P.Output> where P.Value == Value, P.Instant == C.Instant {
    .joining { [self] (sink, junction: Junction<PacingEvent<Value, C.Instant>>) in
      let pacer = OperatorState(make())
      let alarm = OperatorState<Disposable?>(nil)
      junction.handleEvents { [weak junction] event in
        let now = event.instant ?? clock.now
        // What is due goes first, however late the alarm is.
        while sink.isOpen, let value = pacer.content.next(at: now) { sink(value) }
        switch event {
        case .value(let value, _):
          if let value = pacer.content.receive(value, at: now), sink.isOpen { sink(value) }
        case .alarm:
          alarm.content?.dispose()
          alarm.content = nil
        case .finish:
          for value in pacer.content.finish() where sink.isOpen { sink(value) }
          return sink.finish()
        }
        if alarm.content == nil, let deadline = pacer.content.deadline {
          alarm.content = junction?.send(.alarm, at: deadline, of: clock)
        }
      }
      junction.listen(to: self, { .value($0, at: clock.now) }, onFinish: .finish)
    } listenerCount: { [self] in
      listenerCount
    }
  }
}

/// What happens to a pacer.
private enum PacingEvent<Value: Sendable, Instant: Sendable>: Sendable {
  /// A value, and when it came.
  case value(Value, at: Instant)
  case alarm
  case finish

  var instant: Instant? {
    if case .value(_, let instant) = self { instant } else { nil }
  }
}
