/// The state that an operator keeps for one listener.
///
/// Unlike access to a captured `var`, access to the content is not checked for exclusivity at run time. Contract 3
/// excludes overlapping access.
@usableFromInline
final class OperatorState<Content: ~Copyable> {
  @exclusivity(unchecked) @usableFromInline var content: Content

  @inlinable init(_ content: consuming Content) {
    self.content = content
  }

  /// The content, which must not be nil.
  @inlinable func unwrapped<Wrapped>() -> Wrapped where Content == Wrapped? { content.unsafelyUnwrapped }
}
