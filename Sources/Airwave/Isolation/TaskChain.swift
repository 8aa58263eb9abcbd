/// Runs closures in tasks, in order and one at a time.
@usableFromInline
final class TaskChain: @unchecked Sendable {
  // Unchecked: one thread at a time uses `last`, because a listener is not called while it is running (Contract 3).
  private var last: Task<Void, Never>?

  @usableFromInline init() {}

  /// Whether no closure has been added.
  @usableFromInline var isEmpty: Bool { last == nil }

  /// Runs a closure after all closures that were added before have returned.
  @usableFromInline
  func add(_ body: @escaping @Sendable () async -> Void) {
    let work = WorkObservation.begin()
    // Detached, because a listener sees no task-local value of the broadcasting thread (Contract 11).
    last = Task.detached { [last] in
      await last?.value
      guard let work else { return await body() }
      await work.run(body)
      work.end()
    }
  }
}
