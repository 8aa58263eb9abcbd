extension Receiver {
  /// Forwards a value when none has followed it for a while.
  ///
  /// ```swift
  /// let (keys, key) = Receiver<String>.make()
  /// key.debounce(for: .milliseconds(300)).listen { print($0) }
  ///
  /// ["s", "sw", "swift"].forEach(keys.broadcast)
  /// keys.finish()
  /// // swift
  /// ```
  ///
  /// The value that is held back is delivered when the pair finishes. Disposal cancels what sleeps. Values are forwarded
  /// from a task, one at a time.
  ///
  /// - Parameters:
  ///   - interval: How long it must be quiet. A negative interval stops the program.
  ///   - clock: What measures it.
  /// - Returns: A receiver of the last value of each burst.
  /// - Complexity: O(1) for each value and listener; keeps one value, and one task while it waits.
  public func debounce<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return pacing(clock) { Debouncer(interval: interval) }
  }

  /// Forwards a value, and then none for a while.
  ///
  /// ```swift
  /// let (clicks, click) = Receiver<Int>.make()
  /// click.throttle(for: .seconds(1), latest: true).listen { print($0) }
  ///
  /// [1, 2, 3].forEach(clicks.broadcast)
  /// clicks.finish()
  /// // 1
  /// // 3
  /// ```
  ///
  /// The value that is held back is delivered when the pair finishes. Disposal cancels what sleeps. A value that ends a
  /// pause is forwarded from a task, one at a time.
  ///
  /// - Parameters:
  ///   - interval: How long the pause is. A negative interval stops the program.
  ///   - latest: Whether the latest of the values that came during a pause is forwarded at its end, to begin the next one.
  ///   - clock: What measures it.
  /// - Returns: A receiver of fewer values.
  /// - Complexity: O(1) for each value and listener; keeps one value, and one task during a pause.
  public func throttle<C: Clock>(
    for interval: Duration,
    latest: Bool,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return pacing(clock) { Throttle(interval: interval, forwardsLatest: latest) }
  }

  /// Forwards each value a while later.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.delay(for: .seconds(1)).listen { print($0) }
  ///
  /// [1, 2].forEach(transmitter.broadcast)
  /// print("nothing yet")
  /// transmitter.finish()
  /// // nothing yet
  /// // 1
  /// // 2
  /// ```
  ///
  /// Values keep their order. Those that are held back are delivered when the pair finishes. Disposal cancels what sleeps.
  /// Values are forwarded from a task, one at a time.
  ///
  /// - Parameters:
  ///   - interval: How much later. A negative interval stops the program.
  ///   - clock: What measures it.
  /// - Returns: A receiver of the same values.
  /// - Complexity: O(1) for each value and listener; keeps the values of one interval, and one task while it waits.
  public func delay<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return pacing(clock) { Delay(interval: interval) }
  }

  /// Forwards values for a while, and finishes.
  ///
  /// - Parameters:
  ///   - interval: How long, from the moment of listening. A negative interval stops the program.
  ///   - clock: What measures it.
  /// - Returns: A receiver of the values that come in time.
  /// - Complexity: O(1) for each value and listener; keeps one task.
  public func take<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return .joining { [self] (sink, junction: Junction<Value?>) in
      let end = clock.now.advanced(by: interval)
      junction.handleEvents { value in
        // The clock decides, however late the alarm is.
        if let value, clock.now < end { sink(value) } else { sink.finish() }
      }
      junction.send(nil, at: end, of: clock)
      junction.listen(to: self, { $0 }, onFinish: .some(nil))
    } listenerCount: { [self] in
      listenerCount
    }
  }

  /// The owner of a pacer: tells it what happens, forwards what it says, and sleeps until its deadline.
  private func pacing<C: Clock, P: Pacer & SendableMetatype>(
    _ clock: C,
    _ make: @escaping @Sendable () -> P
  ) -> Receiver<Value> where P.Value == Value, P.Instant == C.Instant {
    .joining { [self] (sink, junction: Junction<PacingEvent<Value, C.Instant>>) in
      let pacer = Memory(make())
      let alarm = Memory<Disposable?>(nil)
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

extension Junction {
  /// Sends an event at an instant, unless the listener has ended by then. A listener that only peeks never waits.
  ///
  /// - Returns: What keeps the event from being sent.
  @discardableResult
  func send<C: Clock>(_ event: Event, at instant: C.Instant, of clock: C) -> Disposable {
    if listener.registration.isPeek { return Disposable() }
    // The task holds nothing of the listener's, so that all of it can go while the task still notices its cancellation.
    let task = Task { [weak self] in
      do { try await clock.sleep(until: instant, tolerance: nil) } catch { return }
      self?.send(event)
    }
    let alarm = Disposable { task.cancel() }
    add(alarm)
    return alarm
  }
}
