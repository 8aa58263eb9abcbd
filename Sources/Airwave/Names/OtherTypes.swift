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

@available(*, unavailable, message: "use Disposable, and a DisposeBag in place of a set")
public typealias AnyCancellable = ObjectIdentifier

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
