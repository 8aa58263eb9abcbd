/// Joins several sources and timers for one listener: any thread may send events, and they are handled one at a time.
///
/// A junction is a hot channel with one listener, so the promises of a channel hold for the events: they have one order
/// and are handled one at a time, no thread waits, and an event that is sent from inside the handler is handled after
/// the present one.
///
/// ```
/// sources ──▶ sinks ──▶ channel ──▶ handler ──▶ sink of the listener
///               ▲          ▲                          │
///               └─ members ┴── Junction ◀── upstream ─┘
/// ```
///
/// When the listener ends, it notifies the junction. The junction then disposes of its members, which releases them at
/// once.
@usableFromInline
final class Junction<Event: Sendable>: Upstream, @unchecked Sendable {
  // Unchecked because of `remove`, which any thread may call at any time, like every function that ends a listener.

  @usableFromInline let listener: Disposable
  /// Removes the listener because the transmitter of a source has removed it.
  @usableFromInline let remove: () -> Void
  @usableFromInline let events = Channel<Event>(limit: 0)
  /// The disposables that end with the listener, or nil when it has ended.
  private let members = Lock<LiveMembers<Disposable>?>(LiveMembers(leastLimit: 8))

  /// Makes the junction of the listener behind a sink.
  @usableFromInline
  init<Value>(for sink: Sink<Value>) {
    listener = sink.disposable
    remove = sink.remove
    super.init()
    listener.attach(to: self)
  }

  /// Sets the function that handles events. It is called for one event at a time, and may keep state.
  @usableFromInline
  func handleEvents(_ handle: @escaping (Event) -> Void) {
    let handler = Disposable()
    add(handler)
    events.join(Listener.make(Sink(receive: handle, onEnd: nil, disposable: handler)))
  }

  @inlinable
  func send(_ event: Event) {
    events.broadcast(event)
  }

  /// Listens to a receiver: sends an event for each of its values, and one for its end. Does nothing if the listener
  /// has ended, for example because a source before this one has ended it.
  ///
  /// - Returns: A disposable that ends this source only.
  @inlinable
  @discardableResult
  func listen<Value>(
    to receiver: Receiver<Value>,
    _ event: @escaping (Value) -> Event,
    onFinish: Event? = nil
  ) -> Disposable {
    listen(to: receiver, receive: { [events] in events.broadcast(event($0)) }, onFinish: onFinish)
  }

  @inlinable
  func listen<Value>(
    to receiver: Receiver<Value>,
    receive: @escaping (Value) -> Void,
    onFinish: Event?
  ) -> Disposable {
    guard listener.isLive else { return .disposed }
    let source = Disposable(isPeek: listener.isPeek, owner: listener.owner)
    #if Inspector
    source.record(asSourceOf: listener)
    #endif
    add(source)
    let end = { [events, remove, listener] (ending: Ending) in
      // Removal from one source removes the listener from all of them.
      if ending == .removed { return remove() }
      guard source.end() else { return }
      source.dispose()
      // A source without an event for its end does not end the listener.
      guard let onFinish else { return }
      listener.abandon(with: source)
      events.broadcast(onFinish)
    }
    receiver.attach(Sink(receive: receive, onEnd: end, disposable: source))
    return source
  }

  /// Adds a member, which ends with the listener. If the listener has already ended, the member is disposed of at once.
  @usableFromInline
  func add(_ member: Disposable) {
    let former = members.withLock { $0?.add(member) }
    if former == nil { member.dispose() }
  }

  override func leave(_ disposable: Disposable) {
    let former = members.withLock { exchange(&$0, with: nil) }
    former?.all.forEach { $0.dispose() }
  }
}

/// An event that is a closure, for a junction whose sources have different types.
@usableFromInline
struct Step: @unchecked Sendable {
  // Unchecked: a junction runs one step at a time, and what a step captures belongs to the listener of the junction.
  @usableFromInline let run: () -> Void

  @inlinable init(_ run: @escaping () -> Void) {
    self.run = run
  }
}

extension Junction<Step> {
  /// Listens to a receiver: calls a function for each of its values, and one for its end.
  ///
  /// If no other event is being handled, the function is called at once, and no event is allocated. The function that
  /// handles events must be set before: without it the gate is quiet, and all values are ignored.
  @inlinable
  func handle<Value>(
    _ receiver: Receiver<Value>,
    _ handle: @escaping (Value) -> Void,
    onFinish: (() -> Void)? = nil
  ) {
    let receive = { [events, listener] (value: Value) in
      guard events.gate.enterIfIdle() else { return events.broadcast(Step { handle(value) }) }
      if listener.isLive { handle(value) }
      events.leaveGate()
    }
    _ = listen(to: receiver, receive: receive, onFinish: onFinish.map(Step.init))
  }
}

extension Receiver {
  /// Makes an operator that joins sources. `operation` is called for each listener: it makes the state, sets the
  /// function that handles events, and listens to the sources through the junction.
  @inlinable
  static func joining<Event>(
    behind length: Int,
    named name: StaticString = #function,
    _ operation: @escaping @Sendable (Sink<Value>, Junction<Event>) -> Void,
    listenerCount: @escaping @Sendable () -> Int = { 0 }
  ) -> Receiver<Value> {
    Receiver(
      Derivation(
        behind: length,
        named: name,
        attach: { sink in operation(sink, Junction(for: sink)) },
        listenerCount: listenerCount
      )
    )
  }
}

extension Receiver {
  /// Makes an operator that joins this receiver with other sources, the longest of which has a length of `otherLength`.
  /// The listeners of this receiver are counted.
  @inlinable
  func joining<Output, Event>(
    behind otherLength: Int = 0,
    named name: StaticString = #function,
    _ operation: @escaping @Sendable (Sink<Output>, Junction<Event>) -> Void
  ) -> Receiver<Output> {
    .joining(behind: max(length, otherLength), named: name, operation) { [self] in listenerCount }
  }
}

/// Returns the length of the longest of several receivers.
@inlinable
func longest<each Value>(_ receivers: repeat Receiver<each Value>) -> Int {
  var length = 0
  for receiver in repeat each receivers { length = max(length, receiver.length) }
  return length
}

@inlinable
func longest<Value>(of receivers: [Receiver<Value>]) -> Int { receivers.reduce(0) { max($0, $1.length) } }

/// Returns the number of listeners of the pairs before several receivers.
@inlinable
func totalListenerCount<each Value>(_ receivers: repeat Receiver<each Value>) -> Int {
  var count = 0
  for receiver in repeat each receivers { count += receiver.listenerCount }
  return count
}
