import Synchronization

/// Runs the steps of several listeners one at a time, in the order in which they are sent.
///
/// The listeners of a timed receiver share their steps, because a value is to reach them in their order, although a
/// broadcast sends it to one of them and an alarm to another. A junction has steps of its own.
///
/// A call that is not a broadcast runs only its own steps (Contract 4): it leaves those of other threads to a thread
/// that broadcasts, or to one of the system's pool.
@usableFromInline
final class SharedSteps: @unchecked Sendable {
  // Unchecked: only the holder of the channel's gate accesses `hasPostponed`.

  @usableFromInline let channel = Channel<Step>(limit: 0)
  private let runner = Disposable()

  /// Whether steps wait for an alarm. For the holder of the gate, which is a step.
  @exclusivity(unchecked) @usableFromInline var hasPostponed = false

  @usableFromInline init() {
    channel.join(Listener.make(Sink(receive: { $0.run() }, onEnd: nil, disposable: runner)))
  }

  deinit {
    // Breaks the cycle of the channel and the disposable.
    runner.dispose()
  }

  /// Runs a step: now, or after the steps that were sent before.
  @usableFromInline
  func run(isGuest: Bool = false, _ step: @escaping () -> Void) {
    if isGuest { channel.submit(BroadcastRequest(Step(step)), as: .guest) } else { channel.broadcast(Step(step)) }
  }
}

extension Junction {
  /// Listens to a receiver, as `listen(to:_:onFinish:)`, with steps that other listeners share.
  @inlinable
  func listen<Value>(
    to receiver: Receiver<Value>,
    through steps: SharedSteps,
    _ handle: @escaping (Value) -> Void,
    onFinish: @escaping () -> Void
  ) {
    guard listener.isLive else { return }
    let source = Disposable(isPeek: listener.isPeek, owner: listener.owner)
    #if Inspector
    source.record(asSourceOf: listener)
    #endif
    add(source)
    let handler = StepHandler(handle)
    let call = JoiningCall()
    let receive = { [channel = steps.channel, listener] (value: Value) in
      guard channel.gate.enterIfIdle() else {
        // A step holds the handler weakly, so that all of a listener is released at its end.
        return steps.run(isGuest: call.isRunningHere) { [weak handler] in
          if listener.isLive { handler?.handle(value) }
        }
      }
      if listener.isLive { handle(value) }
      if !channel.gate.leave(quiet: channel.isQuiet) { call.drain(channel) }
    }
    let end = { [remove, listener] (ending: Ending) in
      // Holds the handler until the source ends.
      withExtendedLifetime(handler) {}
      // Removal from one source removes the listener from all of them.
      if ending == .removed { return remove() }
      guard source.end() else { return }
      source.dispose()
      listener.abandon(with: source)
      steps.run(isGuest: true) { if listener.isLive { onFinish() } }
    }
    receiver.attach(Sink(receive: receive, onEnd: end, disposable: source))
    call.end()
  }
}

/// Passes values to a listener.
@usableFromInline
final class StepHandler<Value> {
  @usableFromInline let handle: (Value) -> Void

  @inlinable init(_ handle: @escaping (Value) -> Void) {
    self.handle = handle
  }
}

/// The call in which a listener joins. The values that it hears inside of this call are replayed.
@usableFromInline
final class JoiningCall: Sendable {
  /// The thread of the call, or 0 after it. Relaxed: a thread compares it only with its own identity.
  private let thread = Atomic<UInt>(currentThread)

  @usableFromInline init() {}

  @usableFromInline var isRunningHere: Bool { thread.load(ordering: .relaxed) == currentThread }

  @usableFromInline func end() {
    thread.store(0, ordering: .relaxed)
  }

  /// For the busy holder: performs the steps that were sent meanwhile, and leaves the gate.
  @usableFromInline func drain(_ channel: Channel<Step>) {
    channel.drain(channel, nil, isRunningHere ? .guest : .broadcaster)
  }
}
