/// What an operator remembers for one listener.
///
/// Unlike a captured `var` it is not checked for exclusive access at run time: Contract 3 excludes overlapping access.
@usableFromInline
final class OperatorState<Content: ~Copyable> {
  @exclusivity(unchecked) @usableFromInline var content: Content

  @inlinable init(_ content: consuming Content) {
    self.content = content
  }

  /// What is certainly there.
  @inlinable func unwrapped<Wrapped>() -> Wrapped where Content == Wrapped? { content.unsafelyUnwrapped }
}
