extension Receiver {
  /// Listens with the functions that a method returns for an owner, one for each value.
  ///
  /// All of them have the same isolation if `method` is a method. If it is a closure they may differ. Each one is called on
  /// its own isolation: the first that differs, and all that follow, are called from tasks, in order.
  @inlinable
  func listen<Owner: AnyObject & Sendable>(
    with owner: Owner,
    calling method: @escaping @Sendable (Owner) -> @Sendable @isolated(any) (Value) -> Void,
    onFinish: (@Sendable @isolated(any) (Owner) -> Void)?
  ) -> Disposable {
    let isolation = method(owner).isolation
    let reference = WeakReference(owner)
    let disposable = Disposable(owner: .object(reference))
    let detour = TaskChain()
    return listen(
      on: isolation,
      with: reference,
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
      disposable: disposable
    )
  }
}
