/// Names of Combine. The compiler rejects them, with a message that names the call of Airwave.
extension Receiver {
  /// Unavailable. Use `listen(to:)`.
  @available(*, unavailable, renamed: "listen(to:)")
  public func sink(receiveValue: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use listen { value in } onFinish: { }: a receiver has no failure.
  @available(*, unavailable, message: "use listen { value in } onFinish: { }: a receiver has no failure")
  public func sink(
    receiveCompletion: @escaping (Airwave.Transmitter<Value>.Completion) -> Void,
    receiveValue: @escaping (Value) -> Void
  ) -> Disposable { fatalError() }

  /// Unavailable. Use `bind(to:on:)`.
  @available(*, unavailable, renamed: "bind(to:on:)")
  public func assign<Root, Property>(to keyPath: ReferenceWritableKeyPath<Root, Property>, on object: Root)
    -> Disposable
  { fatalError() }

  /// Unavailable. Use bind(to:) with a Variable.
  @available(*, unavailable, message: "use bind(to:) with a Variable")
  public func assign<Target>(to target: inout Target) { fatalError() }

  /// Unavailable. Not needed: a receiver cannot broadcast, so pass on the receiver itself.
  @available(*, unavailable, message: "not needed: a receiver cannot broadcast, so pass on the receiver itself")
  public func eraseToAnyPublisher() -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `skipRepeats()`.
  @available(*, unavailable, renamed: "skipRepeats()")
  public func removeDuplicates() -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `skipRepeats(by:)`.
  @available(*, unavailable, renamed: "skipRepeats(by:)")
  public func removeDuplicates(by areEquivalent: @escaping (Value, Value) -> Bool) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `skip(count:)`.
  @available(*, unavailable, renamed: "skip(count:)")
  public func dropFirst(_ count: Int = 1) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `skip(while:)`.
  @available(*, unavailable, renamed: "skip(while:)")
  public func drop(while predicate: @escaping (Value) -> Bool) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `skip(until:)`.
  @available(*, unavailable, renamed: "skip(until:)")
  public func drop<Other>(untilOutputFrom other: Receiver<Other>) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `take(count:)`.
  @available(*, unavailable, renamed: "take(count:)")
  public func prefix(_ count: Int) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `take(while:)`.
  @available(*, unavailable, renamed: "take(while:)")
  public func prefix(while predicate: @escaping (Value) -> Bool) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `take(until:)`.
  @available(*, unavailable, renamed: "take(until:)")
  public func prefix<Other>(untilOutputFrom other: Receiver<Other>) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use skip(count: index).take(count: 1).
  @available(*, unavailable, message: "use skip(count: index).take(count: 1)")
  public func output(at index: Int) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use Receiver.just(first, second).flatMap(maxConcurrent: 1) { $0 }.
  @available(*, unavailable, message: "use Receiver.just(first, second).flatMap(maxConcurrent: 1) { $0 }")
  public func append(_ values: Value...) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `collect(count:)`.
  @available(*, unavailable, renamed: "collect(count:)")
  public func collect(_ count: Int) -> Receiver<[Value]> { fatalError() }

  /// Unavailable. Use `flatMap(maxConcurrent:_:)`.
  @available(*, unavailable, renamed: "flatMap(maxConcurrent:_:)")
  public func flatMap<Limit, Output>(maxPublishers: Limit, _ transform: @escaping (Value) -> Receiver<Output>)
    -> Receiver<Output>
  { fatalError() }

  /// Unavailable. Write the closure of listen in main-actor code, or pass a DispatchQueue to receive(on:).
  @available(
    *,
    unavailable,
    message: "write the closure of listen in main-actor code, or pass a DispatchQueue to receive(on:)"
  )
  public func receive<Scheduler: AnyObject>(on scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  /// Unavailable. Not needed: listen joins at once, and waits for no other thread.
  @available(*, unavailable, message: "not needed: listen joins at once, and waits for no other thread")
  public func subscribe<Scheduler: AnyObject>(on scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `debounce(for:clock:)`.
  @available(*, unavailable, renamed: "debounce(for:clock:)")
  public func debounce<Scheduler>(for interval: Duration, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `throttle(for:latest:clock:)`.
  @available(*, unavailable, renamed: "throttle(for:latest:clock:)")
  public func throttle<Scheduler>(for interval: Duration, scheduler: Scheduler, latest: Bool) -> Receiver<Value> {
    fatalError()
  }

  /// Unavailable. Use `delay(for:clock:)`.
  @available(*, unavailable, renamed: "delay(for:clock:)")
  public func delay<Scheduler>(for interval: Duration, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use take(until: receiver.silence(for: interval)).
  @available(*, unavailable, message: "use take(until: receiver.silence(for: interval))")
  public func timeout<Scheduler>(_ interval: Duration, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `handleEvents(onValue:)`.
  @available(*, unavailable, renamed: "handleEvents(onValue:)")
  public func handleEvents(receiveOutput: @escaping (Value) -> Void) -> Receiver<Value> { fatalError() }

  /// Unavailable. Not needed: create, timer and share begin with their first listener.
  @available(*, unavailable, message: "not needed: create, timer and share begin with their first listener")
  public func autoconnect() -> Receiver<Value> { fatalError() }

  /// Unavailable. Use share(strategy:).
  @available(*, unavailable, message: "use share(strategy:)")
  public func multicast<Subject>(subject: Subject) -> Receiver<Value> { fatalError() }
}
