/// Runs the steps of several listeners one at a time, in the order in which they are sent.
///
/// The listeners of a timed receiver share their steps, because a value is to reach them in their order, although a
/// broadcast sends it to one of them and an alarm to another. A junction has steps of its own.
@usableFromInline
final class SharedSteps: @unchecked Sendable {
  // Unchecked: only the holder of the channel's gate accesses `hasPostponed`.

  @usableFromInline let channel: Channel<Step>
  private let runner = Disposable()

  /// Whether steps wait for an alarm. For the holder of the gate, which is a step.
  @exclusivity(unchecked) @usableFromInline var hasPostponed = false

  private init(_ channel: Channel<Step>) {
    self.channel = channel
  }

  @usableFromInline convenience init() {
    self.init(Channel(limit: 0, isInner: true))
    channel.join(Sink(receive: { $0.run() }, onEnd: nil, disposable: runner))
  }

  deinit {
    // Breaks the cycle of the channel and the disposable.
    runner.dispose()
  }

  /// Runs a step: now, or after the steps that were sent before.
  @usableFromInline
  func run(_ step: @escaping () -> Void) {
    channel.broadcast(Step(step))
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
    // A step holds the handler weakly, so that all of a listener is released at its end.
    let handler = StepHandler(handle)
    // If the sink is released before the listener has ended, because the source has finished or nothing can call it any
    // more, the handler stays until the values that wait have been handled.
    let release = ReleaseAction { [steps, listener] in
      if listener.isLive { steps.run { withExtendedLifetime(handler) {} } }
    }
    let sink = listener.source(removingWith: remove) { source in
      let receive = { [steps, channel = steps.channel, listener] (value: Value) in
        guard channel.gate.enterIfIdle() else {
          return steps.run { [weak handler] in if listener.isLive { handler?.handle(value) } }
        }
        if listener.isLive { handler.handle(value) }
        channel.leaveGate()
      }
      let finish = { [steps, listener] in
        guard source.end() else { return }
        source.dispose()
        steps.run { if listener.isLive { onFinish() } }
        _fixLifetime(release)
      }
      return (receive, finish)
    }
    add(sink.disposable)
    receiver.attach(sink)
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

/// Calls a function when it is released.
@usableFromInline
final class ReleaseAction {
  private let action: () -> Void

  @usableFromInline init(_ action: @escaping () -> Void) {
    self.action = action
  }

  deinit {
    action()
  }
}
