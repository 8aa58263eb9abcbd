extension Receiver {
  /// Makes a receiver of ticks at regular intervals, on a clock of your choice.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// Receiver.timer(every: .seconds(60), clock: clock).listen { print($0) }
  ///
  /// clock.advance(by: .seconds(150))
  /// // 60.0 seconds
  /// // 120.0 seconds
  /// ```
  ///
  /// The timer starts when the first listener joins, and stops when the last listener has left. The next listener
  /// starts it again. All listeners share the timer. The first tick is due one interval after the start, and a listener
  /// that joins later hears the ticks from then on.
  ///
  /// Each tick is due at the start plus a multiple of the interval, and this instant is its value. So the timer does
  /// not drift, even if its task wakes late. If several ticks are due at once, because the task woke late or because
  /// listeners took longer than an interval to handle a tick, only the newest of them is broadcast. On an
  /// ``AlarmClock`` every tick is broadcast, even if a listener, or another thread, has moved the clock on meanwhile. A
  /// listener on an actor, such as the main actor, does not delay the timer: its ticks wait for the actor, as the
  /// values of every receiver do.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. An interval that is not positive stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of the instants at which ticks were due. A task of its own broadcasts each of them, or the
  ///   code that moves an ``AlarmClock``.
  /// - Complexity: O(1) for each tick and listener; keeps one timer while there is a listener.
  public static func timer<C: Clock>(
    every interval: Duration,
    clock: C
  ) -> Receiver<C.Instant> where Value == C.Instant, C.Duration == Duration {
    requirePositive(interval, "every")
    let interval = checked(interval, "every")
    // Such a clock rings at the deadline, and may have been moved on since.
    let isPunctual = clock is any AlarmClock
    let ticks = Receiver<C.Instant>.joining { sink, junction in
      func wait(until deadline: C.Instant) {
        junction.run(at: deadline, of: clock) {
          let tick = isPunctual ? deadline : newest(of: deadline, every: interval, at: clock.now)
          sink(tick)
          let next = tick.advanced(by: interval)
          // At the end of what the clock can count there is no later instant.
          if next > tick { wait(until: next) }
        }
      }
      wait(until: clock.now.advanced(by: interval))
    }
    return ticks.share().forLivingOwners()
  }
}

extension Receiver where Value == ContinuousClock.Instant {
  /// Makes a receiver of ticks at regular intervals.
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
  /// The same as ``timer(every:clock:)->Receiver<C.Instant>`` with a `ContinuousClock`.
  ///
  /// - Parameter interval: The time between two ticks. An interval that is not positive stops the program.
  /// - Returns: A receiver of the instants at which ticks were due.
  /// - Complexity: O(1) for each tick and listener; keeps one timer while there is a listener.
  public static func timer(every interval: Duration) -> Receiver<ContinuousClock.Instant> {
    timer(every: interval, clock: ContinuousClock())
  }
}

extension Receiver where Value == Void {
  /// Makes a receiver of ticks at regular intervals that carry no value, on any clock.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let manual = ManualClock()
  /// let clock: any Clock<Duration> = manual
  /// Receiver<Void>.timer(every: .seconds(60), clock: clock).listen { print("tick") }
  ///
  /// manual.advance(by: .seconds(60))
  /// // tick
  /// ```
  ///
  /// The same as ``Receiver/timer(every:clock:)->Receiver<C.Instant>``, without the instants, whose type
  /// would be that of the clock. So a clock that is injected as `any Clock<Duration>` can drive it.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. An interval that is not positive stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of ticks.
  /// - Complexity: O(1) for each tick and listener; keeps one timer while there is a listener.
  @_disfavoredOverload
  public static func timer(every interval: Duration, clock: any Clock<Duration> = ContinuousClock()) -> Receiver<Void> {
    func ticks<C: Clock>(of clock: C) -> Receiver<Void> where C.Duration == Duration {
      Receiver<C.Instant>.timer(every: interval, clock: clock).map { _ in }
    }
    return ticks(of: clock)
  }
}

/// The newest tick that is due. The oldest tick that is due is `deadline`.
private func newest<Instant: InstantProtocol<Duration>>(
  of deadline: Instant,
  every interval: Duration,
  at now: Instant
) -> Instant {
  let lateness = deadline.duration(to: now)
  if lateness < interval { return deadline }
  return deadline.advanced(by: interval * (lateness.attoseconds / interval.attoseconds))
}
