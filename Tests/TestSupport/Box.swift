/// A mutable box, which a closure can capture before its content is made. Most often the content is the token of a
/// listener that the listener itself uses.
package final class Box<Content: Sendable>: @unchecked Sendable {
  // Unchecked: used by one thread at a time.
  package var content: Content?

  package init(_ content: Content? = nil) {
    self.content = content
  }
}
