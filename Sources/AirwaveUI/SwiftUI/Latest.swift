#if canImport(SwiftUI)
public import Airwave
public import SwiftUI

/// The newest value of a receiver, as a property of a view that is updated with each value.
///
/// ```swift compile
/// import AirwaveUI
/// import SwiftUI
///
/// struct Level: View {
///   @Latest var level: Int
///
///   init(_ levels: Receiver<Int>) {
///     _level = Latest(wrappedValue: 0, levels)
///   }
///
///   var body: some View {
///     Text("Level \(level)")
///   }
/// }
/// ```
///
/// It listens from the first body of the view on, and for as long as SwiftUI keeps the view's state. The first body has
/// what is replayed already. As with `@State`, the receiver and the first value are those that the view had in its
/// first body: a view that must show another receiver needs another `id(_:)`.
///
/// - Complexity: O(1) for each value. Keeps one.
@propertyWrapper
public struct Latest<Value: Sendable>: DynamicProperty {
  private let receiver: Receiver<Value>
  /// A `State` without its attribute, which is a property wrapper up to Xcode 26, and a macro from Xcode 27 on.
  private var storage: State<LatestStorage<Value>>
  private let animation: Animation?

  /// Makes the property: `@Latest(receiver) var phase = initial`.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value until the receiver sends one.
  ///   - receiver: The receiver.
  ///   - animation: How the view changes with a new value, as in
  ///     `@Latest(receiver, animation: .default) var phase = initial`. With `nil` the property animates nothing. A
  ///     broadcast that is made on the main actor inside `withAnimation` is animated by that.
  public init(wrappedValue: Value, _ receiver: Receiver<Value>, animation: Animation? = nil) {
    self.receiver = receiver
    self.animation = animation
    storage = State(wrappedValue: LatestStorage(wrappedValue))
  }

  /// The newest value.
  public var wrappedValue: Value { storage.wrappedValue.variable.value }

  /// Begins to listen. SwiftUI calls it before each body.
  public func update() { storage.wrappedValue.listen(to: receiver, animation) }
}

/// The variable of a `Latest`, and its listener. A storage is made with each value of the view. SwiftUI keeps the first
/// storage and discards the others. Only the storage that SwiftUI keeps begins to listen.
private nonisolated final class LatestStorage<Value: Sendable>: Sendable {
  /// SwiftUI observes it.
  let variable: Variable<Value>
  private let hasBegun = Lock(false)
  /// Ends with the storage.
  private let listening = DisposeBag()

  init(_ value: Value) { variable = Variable(value) }

  func listen(to receiver: Receiver<Value>, _ animation: Animation?) {
    let isFirst = hasBegun.withLock { hasBegun in
      defer { hasBegun = true }
      return !hasBegun
    }
    if !isFirst { return }
    receiver.listen { @MainActor [variable] value in
      guard let animation else { return variable.value = value }
      withAnimation(animation) { variable.value = value }
    }.disposed(by: listening)
  }
}
#endif
