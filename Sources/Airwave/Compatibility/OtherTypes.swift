// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Types of other libraries. The compiler rejects them, with a message that names the type of Airwave. Where a client
// also imports the other library, the type of that library is used.

@available(*, unavailable, message: "use Receiver<Output>.make(), which returns both ends")
public typealias PassthroughSubject<Output: Sendable, Failure> = Receiver<Output>

@available(*, unavailable, renamed: "Variable")
public typealias CurrentValueSubject<Output: Sendable, Failure> = Variable<Output>

@available(*, unavailable, renamed: "Receiver")
public typealias AnyPublisher<Output: Sendable, Failure> = Receiver<Output>

@available(*, unavailable, renamed: "Variable")
public typealias Published<Value: Sendable> = Variable<Value>

@available(*, unavailable, message: "use Receiver<Element>.make(), which returns both ends")
public typealias PublishSubject<Element: Sendable> = Receiver<Element>

@available(*, unavailable, message: "use Receiver<Element>.make(), which returns both ends")
public typealias PublishRelay<Element: Sendable> = Receiver<Element>

@available(*, unavailable, renamed: "Variable")
public typealias BehaviorSubject<Element: Sendable> = Variable<Element>

@available(*, unavailable, renamed: "Variable")
public typealias BehaviorRelay<Element: Sendable> = Variable<Element>

@available(*, unavailable, message: "use Receiver<Element>.make(strategy: .warm(upTo: count)), or .cold")
public typealias ReplaySubject<Element: Sendable> = Receiver<Element>

@available(*, unavailable, renamed: "Variable")
public typealias MutableProperty<Value: Sendable> = Variable<Value>

@available(*, unavailable, message: "use DisposeBag, which goes on after dispose()")
public typealias CompositeDisposable = DisposeBag

@available(*, unavailable, message: "use Receiver<Element>: a listener of main-actor code runs on the main actor")
public typealias Driver<Element: Sendable> = Receiver<Element>

@available(*, unavailable, message: "use an async function, or a receiver with take(count: 1)")
public typealias Single<Element: Sendable> = Receiver<Element>

@available(*, unavailable, message: "use an async function, or a receiver with take(count: 1)")
public typealias Maybe<Element: Sendable> = Receiver<Element>

@available(*, unavailable, message: "use an async function, or the onFinish of listen(to:onFinish:)")
public typealias Completable = Receiver<Never>

@available(*, unavailable, message: "use Receiver<Value>.make(), which returns both ends")
public typealias Subject<Value: Sendable> = Receiver<Value>

@available(*, unavailable, message: "use Receiver<Value>.make(), which returns both ends")
public typealias Signal<Value: Sendable, Failure> = Receiver<Value>

@available(*, unavailable, message: "use Receiver.create { transmitter in }, or Receiver.just(value)")
public typealias SignalProducer<Value: Sendable, Failure> = Receiver<Value>

@available(*, unavailable, renamed: "Disposable")
public typealias Cancellable = Disposable

@available(*, unavailable, renamed: "Receiver.just(_:)")
public func Just<Output>(_ value: Output) -> Receiver<Output> { fatalError() }

@available(*, unavailable, message: "use Receiver.create { transmitter in }, which begins with the first listener")
public func Deferred<Output>(_ create: () -> Receiver<Output>) -> Receiver<Output> { fatalError() }

@available(*, unavailable, message: "use asyncMap { await … } behind a receiver, or create { transmitter in }")
public typealias Future<Output: Sendable, Failure> = Receiver<Output>

@available(*, unavailable, renamed: "Receiver.merge(_:)")
public func merge<Value>(_ receivers: Receiver<Value>...) -> Receiver<Value> { fatalError() }

@available(*, unavailable, renamed: "Receiver.combineLatest(_:)")
public func combineLatest<Value>(_ receivers: [Receiver<Value>]) -> Receiver<[Value]> { fatalError() }

@available(*, unavailable, renamed: "Receiver.race(_:)")
public func race<Value>(_ receivers: Receiver<Value>...) -> Receiver<Value> { fatalError() }

@available(*, unavailable, message: "use a.zip(b), or Receiver.zip(a, b)")
public func zip<First, Second>(_ first: Receiver<First>, _ second: Receiver<Second>) -> Receiver<(First, Second)> {
  fatalError()
}
