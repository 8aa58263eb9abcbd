/// A way to listen to other receivers.
@usableFromInline
final class View<Value: Sendable>: Sendable {
  /// Begins to listen with a sink.
  @usableFromInline let attach: @Sendable (Sink<Value>) -> Void

  /// How many listen to the pairs behind it.
  @usableFromInline let listenerCount: @Sendable () -> Int

  /// The channel, or the multicast, whose gate calls its listeners and those of other views of the same: one after the
  /// other. Nil if something stands between that each listener has for itself, as a junction does.
  @usableFromInline let source: (any ActorQueueOwner)?

  @inlinable
  init(
    of source: (any ActorQueueOwner)? = nil,
    attach: @escaping @Sendable (Sink<Value>) -> Void,
    listenerCount: @escaping @Sendable () -> Int
  ) {
    self.source = source
    self.attach = attach
    self.listenerCount = listenerCount
  }
}

extension Receiver {
  /// What it has in common with all views of the same pair, unless listeners are called by gates of their own.
  @inlinable var source: (any ActorQueueOwner)? {
    if let channel { channel } else { view?.source }
  }

  /// Begins to listen with a sink.
  @inlinable
  package func attach(_ sink: Sink<Value>) {
    if let view {
      view.attach(sink)
    } else if let channel {
      if sink.disposable.registration.isPeek { channel.peek(sink) } else { channel.join(Listener.make(sink)) }
    }
  }

  /// An operator: a view of this receiver through a function that is made anew for each listener.
  ///
  /// `operation` makes, from the sink that the operator sends to, what the operator does with each value. That may keep
  /// state, for it is used by one thread at a time (Contract 3). When it is done it calls the sink's `finish()`.
  @inlinable
  func attaching<Output>(
    _ operation: @escaping @Sendable (Sink<Output>) -> (Value) -> Void
  ) -> Receiver<Output> {
    Receiver<Output>(
      View(of: source) { [self] sink in
        attach(Sink(receive: operation(sink), onEnd: sink.onEnd, disposable: sink.disposable))
      } listenerCount: { [self] in
        listenerCount
      }
    )
  }

  /// Listens on an isolation: calls `handle` on it only, or on any thread if it is nil.
  @inlinable
  func listen(
    on isolation: (any Actor)?,
    _ handle: @escaping (Value) -> Void,
    onFinish: FinishHandler? = nil,
    disposable: Disposable = Disposable()
  ) -> Disposable {
    if isolation == nil, onFinish == nil {
      attach(Sink(receive: view == nil ? handle : guarded(handle, disposable), onEnd: nil, disposable: disposable))
    } else {
      attach(isolatedSink(on: isolation, handle, onFinish: onFinish, disposable: disposable))
    }
    return disposable
  }

  /// Listens on an isolation until an object is gone.
  @inlinable
  func listen<Owner: AnyObject & Sendable>(
    on isolation: (any Actor)?,
    with owner: Owner,
    _ handle: @escaping (Owner, Value) -> Void,
    onFinish: FinishHandler? = nil
  ) -> Disposable {
    let reference = WeakReference(owner)
    let disposable = Disposable(owner: .object(reference))
    return listen(on: isolation, with: reference, handle, onFinish: onFinish, disposable: disposable)
  }

  /// Listens on an isolation until the object of a reference, which is an `Owner`, is gone.
  @inlinable
  func listen<Owner: AnyObject & Sendable>(
    on isolation: (any Actor)?,
    with reference: WeakReference,
    _ handle: @escaping (Owner, Value) -> Void,
    onFinish: FinishHandler?,
    disposable: Disposable
  ) -> Disposable {
    listen(
      on: isolation,
      { value in
        if let owner = reference.object {
          handle(unsafeDowncast(owner, to: Owner.self), value)
        } else {
          disposable.dispose()
        }
      },
      onFinish: onFinish,
      disposable: disposable
    )
  }

  /// The sink of a listener with an isolation, or with something to do at its end.
  @inlinable
  func isolatedSink(
    on isolation: (any Actor)?,
    _ handle: @escaping (Value) -> Void,
    onFinish: FinishHandler?,
    disposable: Disposable
  ) -> Sink<Value> {
    let end = farewell(after: isolation, onFinish, disposable: disposable)
    guard let isolation else {
      return Sink(receive: guarded(handle, disposable), onEnd: { if $0 == .finished { end() } }, disposable: disposable)
    }
    let queue = source?.actorQueue(on: isolation) ?? ActorQueue(on: isolation)
    let mailbox = Mailbox<Value>(in: queue, handle: handle, onFinish: end, disposable: disposable)
    return Sink(receive: mailbox.post, onEnd: { if $0 == .finished { mailbox.finish() } }, disposable: disposable)
  }

  /// A handler behind operators: their closures may dispose of the listener while a value is on its way through them.
  @inlinable
  func guarded(_ handle: @escaping (Value) -> Void, _ disposable: Disposable) -> (Value) -> Void {
    { value in if disposable.registration.isLive { handle(value) } }
  }
}

/// What ends the listening after the last value, and calls `onFinish` on its own isolation. It is called on `isolation`,
/// where the last value was handled.
@usableFromInline
func farewell(
  after isolation: (any Actor)?,
  _ onFinish: FinishHandler?,
  disposable: Disposable
) -> () -> Void {
  guard let onFinish else { return disposable.dispose }
  let finish = { onFinish(disposable) }
  // A mailbox has ended the listening when it calls this.
  if let isolation, onFinish.isolation == nil || onFinish.isolation === isolation { return finish }
  if let actor = onFinish.isolation {
    let queue = ActorQueue(on: actor)
    let mailbox = Mailbox<Void>(in: queue, handle: { _ in }, onFinish: finish, disposable: disposable)
    return isolation == nil ? { mailbox.finish() } : { mailbox.deliverEnd() }
  }
  return { if disposable.end() { finish() } }
}
