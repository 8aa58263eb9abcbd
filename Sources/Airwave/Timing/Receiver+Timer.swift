extension Receiver {
  /// Makes a receiver that tells the time at regular intervals, on a clock of your choice.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let ticks = Receiver.timer(every: .seconds(60), clock: clock).values
  ///
  /// await clock.waitForSleepers()
  /// clock.advance(by: .seconds(60))
  /// for await instant in ticks.prefix(1) { print(instant) }
  /// // 60.0 seconds
  /// ```
  ///
  /// The timer starts when the first listener joins, and stops when the last one has left; the next listener starts it anew.
  /// The first tick comes one interval after the start. All listeners share it, and hear ticks that come after they joined.
  ///
  /// Ticks are due at the start plus a multiple of the interval, and their values are these instants, so that the timer does not
  /// drift however late it is woken. Ticks that fall due while listeners are still busy with one before do not pile up: of
  /// several that are due, the newest alone is broadcast. A listener on an actor, the main actor too, is not busy in that
  /// sense: its ticks wait for the actor, as the values of every receiver do.
  ///
  /// - Parameters:
  ///   - interval: How long it is from one tick to the next. An interval that is not positive stops the program.
  ///   - clock: What measures it.
  /// - Returns: A receiver of the instants at which ticks were due. Ticks are broadcast from a task of the timer's own.
  /// - Complexity: O(1) for each tick and listener; keeps one task while anyone listens.
  public static func timer<C: Clock>(
    every interval: Duration,
    clock: C
  ) -> Receiver<C.Instant> where Value == C.Instant, C.Duration == Duration {
    requirePositive(interval, "every")
    let interval = checked(interval, "every")
    return .create { transmitter in
      let start = clock.now
      // Detached: the first listener's priority and task-local values are no concern of the ticks.
      let task = Task.detached {
        var deadline = start.advanced(by: interval)
        while !Task.isCancelled {
          do { try await clock.sleep(until: deadline, tolerance: nil) } catch { return }
          let tick = newest(of: deadline, every: interval, at: clock.now)
          transmitter.broadcast(tick)
          deadline = tick.advanced(by: interval)
        }
      }
      return Disposable { task.cancel() }
    }
  }
}

extension Receiver where Value == ContinuousClock.Instant {
  /// Makes a receiver that tells the time at regular intervals.
  ///
  /// ```swift
  /// let ticks = Receiver.timer(every: .milliseconds(1)).withPrevious().compactMap { previous, current in
  ///   previous.map { $0.duration(to: current) >= .milliseconds(1) }
  /// }
  /// for await isLater in ticks.take(count: 2).values { print(isLater) }
  /// // true
  /// // true
  /// ```
  ///
  /// The same as ``timer(every:clock:)`` with a `ContinuousClock`.
  ///
  /// - Parameter interval: How long it is from one tick to the next. An interval that is not positive stops the program.
  /// - Returns: A receiver of the instants at which ticks were due.
  /// - Complexity: O(1) for each tick and listener; keeps one task while anyone listens.
  public static func timer(every interval: Duration) -> Receiver<ContinuousClock.Instant> {
    timer(every: interval, clock: ContinuousClock())
  }
}

/// The newest tick that is due, of those that are due from `deadline` on.
private func newest<Instant: InstantProtocol<Duration>>(
  of deadline: Instant,
  every interval: Duration,
  at now: Instant
) -> Instant {
  let lateness = deadline.duration(to: now)
  if lateness < interval { return deadline }
  return deadline.advanced(by: interval * (lateness.attoseconds / interval.attoseconds))
}

/// Stops the program if an argument is zero or negative, naming it and its value (Contract 12).
private func requirePositive(_ value: Duration, _ name: StaticString) {
  if value <= .zero { fatalError("Airwave: '\(name)' must be positive, but is \(value)") }
}
