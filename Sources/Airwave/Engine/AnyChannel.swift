public import Synchronization

/// The part of a channel that does not depend on the type of its values: who listens, who comes, who goes.
///
/// What holds what, strongly (`──▶`) or weakly (`┄┄▶`):
///
/// ```
/// Transmitter ──────▶ Receiver ──▶ Channel ◀────────────────┐
///                        ▲            │ table               │ upstream
/// derived Receiver ──────┘            ▼                     │
///       owner ◀┄┄┄ sink chain ◀── Listener ──────────▶ Disposable ◀── DisposeBag
///         ▲                                                 ┊
///         └┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┘
/// ```
///
/// `dispose()` and the end of the pair break the cycle: they take the upstream out of the disposable, and the listener
/// out of the table. The last transmitter ends the pair, and a channel does not hold it.
///
/// The upstream of a listener behind several sources is a junction. The end of the listener takes the junction out of the
/// disposable, and the junction disposes of its members, which are the disposables of the other listeners.
///
/// ```
/// Disposable ◀──▶ Junction ──▶ Disposable of a source ──▶ Channel of the source ──▶ Listener ─┐
///     ▲               └──────────▶ Channel of the events ◀────────────────────────────────────┘
///     └──────── sink ◀── Listener ◀──┘
/// ```
///
/// The upstream of a listener of a shared receiver is a connection. The last listener that leaves, and the end of the
/// source, take the connection out of the multicast, and dispose of the listener of the source.
///
/// ```
/// shared Receiver ──▶ Multicast ◀──▶ Connection ──▶ Channel ──▶ Listener ──▶ Disposable ──▶ Connection
///        │                               │             ▲
///        ▼                               ▼             ┊ owner
/// source Receiver ──▶ Channel ◀── Disposable of the source
///                        └──▶ Listener of the source ──▶ Connection
/// ```
@usableFromInline
class AnyChannel: Upstream, ActorQueueOwner, @unchecked Sendable {
  // Unchecked: `listeners` is touched only by the owner of `gate`; everything else is constant or atomic.

  @usableFromInline let gate: Gate

  /// Whether the channel keeps values to replay.
  @usableFromInline let keepsValues: Bool

  /// Written by the owner only.
  @usableFromInline let isFinished = Atomic<Bool>(false)

  /// How many requests to remove all listeners are pending. The channel calls nobody while there is one.
  @usableFromInline let removals = Atomic<UInt32>(0)

  /// How many requests have been pushed and not performed, within the few that threads are about to count.
  let pendingCount = Atomic<Int>(0)

  /// The address of the oldest request that was taken from the gate and not performed, or 0. Those behind it follow.
  @exclusivity(unchecked) var taken: UInt = 0

  /// How many have joined, or asked to, and have not ended.
  @usableFromInline let listenerCount = Atomic<Int>(0)

  @exclusivity(unchecked) @usableFromInline var listeners = ListenerTable()

  @exclusivity(unchecked) var owned = OwnedListeners()

  private let actorQueues = AtomicLazyReference<ActorQueues>()

  /// `Channel.settle`. Code that is not generic calls it here, and finds it specialized.
  @usableFromInline let settle: (AnyChannel, Request?) -> Void

  @usableFromInline
  init(keepsValues: Bool, settle: @escaping (AnyChannel, Request?) -> Void) {
    gate = Gate(quiet: !keepsValues)
    self.keepsValues = keepsValues
    self.settle = settle
    super.init()
  }

  deinit {
    listeners.deallocate()
  }

  @usableFromInline var currentListenerCount: Int { listenerCount.load(ordering: .relaxed) }

  /// Has a request performed: now if the gate is at rest, or else by the owner.
  @usableFromInline func submit(_ request: Request) {
    if gate.enter(orPush: request) { settle(self, request) } else { pendingCount.add(1, ordering: .relaxed) }
  }

  /// For the owner: gives the gate up, after performing what others have asked for meanwhile.
  @inlinable func leaveGate() {
    if !gate.leave(quiet: isQuiet) { settle(self, nil) }
  }

  @inlinable var isQuiet: Bool { listeners.isEmpty && (!keepsValues || isFinished.load(ordering: .relaxed)) }

  /// Whether a listener in the table, or about to enter it, may be called.
  @inlinable func canCall(_ disposable: Disposable) -> Bool {
    disposable.isLive && removals.load(ordering: .relaxed) == 0
  }

  /// For the owner: adds a listener to the table.
  @usableFromInline final func admitted(_ listener: AnyListener) {
    listeners.append(listener)
    if !listener.disposable.owner.isNone { noteOwner(of: listener.disposable) }
  }

  override func leave(_ disposable: Disposable) {
    listenerCount.subtract(1, ordering: .relaxed)
    // Finishing empties the table as a whole.
    if isFinished.load(ordering: .relaxed) { return }
    guard gate.enter() else { return submit(Request(.leave(disposable))) }
    let gone = listeners.remove(disposable)
    // A closure, and what it captured, may do anything when it goes: let go of it when the gate is left.
    withExtendedLifetime(gone) { leaveGate() }
  }

  @usableFromInline func removeAllListeners() {
    removals.add(1, ordering: .relaxed)
    submit(Request(.removeAllListeners))
  }

  /// For the owner: disposes of a listener that is out of the table, and lets those behind it know.
  @usableFromInline func remove(_ listener: AnyListener) {
    let disposable = listener.disposable
    guard disposable.close(as: .disposed) else { return }
    if let upstream = disposable.takeUpstream() {
      if upstream === self { listenerCount.subtract(1, ordering: .relaxed) } else { upstream.leave(disposable) }
    }
    listener.end(.removed)
  }

  @usableFromInline final func actorQueue(on actor: any Actor) -> ActorQueue {
    actorQueues.instance.queue(on: actor)
  }

  func clearReplay() {
    if keepsValues { submit(Request(.clearReplay)) }
  }

  @usableFromInline func finish() {
    submit(Request(.finish))
  }
}
