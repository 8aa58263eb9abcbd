// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Names of Combine. The compiler rejects them, with a message that names the call of Airwave.
extension Receiver {
  @available(*, unavailable, renamed: "listen(to:)")
  public func sink(receiveValue: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, message: "use listen { value in } onFinish: { }: a receiver has no failure")
  public func sink(
    receiveCompletion: (Airwave.Transmitter<Value>.Completion) -> Void,
    receiveValue: (Value) -> Void
  ) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "bind(to:on:)")
  public func assign<Root, Property>(to keyPath: ReferenceWritableKeyPath<Root, Property>, on object: Root)
    -> Disposable
  { fatalError() }

  @available(*, unavailable, message: "use bind(to:) with a Variable")
  public func assign<Target>(to target: inout Target) { fatalError() }

  @available(*, unavailable, message: "not needed: a receiver cannot broadcast, so pass on the receiver itself")
  public func eraseToAnyPublisher() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skipRepeats()")
  public func removeDuplicates() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skipRepeats(by:)")
  public func removeDuplicates(by areEquivalent: (Value, Value) -> Bool) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skip(count:)")
  public func dropFirst(_ count: Int = 1) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skip(while:)")
  public func drop(while predicate: (Value) -> Bool) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skip(until:)")
  public func drop<Other>(untilOutputFrom other: Receiver<Other>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "take(count:)")
  public func prefix(_ count: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "take(while:)")
  public func prefix(while predicate: (Value) -> Bool) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "take(until:)")
  public func prefix<Other>(untilOutputFrom other: Receiver<Other>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use skip(count: index).take(count: 1)")
  public func output(at index: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use Receiver.just(first, second).flatMap(maxConcurrent: 1) { $0 }")
  public func append(_ values: Value...) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "collect(count:)")
  public func collect(_ count: Int) -> Receiver<[Value]> { fatalError() }

  @available(*, unavailable, message: "use collect(for:clock:), or collect(count:for:clock:)")
  public enum TimeGroupingStrategy {
    /// Unavailable. Use `collect(for:clock:)`.
    public static func byTime<Scheduler>(_ scheduler: Scheduler, _ interval: Duration) -> Self { fatalError() }

    /// Unavailable. Use `collect(count:for:clock:)`.
    public static func byTimeOrCount<Scheduler>(_ scheduler: Scheduler, _ interval: Duration, _ count: Int) -> Self {
      fatalError()
    }
  }

  @available(*, unavailable, message: "use collect(for:clock:), or collect(count:for:clock:)")
  public func collect(_ strategy: TimeGroupingStrategy) -> Receiver<[Value]> { fatalError() }

  @available(*, unavailable, renamed: "prepend(contentsOf:)")
  public func prepend(_ values: [Value]) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "flatMap(maxConcurrent:_:)")
  public func flatMap<Limit, Output>(maxPublishers: Limit, _ transform: (Value) -> Receiver<Output>)
    -> Receiver<Output>
  { fatalError() }

  @available(*, unavailable, message: "write the closure of listen in main-actor code, or pass a DispatchQueue")
  public func receive<Scheduler: AnyObject>(on scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "write the closure of listen in main-actor code, or pass a DispatchQueue")
  public func receive<Isolation>(on isolation: Isolation.Type) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "forward(to:)")
  public func subscribe(_ transmitter: Airwave.Transmitter<Value>) -> Disposable { fatalError() }

  @available(*, unavailable, message: "use share(), which begins with its first listener")
  public func makeConnectable() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: listen joins at once, and waits for no other thread")
  public func subscribe<Scheduler: AnyObject>(on scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "debounce(for:clock:)")
  public func debounce<Scheduler>(for interval: Duration, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "throttle(for:latest:clock:)")
  public func throttle<Scheduler>(for interval: Duration, scheduler: Scheduler, latest: Bool) -> Receiver<Value> {
    fatalError()
  }

  @available(*, unavailable, renamed: "delay(for:clock:)")
  public func delay<Scheduler>(for interval: Duration, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use take(until: receiver.silence(for: interval))")
  public func timeout<Scheduler>(_ interval: Duration, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use take(until: receiver.silence(for: interval))")
  public func timeout(_ interval: Duration) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "handleEvents(onValue:)")
  public func handleEvents(receiveOutput: (Value) -> Void) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: create, timer and share begin with their first listener")
  public func autoconnect() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use share(strategy:)")
  public func multicast<Subject>(subject: Subject) -> Receiver<Value> { fatalError() }
}
