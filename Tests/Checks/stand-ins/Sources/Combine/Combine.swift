// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stands in for Combine where there is none. Declarations are those of Apple's documentation, whose pages are named, as
// far as they are used.

/// https://developer.apple.com/documentation/combine/cancellable
public protocol Cancellable {
  func cancel()
}

/// https://developer.apple.com/documentation/combine/anycancellable
public final class AnyCancellable: Cancellable, Hashable {
  private var action: (() -> Void)?

  public init(_ cancel: @escaping () -> Void) { action = cancel }

  deinit { cancel() }

  public func cancel() {
    let action = action
    self.action = nil
    action?()
  }

  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// https://developer.apple.com/documentation/combine/subscribers
public enum Subscribers {
  /// https://developer.apple.com/documentation/combine/subscribers/completion
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }

  /// https://developer.apple.com/documentation/combine/subscribers/demand
  public struct Demand: Equatable, Comparable, Hashable, Sendable {
    private let count: Int

    public static let unlimited = Demand(count: .max)
    public static let none = Demand(count: 0)

    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0)
      return Demand(count: value)
    }

    public static func + (left: Demand, right: Demand) -> Demand {
      let (sum, overflow) = left.count.addingReportingOverflow(right.count)
      return Demand(count: overflow ? .max : sum)
    }

    public static func += (left: inout Demand, right: Demand) { left = left + right }

    public static func -= (left: inout Demand, right: Int) {
      if left != .unlimited { left = Demand(count: left.count - right) }
    }

    public static func > (left: Demand, right: Int) -> Bool { left.count > right }
    public static func == (left: Demand, right: Int) -> Bool { left.count == right }
    public static func < (left: Demand, right: Demand) -> Bool { left.count < right.count }
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Sendable where Failure: Sendable {}

/// https://developer.apple.com/documentation/combine/combineidentifier
public struct CombineIdentifier: Hashable, Sendable {
  private let object: ObjectIdentifier

  public init(_ object: AnyObject) { self.object = ObjectIdentifier(object) }
}

/// https://developer.apple.com/documentation/combine/customcombineidentifierconvertible
public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

/// https://developer.apple.com/documentation/combine/subscription
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

/// https://developer.apple.com/documentation/combine/subscriber
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error

  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

/// https://developer.apple.com/documentation/combine/publisher
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  func receive<S: Subscriber>(subscriber: S) where Self.Failure == S.Failure, Self.Output == S.Input
}

extension Publisher {
  /// https://developer.apple.com/documentation/combine/publisher/subscribe(_:)-4u8kn
  public func subscribe<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input {
    receive(subscriber: subscriber)
  }

  /// https://developer.apple.com/documentation/combine/publisher/sink(receivecompletion:receivevalue:)
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Sink<Output, Failure>(receiveCompletion, receiveValue)
    subscribe(sink)
    return AnyCancellable(sink.cancel)
  }
}

extension Publisher where Failure == Never {
  /// https://developer.apple.com/documentation/combine/publisher/sink(receivevalue:)
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

private final class Sink<Input, Failure: Error>: Subscriber {
  private var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  private var receiveValue: ((Input) -> Void)?
  private var subscription: (any Subscription)?

  init(
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    _ receiveValue: @escaping (Input) -> Void
  ) {
    self.receiveCompletion = receiveCompletion
    self.receiveValue = receiveValue
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    receiveValue?(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let receive = receiveCompletion
    cancel()
    receive?(completion)
  }

  func cancel() {
    let subscription = subscription
    (self.subscription, receiveValue, receiveCompletion) = (nil, nil, nil)
    subscription?.cancel()
  }
}

/// https://developer.apple.com/documentation/combine/passthroughsubject
public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  private var conduits: [Conduit] = []

  private final class Conduit: Subscription {
    var receive: ((Output) -> Subscribers.Demand)?
    var complete: ((Subscribers.Completion<Failure>) -> Void)?
    var demand = Subscribers.Demand.none

    func request(_ more: Subscribers.Demand) { demand += more }
    func cancel() { (receive, complete) = (nil, nil) }
  }

  public init() {}

  /// How many subscribe. Not Combine's.
  public var subscriberCount: Int { conduits.filter { $0.receive != nil }.count }

  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
    let conduit = Conduit()
    conduit.receive = { subscriber.receive($0) }
    conduit.complete = { subscriber.receive(completion: $0) }
    conduits.append(conduit)
    subscriber.receive(subscription: conduit)
  }

  public func send(_ input: Output) {
    for conduit in conduits where conduit.demand > 0 {
      conduit.demand -= 1
      if let receive = conduit.receive { conduit.demand += receive(input) }
    }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    let ended = conduits
    conduits = []
    ended.forEach { $0.complete?(completion) }
  }
}
