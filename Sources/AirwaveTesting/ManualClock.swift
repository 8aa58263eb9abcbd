public import Airwave

/// A clock that moves only when a test moves it.
///
/// ```swift
/// import AirwaveTesting
///
/// let clock = ManualClock()
/// let (keys, key) = Receiver<String>.make()
/// key.debounce(for: .milliseconds(300), clock: clock).listen { print($0, "after", clock.now) }
///
/// ["s", "sw", "swift"].forEach(keys.broadcast)
/// clock.advance(by: .seconds(1))
/// // swift after 0.3 seconds
/// ```
///
/// The clock is an `AlarmClock`: Airwave's operators do their work inside the call that moves the clock, deadline by
/// deadline, even where one operator stands after another. When ``advance(by:)`` has returned, listeners without
/// isolation have heard everything that was due, and so have listeners on the main actor if the clock was moved there.
/// A test of these need not wait.
///
/// A value that passes through a task, an actor, a queue or a sequence is heard later: after `mapLatest`, `asyncMap`
/// or `receive(on:)`, by a listener on another actor, and in a `for await`.
/// ``settle(within:fileID:filePath:line:column:)`` waits for such values.
///
/// The values are heard on the task of the test, as if the code that moves the clock had broadcast them. On a real
/// clock, they come from a task of their own.
///
/// A task that sleeps on the clock wakes when the clock has come to its deadline. It then continues concurrently: wait
/// for its effect, not for time to pass. ``run(within:fileID:filePath:line:column:)`` also waits until tasks sleep
/// again.
///
/// A test of a minute takes no time, and its result does not depend on the load of the machine. Each clock is
/// independent of other clocks, and can be used on any thread.
public final class ManualClock: AlarmClock, Sendable {
  let sleepers: Lock<Sleepers>
  /// The cause of what is begun by an alarm that rings.
  let cause = Cause.clock(WorkCounter.shared.nextNumber())

  /// Makes a clock.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (early, late) = (ManualClock(), ManualClock(at: .init(offset: .seconds(60))))
  /// print(early.now, late.now)
  /// // 0.0 seconds 60.0 seconds
  /// ```
  ///
  /// - Parameter start: The instant that the clock shows at first.
  public init(at start: Instant = Instant()) {
    sleepers = Lock(Sleepers(now: start))
  }

  /// The time to which the clock was moved.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.delay(for: .seconds(2), clock: clock).listen { print("\($0) at \(clock.now)") }
  ///
  /// transmitter.broadcast(1)
  /// clock.advance(by: .seconds(10))
  /// print(clock.now)
  /// // 1 at 2.0 seconds
  /// // 10.0 seconds
  /// ```
  public var now: Instant { sleepers.withLock { $0.now } }

  /// Zero: the clock can be moved by any duration.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// clock.advance(by: .nanoseconds(1))
  /// print(clock.minimumResolution, clock.now)
  /// // 0.0 seconds 1e-09 seconds
  /// ```
  public var minimumResolution: Duration { .zero }

  /// The number of times that the clock was moved.
  var stepCount: Int { sleepers.withLock { $0.stepCount } }

  /// The number of tasks that sleep on the clock, and of closures that ``setAlarm(at:_:)`` has added. Each operator
  /// that waits counts as one.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.debounce(for: .seconds(1), clock: clock).listen { print($0) }
  /// print(clock.sleeperCount)
  ///
  /// transmitter.broadcast(1)
  /// print(clock.sleeperCount)
  /// clock.advance(by: .seconds(1))
  /// print(clock.sleeperCount)
  /// // 0
  /// // 1
  /// // 1
  /// // 0
  /// ```
  public var sleeperCount: Int { sleepers.withLock { $0.count } }

