// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/swiftui/localizedstringkey
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  let key: String

  public init(_ value: String) { key = value }
  public init(stringLiteral value: String) { key = value }
}

/// https://developer.apple.com/documentation/swiftui/text
public struct Text: View, PrimitiveView {
  public typealias Body = Never

  let text: String

  nonisolated public init(_ key: LocalizedStringKey) { text = key.key }

  @_disfavoredOverload
  nonisolated public init<S: StringProtocol>(_ content: S) { text = String(content) }

  func render(in node: Node, _ pass: RenderPass) { pass.elements.append(.text(text)) }
}

/// https://developer.apple.com/documentation/swiftui/textfield
public struct TextField<Label: View>: View, PrimitiveView {
  public typealias Body = Never

  let title: String
  let text: Binding<String>

  func render(in node: Node, _ pass: RenderPass) {
    pass.elements.append(.field(title, shows: text.shown, text))
  }
}

extension TextField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    title = titleKey.key
    self.text = text
  }
}

/// https://developer.apple.com/documentation/swiftui/securefield
public struct SecureField<Label: View>: View, PrimitiveView {
  public typealias Body = Never

  let field: TextField<Label>

  func render(in node: Node, _ pass: RenderPass) { field.render(in: node, pass) }
}

extension SecureField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    field = TextField(titleKey, text: text)
  }
}

/// https://developer.apple.com/documentation/swiftui/toggle
public struct Toggle<Label: View>: View, PrimitiveView {
  public typealias Body = Never

  let title: String
  let isOn: Binding<Bool>

  func render(in node: Node, _ pass: RenderPass) {
    pass.elements.append(.toggle(title, isOn))
  }
}

extension Toggle where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
    title = titleKey.key
    self.isOn = isOn
  }
}

/// https://developer.apple.com/documentation/swiftui/button
public struct Button<Label: View>: View, PrimitiveView {
  public typealias Body = Never

  let title: String
  let action: @MainActor () -> Void

  func render(in node: Node, _ pass: RenderPass) {
    pass.elements.append(.button(title, isEnabled: !node.isInDisabled, action))
  }
}

extension Button where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    title = titleKey.key
    self.action = action
  }
}

/// A view that does no more than hold others.
public protocol ContainerView: View {
  associatedtype Content: View
  var content: Content { get }
}

extension PrimitiveView where Self: ContainerView {
  func render(in node: Node, _ pass: RenderPass) { pass.render(content, at: "content", in: node) }
}

/// https://developer.apple.com/documentation/swiftui/vstack
public struct VStack<Content: View>: ContainerView, PrimitiveView {
  public typealias Body = Never

  public let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// https://developer.apple.com/documentation/swiftui/form
public struct Form<Content: View>: ContainerView, PrimitiveView {
  public typealias Body = Never

  public let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// https://developer.apple.com/documentation/swiftui/list
public struct List<SelectionValue: Hashable, Content: View>: ContainerView, PrimitiveView {
  public typealias Body = Never

  public let content: Content
}

extension List where SelectionValue == Never {
  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    content = ForEach(data, content: rowContent)
  }

  public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    content = ForEach(data, id: id, content: rowContent)
  }
}

/// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  let data: Data
  let id: KeyPath<Data.Element, ID>
  let content: (Data.Element) -> Content
}

extension ForEach: View, PrimitiveView where Content: View {
  public typealias Body = Never

  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
    self.id = id
    self.content = content
  }

  func render(in node: Node, _ pass: RenderPass) {
    pass.render(bodyAt: node) {
      data.map { (element: $0, row: content($0)) }
    } _: { rows in
      for (element, row) in rows { pass.render(row, at: element[keyPath: id], in: node) }
    }
  }
}

extension ForEach where Content: View, ID == Data.Element.ID, Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data, id: \.id, content: content)
  }
}
