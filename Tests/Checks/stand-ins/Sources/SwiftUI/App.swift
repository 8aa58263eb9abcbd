// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/swiftui/scene
@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

@MainActor protocol PrimitiveScene {
  func render(in node: Node, _ pass: RenderPass)
}

extension Never: Scene {}

extension Scene where Body == Never {
  public var body: Never { fatalError("a primitive has no body") }
}

/// https://developer.apple.com/documentation/swiftui/scenebuilder
@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// https://developer.apple.com/documentation/swiftui/windowgroup
public struct WindowGroup<Content: View>: Scene, PrimitiveScene {
  public typealias Body = Never

  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  func render(in node: Node, _ pass: RenderPass) { pass.render(content, at: "window", in: node) }
}

struct HookedScene<Content: Scene>: Scene, PrimitiveScene {
  public typealias Body = Never

  let content: Content
  let hook: (Node, RenderPass) -> Void

  func render(in node: Node, _ pass: RenderPass) {
    hook(node, pass)
    pass.render(content, in: node)
  }
}

extension Scene {
  /// https://developer.apple.com/documentation/swiftui/scene/onchange(of:initial:_:)-8n4i8
  public func onChange<V: Equatable>(
    of value: V,
    initial: Bool = false,
    _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some Scene {
    HookedScene(content: self) { node, pass in observe(value, initial, action, node, pass) }
  }
}

/// https://developer.apple.com/documentation/swiftui/app
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  /// Runs the application. Here it does nothing: a test hosts it.
  @MainActor @preconcurrency public static func main() {}
}
