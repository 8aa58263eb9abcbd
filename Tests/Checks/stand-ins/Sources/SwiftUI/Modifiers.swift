// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NoLeadingUnderscores
public import Combine

/// https://developer.apple.com/documentation/swiftui/viewmodifier
@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// What a modifier is given of the view that it modifies.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View, PrimitiveView {
  public typealias Body = Never

  let content: any View

  func render(in node: Node, _ pass: RenderPass) { pass.render(content, at: "content", in: node) }
}

/// https://developer.apple.com/documentation/swiftui/modifiedcontent
public struct ModifiedContent<Content, Modifier> {
  let content: Content
  let modifier: Modifier

  nonisolated init(_ content: Content, _ modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View, PrimitiveView where Content: View, Modifier: ViewModifier {
  public typealias Body = Never

  func render(in node: Node, _ pass: RenderPass) {
    pass.render(bodyAt: node, connecting: modifier) {
      modifier.body(content: _ViewModifier_Content(content: content))
    } _: { body in
      pass.render(body, at: "modified", in: node)
    }
  }
}

/// A view with something that a host does for it. It is made anywhere, and used on the main actor.
struct Hooked<Content> {
  let content: Content
  let hook: (Node, RenderPass) -> Void

  init(_ content: Content, _ hook: @escaping (Node, RenderPass) -> Void) {
    self.content = content
    self.hook = hook
  }
}

extension Hooked: View, PrimitiveView where Content: View {
  typealias Body = Never

  func render(in node: Node, _ pass: RenderPass) {
    hook(node, pass)
    pass.render(content, at: "hooked", in: node)
  }
}

// https://developer.apple.com/documentation/swiftui/view
extension View {
  nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(self, modifier)
  }

  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    Hooked(self) { node, pass in
      if !node.hasAppeared { pass.afterwards { action?() } }
      node.hasAppeared = true
    }
  }

  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    Hooked(self) { node, _ in node.onDisappear = { action?() } }
  }

  nonisolated public func onChange<V: Equatable>(
    of value: V,
    initial: Bool = false,
    _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View {
    Hooked(self) { node, pass in observe(value, initial, action, node, pass) }
  }

  nonisolated public func onReceive<P: Publisher>(
    _ publisher: P,
    perform action: @escaping (P.Output) -> Void
  ) -> some View where P.Failure == Never {
    Hooked(self) { node, _ in
      if node.memory == nil { node.memory = publisher.sink(receiveValue: action) }
    }
  }

  nonisolated public func disabled(_ disabled: Bool) -> some View {
    Hooked(self) { node, _ in node.isDisabled = disabled }
  }

  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View {
    Identified(content: self, id: id)
  }

  nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }
}

/// What `onChange` does for a view, and for a scene.
func observe<V: Equatable>(
  _ value: V,
  _ initial: Bool,
  _ action: @escaping (V, V) -> Void,
  _ node: Node,
  _ pass: RenderPass
) {
  let old = node.memory as? V
  node.memory = value
  if let old, old != value { pass.afterwards { action(old, value) } }
  if old == nil, initial { pass.afterwards { action(value, value) } }
}

struct Identified<Content, ID: Hashable> {
  let content: Content
  let id: ID
}

extension Identified: View, PrimitiveView where Content: View {
  typealias Body = Never

  func render(in node: Node, _ pass: RenderPass) { pass.render(content, at: id, in: node) }
}
