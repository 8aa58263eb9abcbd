/// What threads share behind a door: whoever has closed it has the content.
///
/// Half the cost of a `Lock`, for content that is copied or exchanged and no more than that.
@usableFromInline
final class Room<Content>: @unchecked Sendable {
  // Unchecked: `content` is touched only by who has closed `door`, and callers let nothing of it escape that is not `Sendable`.

  @usableFromInline let door = Door(isOpen: true)
  @exclusivity(unchecked) @usableFromInline var content: Content

  @inlinable init(_ content: Content) {
    self.content = content
  }

  /// Has the content to itself. `body` runs nobody's code, lets go of no last reference, and enters no
  /// other room.
  @inlinable @inline(__always)
  func enter<Result>(_ body: (inout Content) -> Result) -> Result {
    door.close()
    defer { door.open() }
    return body(&content)
  }
}
