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
  /// The body that was made last, and whether something that it has read has changed.
  var body: Any?
  let isInvalid = Flag()
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
  case field(String, shows: String, Binding<String>)
  case toggle(String, Binding<Bool>)
  case button(String, isEnabled: Bool, @MainActor () -> Void)
}

/// One evaluation of the bodies that need it: those that have read what has changed, and those of new views.
final class RenderPass {
  /// Whether the present code is a body, or what it calls.
  @TaskLocal static var isInBody = false

  let environment: EnvironmentValues
  private let needsUpdate: Flag
  /// Whether the body that made the views at hand was evaluated in this pass.
  private var isNew: Bool
  var elements: [Element] = []
  private(set) var actions: [() -> Void] = []

  init(_ environment: EnvironmentValues, isNew: Bool, _ needsUpdate: Flag) {
    self.environment = environment
    self.isNew = isNew
    self.needsUpdate = needsUpdate
  }

  /// What makes the body at a node be evaluated again.
  func invalidation(of node: Node) -> @Sendable () -> Void {
    { [needsUpdate, isInvalid = node.isInvalid] in
      isInvalid.raise()
      needsUpdate.raise(with: Animation.current)
    }
  }

  /// Renders the body at a node, which is evaluated again only if it must be.
  @MainActor func render<Body>(
    bodyAt node: Node,
    connecting value: Any? = nil,
    _ body: @MainActor () -> Body,
    _ render: @MainActor (Body) -> Void
  ) {
    let former = isNew
    defer { isNew = former }
    isNew = node.isInvalid.take() || isNew || node.body == nil
    if isNew {
      if let value { connect(value, to: node) }
      node.body = withObservationTracking {
        Self.$isInBody.withValue(true) { body() }
      } onChange: { [invalidate = invalidation(of: node)] in
        invalidate()
      }
    }
    if let body = node.body as? Body { render(body) }
  }

  /// Calls a closure once all bodies are evaluated.
  func afterwards(_ action: @escaping () -> Void) { actions.append(action) }

  @MainActor func render<Content: View>(_ view: Content, at place: some Hashable, in parent: Node) {
    let node = parent.child(Content.self, at: AnyHashable(place))
    node.begin()
    if let primitive = view as? any PrimitiveView {
      primitive.render(in: node, self)
    } else {
      render(bodyAt: node, connecting: view) {
        view.body
      } _: { body in
        render(body, at: "body", in: node)
      }
    }
    node.end()
  }

  @MainActor func render<Content: Scene>(_ scene: Content, in parent: Node) {
    let node = parent.child(Content.self, at: AnyHashable("scene"))
    node.begin()
    if let primitive = scene as? any PrimitiveScene {
      primitive.render(in: node, self)
    } else {
      render(bodyAt: node, connecting: scene) {
        scene.body
      } _: { body in
        render(body, in: node)
      }
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
/// As in SwiftUI, a body is evaluated again if it has read what has changed, or if the body that made its view was.
/// This happens in `update()`, and in whatever a user does.
@MainActor public final class Host {
  private let render: (RenderPass, Node) -> Void
  private let root = Node(Host.self, in: nil)
  private let needsUpdate = Flag()
  private var elements: [Element] = []
  private var environment = EnvironmentValues()
  private var isNew = true

  /// How often there was something to evaluate.
  public private(set) var updateCount = 0

  /// How the newest update is animated.
  public private(set) var animation: Animation?

  public init<Content: View>(_ view: Content) {
    render = { pass, root in pass.render(view, at: "view", in: root) }
    needsUpdate.raise()
    update()
  }

  public init<Application: App>(_ application: Application) {
    render = { pass, root in
      pass.render(bodyAt: root, connecting: application) {
        application.body
      } _: { body in
        pass.render(body, in: root)
      }
    }
    needsUpdate.raise()
    update()
  }

  /// Evaluates the bodies if what they have read has changed.
  public func update() {
    var rounds = 0
    while needsUpdate.take() {
      animation = needsUpdate.takeAnimation()
      evaluate()
      rounds += 1
      precondition(rounds < 100, "the views do not come to rest")
    }
  }

  private func evaluate() {
    let pass = RenderPass(environment, isNew: isNew, needsUpdate)
    isNew = false
    root.begin()
    render(pass, root)
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
    isNew = true
    needsUpdate.raise()
    update()
  }

  // MARK: What a user sees and does

  public var texts: [String] {
    elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  public func text(in field: String) -> String? {
    for case .field(field, let text, _) in elements { return text }
    return nil
  }

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
    for case .field(field, _, let text) in elements { return text }
    return nil
  }
}

/// Whether something has changed, on any thread.
final class Flag: Sendable {
  private let isRaised = Atomic<Bool>(false)
  private let animation = Mutex<Animation?>(nil)

  func raise(with animation: Animation? = nil) {
    if animation != nil { self.animation.withLock { $0 = animation } }
    isRaised.store(true, ordering: .releasing)
  }

  func takeAnimation() -> Animation? { animation.withLock { $0.take() } }
  func take() -> Bool { isRaised.exchange(false, ordering: .acquiring) }
}
