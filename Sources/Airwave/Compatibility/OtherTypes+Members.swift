// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Types of other libraries that no type of Airwave can stand for, with the members that users write. The compiler
// rejects them, with a message that names the call of Airwave. Where a client also imports the other library, the type
// of that library is used.

// No alias of `Receiver`: for `@Observable` without `import Observation`, the compiler would speak of `Receiver`.
@available(*, unavailable, message: "use Receiver<Element>; for the macro, import Observation")
public final class Observable<Element: Sendable> {
  public static func just(_ value: Element) -> Receiver<Element> { fatalError() }

  public static func of(_ values: Element...) -> Receiver<Element> { fatalError() }

  public static func from(_ values: [Element]) -> Receiver<Element> { fatalError() }

  public static func empty() -> Receiver<Element> { fatalError() }

  public static func never() -> Receiver<Element> { fatalError() }

  public static func create(_ subscribe: (Transmitter<Element>) -> Disposable) -> Receiver<Element> { fatalError() }

  public static func merge(_ receivers: Receiver<Element>...) -> Receiver<Element> { fatalError() }

  @available(*, unavailable, renamed: "Receiver.timer(every:)")
  public static func interval<Scheduler>(_ interval: Duration, scheduler: Scheduler) -> Receiver<Element> {
    fatalError()
  }

  @available(*, unavailable, renamed: "Receiver.timer(every:)")
  public static func timer<Scheduler>(_ dueTime: Duration, period: Duration? = nil, scheduler: Scheduler)
    -> Receiver<Element>
  { fatalError() }
}

@available(*, unavailable, message: "use Receiver<Element>; for the macro, import Observation")
extension Observable where Element == Never {
  @available(*, unavailable, renamed: "Receiver.combineLatest(_:_:)")
  public static func combineLatest<First, Second>(_ first: Receiver<First>, _ second: Receiver<Second>)
    -> Receiver<(First, Second)>
  { fatalError() }

  @available(*, unavailable, renamed: "Receiver.zip(_:_:)")
  public static func zip<First, Second>(_ first: Receiver<First>, _ second: Receiver<Second>)
    -> Receiver<(First, Second)>
  { fatalError() }
}

@available(*, unavailable, message: "use Disposable, and a DisposeBag in place of a set")
public final class AnyCancellable: Hashable {
  public init(_ cancel: () -> Void) { fatalError() }

  public func cancel() { fatalError() }

  public static func == (first: AnyCancellable, second: AnyCancellable) -> Bool { fatalError() }

  public func hash(into hasher: inout Hasher) { fatalError() }
}

@available(*, unavailable, message: "use a property with the result of scoped(): the former one ends when it is set")
public final class SerialDisposable {
  public init() { fatalError() }
}

@available(*, unavailable, message: "use Receiver<Output>.empty, or Receiver<Output>.never")
public struct Empty<Output, Failure> {
  public init(completeImmediately: Bool = true) { fatalError() }
}

@available(*, unavailable, message: "a receiver has no failure: use just(.failure(error)) on a receiver of Result")
public struct Fail<Output, Failure> {
  public init(error: Failure) { fatalError() }
}

@available(*, unavailable, message: "use Receiver<Output>")
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure
}

@available(*, unavailable, message: "use Receiver.merge(a, b), a.combineLatest(b), a.zip(b)")
public enum Publishers {
  @available(*, unavailable, renamed: "Receiver.merge(_:)")
  public static func Merge<Value>(_ receivers: Receiver<Value>...) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "Receiver.merge(_:)")
  public static func MergeMany<Value>(_ receivers: Receiver<Value>...) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "Receiver.merge(_:)")
  public static func MergeMany<Value>(_ receivers: [Receiver<Value>]) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "Receiver.combineLatest(_:_:)")
  public static func CombineLatest<First, Second>(_ first: Receiver<First>, _ second: Receiver<Second>)
    -> Receiver<(First, Second)>
  { fatalError() }

  @available(*, unavailable, renamed: "Receiver.zip(_:_:)")
  public static func Zip<First, Second>(_ first: Receiver<First>, _ second: Receiver<Second>)
    -> Receiver<(First, Second)>
  { fatalError() }
}

@available(*, unavailable, message: "not needed: views observe each Variable that they read")
public protocol ObservableObject: AnyObject {}

@available(*, unavailable, message: "use Disposable { }, or Disposable() where nothing is to be disposed of")
public enum Disposables {
  public static func create() -> Disposable { fatalError() }

  public static func create(with dispose: () -> Void) -> Disposable { fatalError() }
}

@available(*, unavailable, message: "not needed: a closure written in main-actor code runs on the main actor")
public final class MainScheduler {
  public static var instance: MainScheduler { fatalError() }

  public static var asyncInstance: MainScheduler { fatalError() }
}

@available(*, unavailable, message: "not needed: a closure written in main-actor code runs on the main actor")
public final class UIScheduler {
  public init() { fatalError() }
}

@available(*, unavailable, message: "use a clock for time, receive(on: queue) for a queue, main-actor code for main")
public final class QueueScheduler {
  public static var main: QueueScheduler { fatalError() }
}
