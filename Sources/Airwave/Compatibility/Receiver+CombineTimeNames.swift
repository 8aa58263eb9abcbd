// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Names of Combine whose arguments have types of their own: demand, a number of seconds, events of a subscription.
/// The compiler rejects them, with a message that names the call of Airwave.
extension Receiver {
  @available(*, unavailable, message: "use flatMap(_:), or flatMap(maxConcurrent:_:)")
  public enum DemandOfCombine {
    case unlimited
    case max(Int)
  }

  @available(*, unavailable, message: "use flatMap(_:), or flatMap(maxConcurrent:_:)")
  public func flatMap<Output>(maxPublishers: DemandOfCombine, _ transform: (Value) -> Receiver<Output>)
    -> Receiver<Output>
  { fatalError() }

  @available(*, unavailable, message: "use debounce(for: .seconds(interval), clock: clock)")
  public func debounce<Scheduler>(for interval: Double, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use throttle(for: .seconds(interval), latest: latest, clock: clock)")
  public func throttle<Scheduler>(for interval: Double, scheduler: Scheduler, latest: Bool) -> Receiver<Value> {
    fatalError()
  }

  @available(*, unavailable, message: "use delay(for: .seconds(interval), clock: clock)")
  public func delay<Scheduler>(for interval: Double, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use take(until: receiver.silence(for: .seconds(interval)))")
  public func timeout<Scheduler>(_ interval: Double, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use timestamped(clock:).withPrevious()")
  public func measureInterval<Scheduler>(using scheduler: Scheduler) -> Receiver<Duration> { fatalError() }

  @available(*, unavailable, message: "use handleEvents(onListen:onValue:onDispose:onFinish:)")
  public func handleEvents(
    receiveSubscription: ((Disposable) -> Void)? = nil,
    receiveOutput: ((Value) -> Void)? = nil,
    receiveCompletion: ((Airwave.Transmitter<Value>.Completion) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil
  ) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use skip(count:).take(count:)")
  public func output(in range: Range<Int>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use values(buffering:), whose loop takes what is buffered")
  public enum BufferingOfCombine {
    case keepFull, byRequest, dropNewest, dropOldest
  }

  @available(*, unavailable, message: "use values(buffering:), whose loop takes what is buffered")
  public func buffer(size: Int, prefetch: BufferingOfCombine, whenFull: BufferingOfCombine) -> Receiver<Value> {
    fatalError()
  }
}
