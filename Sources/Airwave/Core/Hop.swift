/// Runs a function later on an actor, in a task that inherits no priority and no task-local value. Retains the actor
/// until then.
func hop(to actor: any Actor, _ body: @escaping () -> Void) {
  let body = OnIsolation(content: body)
  if actor === MainActor.shared {
    // Starts on the main queue. Another task would start on a thread of the cooperative pool, and wait there behind all
    // that waits for the pool. So would a task that has left the main actor, and returns to it.
    Task.detached { @MainActor in body.content() }
  } else {
    Task.detached { await body.run(on: actor) }
  }
}

/// Content that is not `Sendable`, and that is used on one isolation only.
struct OnIsolation<Content>: @unchecked Sendable {
  // Unchecked: the code that makes one uses the content only on that isolation.
  let content: Content
}

extension OnIsolation where Content == () -> Void {
  fileprivate func run(on actor: isolated any Actor) {
    content()
  }
}
