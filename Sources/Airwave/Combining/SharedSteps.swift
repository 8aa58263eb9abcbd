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
    // Steps that wait hold the handlers weakly, so that all of a listener is released at its end.
    let (handler, finisher) = (StepHandler(handle), StepHandler(onFinish))
    let release = ReleaseAction { [self] in hold(handler, finisher, behind: steps) }
    let sink = listener.source(removingWith: remove) { source in
      let receive = { [steps, channel = steps.channel, listener] (value: Value) in
        guard channel.gate.enterIfIdle() else {
          steps.run { [weak handler] in if listener.isLive { handler?.handle(value) } }
          // Not before the value is sent: the sink may have been released meanwhile.
          return _fixLifetime(release)
        }
        if listener.isLive { handler.handle(value) }
        channel.leaveGate()
      }
      let finish = { [steps, listener] in
        guard source.end() else { return }
        source.dispose()
        steps.run { [weak finisher] in if listener.isLive { finisher?.handle(()) } }
        // Not before the end is sent: the sink may have been released by the end of the source.
        _fixLifetime(release)
      }
      return (receive, finish)
    }
    add(sink.disposable)
    receiver.attach(sink)
  }

  /// Holds the handlers of values and of the end until the steps that wait have run, or the listener ends. Called when
  /// the sink of the source is released: the source has ended, or nothing can call it any more.
  @usableFromInline
  func hold<Value>(_ handler: StepHandler<Value>, _ finisher: StepHandler<Void>, behind steps: SharedSteps) {
    guard listener.isLive else { return }
    let member = Disposable()
    member.attach(to: Cancellation { withExtendedLifetime((handler, finisher)) {} })
    add(member)
    // The sink may be released inside of any call, which must not run the steps of other threads (Contract 4).
    Guest.run { steps.run { member.dispose() } }
  }
}

/// Passes a value, the end, or the result of work to a junction. What waits holds it weakly, so that the end of the
/// listener releases it.
@usableFromInline
final class StepHandler<Value>: @unchecked Sendable {
  // Unchecked: the function runs in steps, or only sends a step, which any thread may do.
  @usableFromInline let handle: (Value) -> Void

  @inlinable init(_ handle: @escaping (Value) -> Void) {
    self.handle = handle
  }
}

/// Calls a function when it is released, on the thread that releases it.
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
