/// Where several sources, and timers, meet before one listener: events from any thread go in, one at a time comes out.
///
/// It is a hot channel with one listener, so that the promises of a channel hold for what is joined: one order, one at a
/// time, nobody waits, and an event that is sent from inside the handler is handled after the present one.
///
/// ```
/// sources ──▶ sinks ──▶ channel ──▶ handler ──▶ sink of the listener
///               ▲          ▲                          │
///               └─ members ┴── Junction ◀── upstream ─┘
/// ```
///
/// When the listener ends it tells the junction, which ends its members: everything is let go of at once.
@usableFromInline
final class Junction<Event: Sendable>: Upstream, @unchecked Sendable {
  // Unchecked for `remove`, which anybody may call at any time, like all that ends a listener.

  @usableFromInline let listener: Disposable
  /// Lets the listener know that it was removed.
  @usableFromInline let remove: () -> Void
  @usableFromInline let events = Channel<Event>(limit: 0)
  /// What ends with the listener, or nil when it has ended.
  private let members = Lock<Members?>(Members())

  /// Attaches to the listener behind a sink.
  @usableFromInline
  init<Value>(for sink: Sink<Value>) {
    listener = sink.disposable
    remove = sink.remove
    super.init()
    listener.attach(to: self)
  }

  /// Says what to do with an event. `handle` runs for one event at a time, and may keep state.
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

  /// Listens to a receiver: sends an event for each of its values, and one for its end.
  ///
  /// - Returns: What ends this source alone.
  @inlinable
  @discardableResult
  func listen<Value>(
    to receiver: Receiver<Value>,
    _ event: @escaping (Value) -> Event,
    onFinish: Event? = nil
  ) -> Disposable {
    let source = Disposable(isPeek: listener.isPeek, owner: listener.owner)
    add(source)
    let events = events
    let end = { [remove] (ending: Ending) in
      // Who is removed from one source is removed from all.
      if ending == .removed { return remove() }
      guard source.end() else { return }
      source.dispose()
      if let onFinish { events.broadcast(onFinish) }
    }
    receiver.attach(Sink(receive: { events.broadcast(event($0)) }, onEnd: end, disposable: source))
    return source
  }

  /// Lets something end with the listener: at once if that has ended.
  @usableFromInline
  func add(_ member: Disposable) {
    let isOpen = members.withLock { members in
      members?.add(member)
      return members != nil
    }
    if !isOpen { member.dispose() }
  }

  override func leave(_ disposable: Disposable) {
    let ended = members.withLock { members in
      defer { members = nil }
      return members
    }
    ended?.all.forEach { $0.dispose() }
  }
}

/// The members of a junction. Members that have ended are removed when the array has doubled, so that adding takes
/// constant time, amortized, and the array never holds more than twice the members that live, and a few.
private struct Members {
  private(set) var all: [Disposable] = []
  private var limit = 8

  mutating func add(_ member: Disposable) {
    if all.count >= limit {
      all.removeAll { $0.isSilent }
      limit = max(8, 2 * all.count)
    }
    all.append(member)
  }
}

/// An event that is a piece of work: what to do in a junction whose sources have different types.
@usableFromInline
struct Step: @unchecked Sendable {
  // Unchecked: a junction runs one step at a time, and what steps capture belongs to the junction's listener.
  @usableFromInline let run: () -> Void

  @inlinable init(_ run: @escaping () -> Void) {
    self.run = run
  }
}

extension Receiver {
  /// An operator that joins sources. `operation` is called for each listener: it makes state, says how the junction
  /// handles events, and lets it listen.
  @inlinable
  static func joining<Event>(
    _ operation: @escaping @Sendable (Sink<Value>, Junction<Event>) -> Void,
    listenerCount: @escaping @Sendable () -> Int
  ) -> Receiver<Value> {
    Receiver(
      Derivation(
        attach: { sink in operation(sink, Junction(for: sink)) },
        listenerCount: listenerCount
      )
    )
  }
}

/// How many listen to the pairs behind several receivers.
@inlinable
func totalListenerCount<each Value>(_ receivers: repeat Receiver<each Value>) -> Int {
  var count = 0
  for receiver in repeat each receivers { count += receiver.listenerCount }
  return count
}
