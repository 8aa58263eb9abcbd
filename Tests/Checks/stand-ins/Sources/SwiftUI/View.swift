// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NoLeadingUnderscores
// Stands in for SwiftUI where there is none. Declarations are those of Apple's documentation, whose pages are named, as
// far as they are used; `Host` renders them.

@_exported public import Observation

/// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

/// What a host renders itself, and not by way of a body.
@MainActor protocol PrimitiveView {
  func render(in node: Node, _ pass: RenderPass)
}

extension Never: View {
  public var body: Never { fatalError("a primitive has no body") }
}

extension View where Body == Never {
  public var body: Never { fatalError("a primitive has no body") }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder
@resultBuilder public struct ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  @_disfavoredOverload
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
  {
    TupleView((repeat each content))
  }

  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
    _ConditionalContent(.first(first))
  }

  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    _ConditionalContent(.second(second))
  }
}

/// https://developer.apple.com/documentation/swiftui/emptyview
public struct EmptyView: View, PrimitiveView {
  public typealias Body = Never

  nonisolated public init() {}

  func render(in node: Node, _ pass: RenderPass) {}
}

/// https://developer.apple.com/documentation/swiftui/tupleview
public struct TupleView<T> {
  let value: T

  public init(_ value: T) { self.value = value }
}

extension TupleView: View, PrimitiveView {
  public typealias Body = Never

  func render(in node: Node, _ pass: RenderPass) {
    for (index, child) in Mirror(reflecting: value).children.enumerated() {
      if let view = child.value as? any View { pass.render(view, at: index, in: node) }
    }
  }
}

/// The result of `if` with `else` in a builder.
public struct _ConditionalContent<First: View, Second: View> {
  enum Branch {
    case first(First)
    case second(Second)
  }

  let branch: Branch

  init(_ branch: Branch) { self.branch = branch }
}

extension _ConditionalContent: View, PrimitiveView {
  public typealias Body = Never

  func render(in node: Node, _ pass: RenderPass) {
    switch branch {
    case .first(let view): pass.render(view, at: "first", in: node)
    case .second(let view): pass.render(view, at: "second", in: node)
    }
  }
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
}

extension Optional: PrimitiveView where Wrapped: View {
  func render(in node: Node, _ pass: RenderPass) {
    if let self { pass.render(self, at: "some", in: node) }
  }
}
