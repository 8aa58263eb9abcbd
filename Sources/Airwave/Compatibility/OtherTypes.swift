// Types of other libraries. The compiler rejects them, with a message that names the type of Airwave. Where a client
// also imports the other library, the type of that library is used.

/// Unavailable. Use Receiver<Output>.make(), which returns both ends.
@available(*, unavailable, message: "use Receiver<Output>.make(), which returns both ends")
public typealias PassthroughSubject<Output: Sendable, Failure> = Receiver<Output>

/// Unavailable. Use ``Variable``.
@available(*, unavailable, renamed: "Variable")
public typealias CurrentValueSubject<Output: Sendable, Failure> = Variable<Output>

/// Unavailable. Use ``Receiver``.
@available(*, unavailable, renamed: "Receiver")
public typealias AnyPublisher<Output: Sendable, Failure> = Receiver<Output>

/// Unavailable. Use ``Variable``.
@available(*, unavailable, renamed: "Variable")
public typealias Published<Value: Sendable> = Variable<Value>

/// Unavailable. Use Disposable, and a DisposeBag in place of a set.
@available(*, unavailable, message: "use Disposable, and a DisposeBag in place of a set")
public typealias AnyCancellable = ObjectIdentifier

/// Unavailable. Use Receiver<Element>.make(), which returns both ends.
@available(*, unavailable, message: "use Receiver<Element>.make(), which returns both ends")
public typealias PublishSubject<Element: Sendable> = Receiver<Element>

/// Unavailable. Use Receiver<Element>.make(), which returns both ends.
@available(*, unavailable, message: "use Receiver<Element>.make(), which returns both ends")
public typealias PublishRelay<Element: Sendable> = Receiver<Element>

/// Unavailable. Use ``Variable``.
@available(*, unavailable, renamed: "Variable")
public typealias BehaviorSubject<Element: Sendable> = Variable<Element>

/// Unavailable. Use ``Variable``.
@available(*, unavailable, renamed: "Variable")
public typealias BehaviorRelay<Element: Sendable> = Variable<Element>

/// Unavailable. Use Receiver<Element>.make(strategy: .warm(upTo: count)), or .cold.
@available(*, unavailable, message: "use Receiver<Element>.make(strategy: .warm(upTo: count)), or .cold")
public typealias ReplaySubject<Element: Sendable> = Receiver<Element>

/// Unavailable. Use ``Variable``.
@available(*, unavailable, renamed: "Variable")
public typealias MutableProperty<Value: Sendable> = Variable<Value>

/// Unavailable. Use DisposeBag, which goes on after dispose().
@available(*, unavailable, message: "use DisposeBag, which goes on after dispose()")
public typealias CompositeDisposable = DisposeBag
