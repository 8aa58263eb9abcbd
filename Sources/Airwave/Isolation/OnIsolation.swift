/// Content that is not `Sendable`, and that is used on one isolation only.
@usableFromInline
struct OnIsolation<Content>: @unchecked Sendable {
  // Unchecked: the code that makes one uses the content only on that isolation.
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
