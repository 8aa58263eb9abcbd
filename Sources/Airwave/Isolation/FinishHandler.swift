/// The function that a listener calls at its end, and its isolation.
@usableFromInline
struct FinishHandler {
  /// The actor on which `function` is called. If it is nil, `function` is called where the last value was handled.
  let isolation: (any Actor)?
  private let function: () -> Void
  /// The tasks that handle earlier values and must finish first, if there are any.
  private let pending: TaskChain?

  @usableFromInline
  init(on isolation: (any Actor)?, after pending: TaskChain? = nil, _ function: @escaping () -> Void) {
    self.isolation = isolation
    self.pending = pending
    self.function = function
  }

  @usableFromInline
  init(_ function: @escaping @Sendable @isolated(any) () -> Void) {
    self.init(on: function.isolation, erasingIsolation(function))
  }

  /// Makes the handler of a listener with an owner. It does nothing if the owner no longer exists.
  @usableFromInline
  init<Owner: AnyObject>(
    on isolation: (any Actor)?,
    with owner: Owner,
    after pending: TaskChain? = nil,
    _ function: @escaping (Owner) -> Void
  ) {
    self.init(on: isolation, after: pending) { [weak owner] in if let owner { function(owner) } }
  }

  /// Called on the isolation. Calls the function when the pending tasks have finished, unless the listener was disposed
  /// of, and then disposes of the listener.
  func callAsFunction(_ disposable: Disposable) {
    let end = {
      if !disposable.isSilent { function() }
      disposable.dispose()
    }
    guard let pending, !pending.isEmpty else { return end() }
    let ending = OnIsolation(content: end)
    pending.add { [isolation] in await ending.run(on: isolation) }
  }
}
