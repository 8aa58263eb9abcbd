/// A place for something that a listener needs before there is a way to capture it: its own token, most of all.
package final class Box<Content: Sendable>: @unchecked Sendable {
  // Unchecked: used by one thread at a time.
  package var content: Content?

  package init(_ content: Content? = nil) {
    self.content = content
  }
}
