/// Content that is not `Sendable`, and that is used on one isolation only.
struct OnIsolation<Content>: @unchecked Sendable {
  // Unchecked: the code that makes one uses the content only on that isolation.
  let content: Content
}

extension OnIsolation where Content == () -> Void {
  /// Calls the function on its isolation.
  func run(on isolation: isolated (any Actor)?) {
    content()
  }
}
