extension Receiver {
  /// Listens on an isolation: calls `handle` only there, or on any thread if the isolation is nil.
  @inlinable func listen(
    on isolation: (any Actor)?,
    _ handle: @escaping (Value) -> Void,
    onFinish: FinishHandler? = nil,
    disposable: Disposable = Disposable()
  ) -> Disposable {
    let handle = disposable.timing(handle, on: isolation)
    if isolation == nil, onFinish == nil {
      let receive = if case .channel = origin { handle } else { guarded(handle, disposable) }
      attach(Sink(receive: receive, onEnd: nil, disposable: disposable))
    } else {
      attach(isolatedSink(on: isolation, handle, onFinish: onFinish, disposable: disposable))
    }
    return disposable
  }

  /// Listens on an isolation until the owner of the disposable, which is an `Owner`, is deinitialized. An owner that is
  /// not `Sendable` belongs to the actor of the isolation, and the caller is on that actor.
  @inlinable func listen<Owner: AnyObject>(
    on isolation: (any Actor)?,
    _ handle: @escaping (Owner, Value) -> Void,
    onFinish: FinishHandler? = nil,
    endingWithOwnerOf disposable: Disposable
  ) -> Disposable {
    guard let reference = disposable.owner else { return disposable }
    return listen(
      on: isolation,
      { value in
        if let object = reference.object {
          // The load of the weak reference has retained the object. A cast would retain it once more.
          let owner = Unmanaged<Owner>.fromOpaque(Unmanaged.passUnretained(object).toOpaque())
          owner._withUnsafeGuaranteedRef { handle($0, value) }
          _fixLifetime(object)
        } else {
          disposable.dispose()
        }
      },
      onFinish: onFinish,
      disposable: disposable
    )
    .endingWithOwner()
  }

  /// Makes the sink of a listener that has an isolation, or an `onFinish`.
  @inlinable func isolatedSink(
    on isolation: (any Actor)?,
    _ handle: @escaping (Value) -> Void,
    onFinish: FinishHandler?,
    disposable: Disposable
  ) -> Sink<Value> {
    let end = finishing(after: isolation, onFinish, disposable: disposable)
    guard let isolation else {
      return Sink(receive: guarded(handle, disposable), onEnd: { if $0 == .finished { end() } }, disposable: disposable)
    }
    let queue = source?.actorQueues.queue(on: isolation) ?? ActorQueue(on: isolation)
    let mailbox = Mailbox<Value>(in: queue, handle: handle, onFinish: end, disposable: disposable)
    return Sink(receive: mailbox.post, onEnd: { if $0 == .finished { mailbox.finish() } }, disposable: disposable)
  }

  /// Makes a handler for use after operators. Their closures may dispose of the listener while a value passes through
  /// them. Not inlined: each copy would have a closure of its own, which the optimizer merges into one that is called
  /// through another function for each value.
  @inlinable @inline(never)
  func guarded(_ handle: @escaping (Value) -> Void, _ disposable: Disposable) -> (Value) -> Void {
    { value in if disposable.isLive { handle(value) } }
  }
}

/// Makes a function that ends the listener after its last value, and calls `onFinish` on its own isolation. The
/// function is called on `isolation`, where the last value was handled.
@usableFromInline func finishing(
  after isolation: (any Actor)?,
  _ onFinish: FinishHandler?,
  disposable: Disposable
) -> () -> Void {
  guard let onFinish else { return disposable.dispose }
  let finish = { onFinish.finish(disposable) }
  // Where the values are handled. Their mailbox has already ended the listener when it calls this.
  if let isolation, onFinish.isolation == nil || onFinish.isolation === isolation { return finish }
  // On another actor, which may have to be waited for.
  if let actor = onFinish.isolation {
    let queue = ActorQueue(on: actor)
    let mailbox = Mailbox<Void>(in: queue, handle: { _ in }, onFinish: finish, disposable: disposable)
    return isolation == nil ? { mailbox.finish() } : { mailbox.deliverEnd() }
  }
  // On any thread, as the values.
  return { if disposable.end(as: .ended) { finish() } }
}
