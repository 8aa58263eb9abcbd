/// Content that need not be `Sendable`, and is released on its isolation, whichever thread releases this object
/// (Contract 11).
final class ReleasedOnIsolation<Content>: @unchecked Sendable {
  // Unchecked: the code that makes one uses the content only on the isolation.
  private let isolation: (any Actor)?
  /// An owned reference, which `deinit` passes to the isolation.
  private let reference: Unmanaged<Box<Content>>

  init(_ content: Content, _ isolation: (any Actor)?) {
    self.isolation = isolation
    reference = .passRetained(Box(content))
  }

  deinit {
    if let isolation { ActorQueue.release(reference, on: isolation) } else { reference.release() }
  }

  var content: Content { reference._withUnsafeGuaranteedRef { $0.content } }
}
