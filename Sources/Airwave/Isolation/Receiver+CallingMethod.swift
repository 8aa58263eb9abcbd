extension Receiver {
  /// Listens with the functions that a method returns for an owner. The method is called for each value.
  ///
  /// `isolation` is that of the first function. If `method` is a method, all functions have the same isolation. If it
  /// is a closure, their isolations may differ. Each function is called on its own isolation. The first function with
  /// another isolation, and all functions after it, are called from tasks, in order.
  @inlinable
  func listen<Owner: AnyObject & Sendable>(
    on isolation: (any Actor)?,
    with owner: Owner,
    calling method: @escaping @Sendable (Owner) -> @Sendable @isolated(any) (Value) -> Void,
    onFinish: (@Sendable @isolated(any) (Owner) -> Void)?,
    endingWithOwnerOf disposable: Disposable
  ) -> Disposable {
    let detour = TaskChain()
    return listen(
      on: isolation,
      { (owner: Owner, value) in
        let function = method(owner)
        if detour.isEmpty, function.isolation === isolation {
          erasingIsolation(function)(value)
        } else {
          detour.add { [weak owner] in
            guard let owner else { return }
            let function = method(owner)
            let call = OnIsolation { if !disposable.isSilent { erasingIsolation(function)(value) } }
            await call.run(on: function.isolation)
          }
        }
      },
      onFinish: FinishHandler(on: onFinish?.isolation, with: owner, after: detour) { owner in
        if let onFinish { erasingIsolation(onFinish)(owner) }
      },
      endingWithOwnerOf: disposable
    )
  }
}