  /// Sleeps until the clock is moved to an instant. Returns at once if the instant has passed.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let task = Task {
  ///   try await clock.sleep(for: .seconds(5))
  ///   print("woken at \(clock.now)")
  /// }
  /// await clock.waitForSleepers()
  /// clock.advance(by: .seconds(5))
  /// try await task.value
  /// // woken at 5.0 seconds
  /// ```
  ///
  /// - Parameters:
  ///   - deadline: The instant at which to wake.
  ///   - tolerance: Ignored: tasks wake at their deadline.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = sleepers.withLock { $0.nextNumber() }
    let rest = Rest()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Checked under the lock. So either the cancellation is seen here, or its handler finds the sleeper.
        act { $0.add(number, until: deadline, continuation, rest, isCancelled: Task.isCancelled) }
        // The task continues after this closure has returned, and not before the rest has ended.
        rest.begin()
      }
    } onCancel: {
      act { $0.cancel(number) }
    }
  }

  /// Calls a closure once, when the clock has come to an instant. Airwave's operators call it.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// _ = clock.setAlarm(at: clock.now.advanced(by: .seconds(2))) { print("rings at \(clock.now)") }
  /// clock.setAlarm(at: clock.now.advanced(by: .seconds(3))) { print("removed") }.dispose()
  /// clock.advance(by: .seconds(5))
  /// // rings at 2.0 seconds
  /// ```
  ///
  /// The closure is called inside the call that moves the clock to the instant or beyond, and holds no lock. If the
  /// clock has already reached the instant, the closure is called before this returns, unless the clock is being moved:
  /// then it is called by the call that moves the clock.
  ///
  /// - Parameters:
  ///   - instant: When to call the closure.
  ///   - ring: The closure.
  /// - Returns: A disposable that removes the alarm. It holds neither the clock nor the closure.
  /// - Complexity: O(log *n*) in the number of sleepers.
  public func setAlarm(at instant: Instant, _ ring: @escaping @Sendable () -> Void) -> Disposable {
    setAlarm(at: instant, order: nil, ring)
  }

  /// Sets an alarm with an order of its own, or with that of another one.
  private func setAlarm(at instant: Instant, order: Int?, _ ring: @escaping @Sendable () -> Void) -> Disposable {
    let (number, (wakes, mustMove)) = sleepers.withLock { sleepers in
      let number = sleepers.nextNumber()
      return (number, sleepers.setAlarm(number, order: order ?? number, at: instant, ring))
    }
    perform(wakes)
    if mustMove { move(to: instant) }
    return Disposable { [weak self] in self?.act { $0.cancel(number) } }
  }

  /// Moves the clock. On the way it lets operators continue that are due, calls closures, and wakes tasks that sleep.
  ///
  /// The clock stops at each deadline, in their order: ``now`` is the deadline while what is due then is done. What has
  /// the same deadline is done in the order in which it began to wait. A timer, or another listener with a clock, keeps
  /// the place at which it first waited. What begins to wait meanwhile is done, too, if it is due: chained operators,
  /// and a timer that ticks several times, need only one call. What an operator or a listener does in a task, on an
  /// actor or on a queue may not be done when this returns: ``settle(within:fileID:filePath:line:column:)`` waits for
  /// it. A task that wakes runs concurrently, and may see a later time. If it then sleeps until an instant that has
  /// passed, it does not sleep.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// Receiver.timer(every: .seconds(1), clock: clock).delay(for: .seconds(1), clock: clock)
  ///   .listen { print("tick of \($0) at \(clock.now)") }
  /// clock.advance(by: .seconds(3))
  /// // tick of 1.0 seconds at 2.0 seconds
  /// // tick of 2.0 seconds at 3.0 seconds
  /// ```
  ///
  /// A call from inside a listener moves the clock on from the present deadline, does what is due until then, and
  /// returns. The outer call then goes on, and moves the clock to where it was to be, unless the clock is already there
  /// or later. The same holds for a call on another thread at the same time: what is due is done once, by one of the
  /// calls.
  ///
  /// - Parameter duration: The time by which to move the clock. A duration that is negative, or that exceeds the range
  ///   of `Duration`, stops the program.
  /// - Complexity: O(log *n*) for each task or operator that is due, in the number of all of them.
  public func advance(by duration: Duration) {
    if duration < .zero { fatalError("AirwaveTesting: 'by' must not be negative, but is \(duration)") }
    let end = sleepers.withLock { sleepers in
      guard let instant = sleepers.now.exactlyAdvanced(by: duration) else {
        fatalError("AirwaveTesting: 'by' must not exceed what the clock can count, but is \(duration)")
      }
      sleepers.beginMove()
      return instant
    }
    move(to: end)
  }

  /// Moves the clock to an instant, as ``advance(by:)`` does. The clock never moves back.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// Receiver.timer(every: .seconds(60), clock: clock).listen { print("tick at \($0)") }
  ///
  /// clock.advance(to: .init(offset: .seconds(60)))
  /// clock.advance(to: .init(offset: .seconds(1)))
  /// print(clock.now)
  /// // tick at 60.0 seconds
  /// // 60.0 seconds
  /// ```
  ///
  /// - Parameter instant: The instant to move to. If it has passed, the time does not change.
  /// - Complexity: As ``advance(by:)``.
  public func advance(to instant: Instant) {
    sleepers.withLock { $0.beginMove() }
    move(to: instant)
  }

  /// Goes on with a move that has begun, until nothing is due.
  private func move(to end: Instant) {
    while let wake = sleepers.withLock({ $0.wake(until: end) }) { perform([wake]) }
  }

  /// Changes the state under the lock, and then performs what the change has returned.
  func act(_ change: (inout Sleepers) -> [Wake]) {
    perform(sleepers.withLock(change))
  }

  private func perform(_ wakes: [Wake]) {
    for wake in wakes {
      switch wake {
      case .sleeper(.task(let continuation, let rest)):
        rest.end()
        continuation.resume()
      case .sleeper(.alarm(let ring)): Work.run(ring, dueTo: cause)
      case .cancelled(.task(let continuation, let rest)):
        rest.end()
        continuation.resume(throwing: CancellationError())
      // The closure is released here, without the lock.
      case .cancelled(.alarm): break
      case .onlooker(let onlooker, let missed): onlooker.continuation.resume(returning: missed)
      }
    }
  }
}

extension ManualClock: OrderedAlarmClock {
  package func nextOrder() -> Int { sleepers.withLock { $0.nextNumber() } }

  package func setAlarm(at instant: Instant, order: Int, _ ring: @escaping @Sendable () -> Void) -> Disposable {
    setAlarm(at: instant, order: Optional(order), ring)
  }
}
