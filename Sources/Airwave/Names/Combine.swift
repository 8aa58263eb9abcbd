// Names of Combine. The compiler rejects them, with a message that names the call of Airwave.
// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Receiver {
  @available(*, unavailable, renamed: "listen(to:)")
  public func sink(receiveValue: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, message: "use listen { value in } onFinish: { }: a receiver has no failure")
  public func sink(
    receiveCompletion: (Airwave.Transmitter<Value>.Completion) -> Void,
    receiveValue: (Value) -> Void
  ) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "bind(to:on:)")
  public func assign<Root>(to keyPath: KeyPath<Root, some Any>, on object: Root) -> Disposable { fatalError() }

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

  @available(*, unavailable, message: "use collect(count:for:clock:), with or without a count")
  public enum TimeGroupingStrategy {
    /// Unavailable. Use `collect(count:for:clock:)`.
    public static func byTime(_ scheduler: some Any, _ interval: Duration) -> Self { fatalError() }

    /// Unavailable. Use `collect(count:for:clock:)`.
    public static func byTimeOrCount(_ scheduler: some Any, _ interval: Duration, _ count: Int) -> Self { fatalError() }
  }

  @available(*, unavailable, message: "use collect(count:for:clock:), with or without a count")
  public func collect(_ strategy: TimeGroupingStrategy) -> Receiver<[Value]> { fatalError() }

  @available(*, unavailable, renamed: "prepend(contentsOf:)")
  public func prepend(_ values: [Value]) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "flatMap(maxConcurrent:_:)")
  public func flatMap<Limit, Output>(maxPublishers: Limit, _ transform: (Value) -> Receiver<Output>)
    -> Receiver<Output>
  { fatalError() }

  @available(*, unavailable, message: "write the closure of listen in main-actor code, or pass a DispatchQueue")
  public func receive(on scheduler: some Any) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "forward(to:)")
  public func subscribe(_ transmitter: Airwave.Transmitter<Value>) -> Disposable { fatalError() }

  @available(*, unavailable, message: "use share(), which begins with its first listener")
  public func makeConnectable() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: listen joins at once, and waits for no other thread")
  public func subscribe<Scheduler: AnyObject>(on scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "debounce(for:clock:)")
  public func debounce(for interval: Duration, scheduler: some Any) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "throttle(for:latest:clock:)")
  public func throttle(for interval: Duration, scheduler: some Any, latest: Bool) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "delay(for:clock:)")
  public func delay(for interval: Duration, scheduler: some Any) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use take(until: receiver.silence(for: interval))")
  public func timeout(_ interval: Duration, scheduler: some Any = ()) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "handleEvents(onValue:)")
  public func handleEvents(receiveOutput: (Value) -> Void) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: create, timer and share begin with their first listener")
  public func autoconnect() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use share(strategy:)")
  public func multicast<Subject>(subject: Subject) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use map { value in Result { try transform(value) } }, and then successes()")
  public func tryMap<Output>(_ transform: (Value) throws -> Output) -> Receiver<Result<Output, any Error>> {
    fatalError()
  }

  @available(*, unavailable, message: "use filter(_:), or map(_:) to a Result")
  public func tryFilter(_ isIncluded: (Value) throws -> Bool) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use compactMap { try? transform($0) }, or map(_:) to a Result")
  public func tryCompactMap<Output>(_ transform: (Value) throws -> Output?) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, message: "no failure: use replaceFailures { _ in value } on a receiver of Result")
  public func replaceError(with value: Value) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: a receiver has no failure type")
  public func setFailureType<Failure>(to type: Failure.Type) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: a receiver has no failure")
  public func assertNoFailure() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use latest for the newest replayed value, or iterate values until the end")
  public func last() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use enumerated(), or values.reduce(0) { count, _ in count + 1 }")
  public func count() -> Receiver<Int> { fatalError() }

  @available(*, unavailable, message: "use filter { _ in false }")
  public func ignoreOutput() -> Receiver<Value> { fatalError() }
}

extension Transmitter {
  @available(*, unavailable, message: "use finish()")
  public enum Completion {
    /// Unavailable. Use `finish()`.
    case finished
    /// Unavailable. A pair has no failure.
    case failure(any Error)
  }

  @available(*, unavailable, renamed: "broadcast(_:)")
  public func send(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "finish()")
  public func send(completion: Completion) { fatalError() }

  @available(*, unavailable, message: "not needed: make(strategy:) returns the receiver, too")
  public func eraseToAnyPublisher() -> Receiver<Value> { fatalError() }
}

extension Transmitter<Void> {
  @available(*, unavailable, renamed: "broadcast()")
  public func send() { fatalError() }
}

extension Variable {
  @available(*, unavailable, message: "use value = newValue")
  public func send(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "receiver.listen(to:)")
  public func sink(receiveValue: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, message: "use the property receiver")
  public func eraseToAnyPublisher() -> Receiver<Value> { fatalError() }
}

extension Disposable {
  @available(*, unavailable, renamed: "dispose()")
  public func cancel() { fatalError() }

  // Without a fix-it, which would keep the `&`.
  @available(*, unavailable, message: "use disposed(by: bag), without &, where bag is a DisposeBag")
  public func store<Bag>(in bag: inout Bag) { fatalError() }

  @available(*, unavailable, renamed: "disposed(by:)")
  public func store(in bag: DisposeBag) { fatalError() }
}

extension DisposeBag {
  @available(*, unavailable, renamed: "dispose()")
  public func cancel() { fatalError() }
}

extension ScopedDisposable {
  @available(*, unavailable, renamed: "dispose()")
  public func cancel() { fatalError() }
}

// Where a client also imports the other library, the type of that library is used.

@available(*, unavailable, message: "use Receiver<Output>.make(), which returns both ends")
public typealias PassthroughSubject<Output: Sendable, Failure> = Receiver<Output>

@available(*, unavailable, renamed: "Variable")
public typealias CurrentValueSubject<Output: Sendable, Failure> = Variable<Output>

@available(*, unavailable, renamed: "Receiver")
public typealias AnyPublisher<Output: Sendable, Failure> = Receiver<Output>

@available(*, unavailable, renamed: "Variable")
public typealias Published<Value: Sendable> = Variable<Value>

@available(*, unavailable, message: "use Disposable, and a DisposeBag in place of a set")
public typealias AnyCancellable = ObjectIdentifier
