extension Junction {
  /// Listens to receivers in their order, in time linear in their number.
  ///
  /// All of them are one member of the junction, because adding a member searches the members for those that have ended.
  ///
  /// - Parameters:
  ///   - receivers: The receivers to listen to.
  ///   - event: Makes the event for a value of the receiver with an index.
  ///   - finish: Makes the event for the end of the receiver with an index.
  @inlinable
  func listen<Value>(
    toEach receivers: [Receiver<Value>],
    _ event: @escaping (_ index: Int, Value) -> Event,
    onFinish finish: @escaping (_ index: Int) -> Event
  ) {
    let isPeek = listener.registration.isPeek
    let sources = receivers.map { _ in Disposable(isPeek: isPeek, owner: listener.registration.owner) }
    add(sources)
    let events = events
    for (index, source) in sources.enumerated() where listener.registration.isLive {
      let end = { [remove] (ending: Ending) in
        // Removal from one source removes the listener from all of them.
        if ending == .removed { return remove() }
        guard source.end() else { return }
        source.dispose()
        events.broadcast(finish(index))
      }
      receivers[index].attach(
        Sink(receive: { events.broadcast(event(index, $0)) }, onEnd: end, disposable: source)
      )
    }
  }

  /// Disposes of the given disposables when the listener ends: at once if it has ended.
  @usableFromInline
  func add(_ group: [Disposable]) {
    add(Disposable(onAnyThread: { for member in group { member.dispose() } }))
  }
}

/// What happens to one of several receivers of the same type: a value, or the end if there is none.
@usableFromInline
struct IndexedEvent<Value: Sendable>: Sendable {
  @usableFromInline let index: Int
  @usableFromInline let value: Value?

  @inlinable
  init(_ index: Int, _ value: Value?) {
    self.index = index
    self.value = value
  }
}
