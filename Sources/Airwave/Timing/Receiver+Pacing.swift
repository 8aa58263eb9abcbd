extension Receiver {
  /// Makes a pacer for each listener, passes values and instants to it, and forwards the values that it returns. A task
  /// sleeps until the deadline of the pacer.
  @inlinable
  func pacing<C: Clock, Output: Sendable>(
    _ clock: C,
    _ make: @escaping @Sendable () -> Pacer<Value, Output, C.Instant>
  ) -> Receiver<Output> {
    joining { [self] (sink, junction: Junction<EventOfTwo<(Value, at: C.Instant), Void>>) in
      let pacer = make()
      let hasAlarm = OperatorState(false)
      let isFinished = OperatorState(false)
      junction.handleEvents { [weak junction] event in
        let now = if case .first((_, let instant)) = event { instant } else { clock.now }
        // The alarm may be late: forward the values that are due before this event is handled.
        while sink.isOpen, let deadline = pacer.deadline.content, deadline <= now {
          if let value = pacer.next(now) { sink(value) }
        }
        switch event {
        case .first((let value, _)):
          if let value = pacer.receive(value, now), sink.isOpen { sink(value) }
        case .second:
          hasAlarm.content = false
        case .firstFinish:
          for value in pacer.finish(now) where sink.isOpen { sink(value) }
          isFinished.content = true
        case .secondFinish:
          break  // An alarm has no end.
        }
        if let deadline = pacer.deadline.content {
          if hasAlarm.content { return }
          hasAlarm.content = true
          junction?.send(.second(()), at: deadline, of: clock)
        } else if isFinished.content {
          sink.finish()
        }
      }
      // A pacer may wait before the first value. No event is handled yet: nothing has been sent.
      if let deadline = pacer.deadline.content {
        hasAlarm.content = true
        junction.send(.second(()), at: deadline, of: clock)
      }
      junction.listen(to: self, { .first(($0, at: clock.now)) }, onFinish: .firstFinish)
    }
  }
}
