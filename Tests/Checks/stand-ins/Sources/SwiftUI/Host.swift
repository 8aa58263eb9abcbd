// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Synchronization

/// Where a host keeps what belongs to one place in the tree of views. Used on the main actor.
final class Node {
  let type: Any.Type
  private weak var parent: Node?
  private var children: [AnyHashable: Node] = [:]
  private var visited: Set<AnyHashable> = []

  var locations: [AnyObject] = []
  var hasAppeared = false
  var onDisappear: (() -> Void)?
  var isDisabled = false
  /// What `onChange` has seen, or `onReceive` holds.
  var memory: Any?

  init(_ type: Any.Type, in parent: Node?) {
    self.type = type
    self.parent = parent
  }

  var isInDisabled: Bool { isDisabled || parent?.isInDisabled == true }

  /// The child at a place: the same one for as long as a view of the same type is there in each pass.
  func child(_ type: Any.Type, at place: AnyHashable) -> Node {
    visited.insert(place)
    if let child = children[place], child.type == type { return child }
    children[place]?.disappear()
    let child = Node(type, in: self)
    children[place] = child
    return child
  }

  func begin() { visited = [] }

  func end() {
    for (place, child) in children where !visited.contains(place) {
      children[place] = nil
      child.disappear()
    }
  }

  func disappear() {
    children.values.forEach { $0.disappear() }
    onDisappear?()
    hasAppeared = false
  }
}

/// What a user sees.
enum Element {
  case text(String)
  case field(String, Binding<String>)
  case toggle(String, Binding<Bool>)
  case button(String, isEnabled: Bool, @MainActor () -> Void)
}

/// One evaluation of all bodies.
final class RenderPass {
  let environment: EnvironmentValues
  let invalidate: () -> Void
  var elements: [Element] = []
  private(set) var actions: [() -> Void] = []

  init(_ environment: EnvironmentValues, invalidate: @escaping () -> Void) {
    self.environment = environment
    self.invalidate = invalidate
  }

  /// Calls a closure once all bodies are evaluated.
  func afterwards(_ action: @escaping () -> Void) { actions.append(action) }

  @MainActor func render<Content: View>(_ view: Content, at place: some Hashable, in parent: Node) {
    let node = parent.child(Content.self, at: AnyHashable(place))
    node.begin()
    if let primitive = view as? any PrimitiveView {
      primitive.render(in: node, self)
    } else {
      connect(view, to: node)
      render(view.body, at: "body", in: node)
    }
    node.end()
  }

  @MainActor func render<Content: Scene>(_ scene: Content, in parent: Node) {
    let node = parent.child(Content.self, at: AnyHashable("scene"))
    node.begin()
    if let primitive = scene as? any PrimitiveScene {
      primitive.render(in: node, self)
    } else {
      connect(scene, to: node)
      render(scene.body, in: node)
    }
    node.end()
  }

  /// Connects the dynamic properties of a view, and those inside them, and updates them.
  @MainActor func connect(_ value: Any, to node: Node) {
    var index = 0
    connect(value, to: node, &index)
  }

  @MainActor private func connect(_ value: Any, to node: Node, _ index: inout Int) {
    for child in Mirror(reflecting: value).children {
      guard var property = child.value as? any DynamicProperty else { continue }
      if let connectable = property as? any Connectable {
        connectable.connect(to: node, at: index, self)
        index += 1
      } else {
        connect(property, to: node, &index)
      }
      property.update()
    }
  }
}

/// Shows a view, or an application, and does what a user does. Not SwiftUI's: it stands in for a screen.
///
/// Bodies are evaluated again by `update()`, and by whatever a user does.
@MainActor public final class Host {
  private let render: (RenderPass, Node) -> Void
  private let root = Node(Host.self, in: nil)
  private let needsUpdate = Flag()
  private var elements: [Element] = []
  private var environment = EnvironmentValues()

  /// How often the bodies were evaluated.
  public private(set) var updateCount = 0

  public init<Content: View>(_ view: @escaping @autoclosure () -> Content) {
    render = { pass, root in pass.render(view(), at: "view", in: root) }
    update()
  }

  public init<Application: App>(_ application: Application) {
    render = { pass, root in
      pass.connect(application, to: root)
      pass.render(application.body, in: root)
    }
    update()
  }

  /// Evaluates the bodies if what they have read has changed.
  public func update() {
    var rounds = 0
    while needsUpdate.take() {
      evaluate()
      rounds += 1
      precondition(rounds < 100, "the views do not come to rest")
    }
  }

  private func evaluate() {
    let needsUpdate = needsUpdate
    let pass = RenderPass(environment) { needsUpdate.raise() }
    root.begin()
    withObservationTracking {
      render(pass, root)
    } onChange: {
      needsUpdate.raise()
    }
    root.end()
    elements = pass.elements
    updateCount += 1
    pass.actions.forEach { $0() }
  }

  /// Takes all views from the screen.
  public func close() {
    root.begin()
    root.end()
    elements = []
  }

  /// Shows something else, and keeps the state of the views, as when another tab is chosen.
  public func cover() { root.disappear() }

  /// Shows the views again.
  public func uncover() {
    needsUpdate.raise()
    update()
  }

  public func enter(_ phase: ScenePhase) {
    environment.scenePhase = phase
    needsUpdate.raise()
    update()
  }

  // MARK: What a user sees and does

  public var texts: [String] {
    elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  public func text(in field: String) -> String? { binding(of: field)?.wrappedValue }

  public func type(_ text: String, into field: String) {
    binding(of: field)?.wrappedValue = text
    update()
  }

  public func flip(_ toggle: String) {
    for case .toggle(toggle, let isOn) in elements { isOn.wrappedValue.toggle() }
    update()
  }

  public func isEnabled(_ button: String) -> Bool {
    elements.contains { if case .button(button, true, _) = $0 { true } else { false } }
  }

  public func tap(_ button: String) {
    for case .button(button, true, let action) in elements { action() }
    update()
  }

  private func binding(of field: String) -> Binding<String>? {
    for case .field(field, let text) in elements { return text }
    return nil
  }
}

/// Whether something has changed, on any thread.
private final class Flag: Sendable {
  private let isRaised = Atomic<Bool>(true)

  func raise() { isRaised.store(true, ordering: .releasing) }
  func take() -> Bool { isRaised.exchange(false, ordering: .acquiring) }
}
