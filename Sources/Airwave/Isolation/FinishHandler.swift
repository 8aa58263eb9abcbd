/// The function that a listener calls at its end, and its isolation.
@usableFromInline struct FinishHandler {
  /// The actor on which `function` is called. If it is nil, `function` is called where the last value was handled.
  let isolation: (any Actor)?
  private let function: () -> Void

  @usableFromInline init(on isolation: (any Actor)?, _ function: @escaping () -> Void) {
    self.isolation = isolation
    self.function = function
  }

  @usableFromInline init(_ function: @escaping @Sendable @isolated(any) () -> Void) {
    self.init(on: function.isolation, erasingIsolation(function))
  }

  /// Makes the handler of a listener with an owner. It does nothing if the owner no longer exists.
  @usableFromInline
  init<Owner: AnyObject>(on isolation: (any Actor)?, with owner: Owner, _ function: @escaping (Owner) -> Void) {
    self.init(on: isolation) { [weak owner] in if let owner { function(owner) } }
  }

  /// Called on the isolation. Calls the function, unless the listener was disposed of, and then disposes of the
  /// listener.
  func finish(_ disposable: Disposable) {
    if !disposable.isSilent { function() }
    disposable.dispose()
  }
}
