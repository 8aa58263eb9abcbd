/// Content that is not `Sendable` and is used on one isolation only.
@usableFromInline
struct OnIsolation<Content>: @unchecked Sendable {
  // Unchecked: the code that makes one takes care that the content is used on that isolation only.
  @usableFromInline let content: Content

  @inlinable init(content: Content) {
    self.content = content
  }
}

extension OnIsolation where Content == () -> Void {
  /// Calls the function on its isolation.
  @usableFromInline
  func run(on isolation: isolated (any Actor)?) {
    content()
  }
}
