// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/swiftui/dynamicproperty
public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

/// A property that a host connects to what it keeps for a view.
@MainActor protocol Connectable {
  func connect(to node: Node, at index: Int, _ pass: RenderPass)
}

/// Where a host keeps a value of `State`.
final class Location<Value>: @unchecked Sendable {
  // Unchecked: used on the main actor.
  var value: Value {
    didSet { onChange?() }
  }
  var onChange: (() -> Void)?

  init(_ value: Value) { self.value = value }
}

/// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper public struct State<Value>: DynamicProperty {
  /// Shared by the copies of the property, so that a host can connect one of them.
  final class Link: @unchecked Sendable {
    // Unchecked: used on the main actor.
    var location: Location<Value>
    init(_ location: Location<Value>) { self.location = location }
  }

  let link: Link

  public init(wrappedValue value: Value) { link = Link(Location(value)) }
  public init(initialValue value: Value) { self.init(wrappedValue: value) }

  public var wrappedValue: Value {
    get { link.location.value }
    nonmutating set { link.location.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    let location = link.location
    return Binding(unchecked: { location.value }, { location.value = $0 })
  }
}

extension State: Sendable where Value: Sendable {}

extension State: Connectable {
  func connect(to node: Node, at index: Int, _ pass: RenderPass) {
    if index < node.locations.count, let location = node.locations[index] as? Location<Value> {
      link.location = location
    } else {
      link.location.onChange = pass.invalidation(of: node)
      node.locations.append(link.location)
    }
  }
}

/// https://developer.apple.com/documentation/swiftui/binding
///
/// It reads its value once, when it is made. Bodies and controls have this value until the body that made the binding
/// makes another one. Other code, such as the action of a button, reads the value anew.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value>: @unchecked Sendable {
  let shown: Value
  private let get: () -> Value
  private let set: (Value) -> Void

  /// https://developer.apple.com/documentation/swiftui/binding/init(get:set:)-7ufcp
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    // Called on the main actor only, where a binding of a view is.
    let plain = unsafeBitCast(Isolated(get: get, set: set), to: Plain<Value>.self)
    self.init(unchecked: plain.get, plain.set)
  }

  init(unchecked get: @escaping () -> Value, _ set: @escaping (Value) -> Void) {
    shown = get()
    self.get = get
    self.set = set
  }

  public var wrappedValue: Value {
    get { RenderPass.isInBody ? shown : get() }
    nonmutating set { set(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    Binding<Subject>(unchecked: { wrappedValue[keyPath: keyPath] }, { wrappedValue[keyPath: keyPath] = $0 })
  }
}

private struct Isolated<Value> {
  let get: @isolated(any) @Sendable () -> Value
  let set: @isolated(any) @Sendable (Value) -> Void
}

private struct Plain<Value> {
  let get: @Sendable () -> Value
  let set: @Sendable (Value) -> Void
}

/// https://developer.apple.com/documentation/swiftui/scenephase
public enum ScenePhase: Comparable, Sendable {
  case background, inactive, active
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues
public struct EnvironmentValues {
  public var scenePhase = ScenePhase.background

  public init() {}
}

/// https://developer.apple.com/documentation/swiftui/environment
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  final class Link {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  let keyPath: KeyPath<EnvironmentValues, Value>
  let link: Link

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
    link = Link(EnvironmentValues()[keyPath: keyPath])
  }

  public var wrappedValue: Value { link.value }
}

extension Environment: Connectable {
  func connect(to node: Node, at index: Int, _ pass: RenderPass) {
    link.value = pass.environment[keyPath: keyPath]
  }
}
