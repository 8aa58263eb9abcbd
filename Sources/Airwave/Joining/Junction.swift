public import Synchronization

/// Joins several sources, timers and tasks for one listener: any thread may send a step, and steps run one at a time.
///
/// A junction is a hot channel of steps with one listener, so the promises of a channel hold for the steps: they have
/// one order and run one at a time, no thread waits, and a step that is sent from inside another runs after it.
///
/// ```
/// sources ──▶ sinks ──▶ channel ──▶ steps ──▶ sink of the listener
///               ▲          ▲                          │
///               └──────────┴────── members ◀ upstream ┘
/// ```
///
/// When the listener ends, it notifies the members, which are disposed of, and released at once.
///
/// The sinks of the sources hold the disposable of the listener, and it holds the members. The members for sources hold
/// neither. So a listener that nothing can call any more is released, as one that has joined ``Receiver/never`` and a
/// source that was released. A member for an alarm or a task that is pending holds the junction, until the alarm rings,
/// the task is done, or the member is disposed of.
@usableFromInline package final class Junction: @unchecked Sendable {
  // Unchecked because of `remove`, which any thread may call at any time, like every function that ends a listener.

  @usableFromInline let listener: Disposable
  /// The order of the alarms of this listener among those of the same instant. Nil before the first one. Alarms are set
  /// when the listener joins, and in its steps.
  @exclusivity(unchecked) var alarmOrder: Int?
  /// Removes the listener because the transmitter of a source has removed it.
  @usableFromInline let remove: () -> Void
  @usableFromInline let steps = Channel<Step>(limit: 0)
  /// The disposables that end with the listener.
  private let members = JunctionMembers()

  /// Makes the junction of the listener behind a sink.
  @usableFromInline init<Value>(for sink: Sink<Value>) {
    (listener, remove) = (sink.disposable, sink.remove)
    listener.attach(to: members)
    let runner = Disposable()
    add(runner)
    steps.join(Sink(receive: { $0.run() }, onEnd: nil, disposable: runner))
  }

  /// Runs a step: now, or after the steps that were sent before. Runs none if the listener has left its sources.
  @inlinable package func run(_ step: @escaping () -> Void) {
    steps.broadcast(Step(step))
  }

  /// Listens to a receiver: runs one step for each of its values, and another one for its end. Does nothing if the
  /// listener has ended, for example because a source before this one has ended it.
  ///
  /// If no other step is running, the function is called at once, and the value takes no allocation.
  ///
  /// - Parameters:
  ///   - receiver: The receiver.
  ///   - handle: The step for a value.
  ///   - onFinish: The step for the end. Without it the end is not noticed.
  @inlinable func listen<Value>(
    to receiver: Receiver<Value>,
    _ handle: @escaping (Value) -> Void,
    onFinish: (() -> Void)? = nil
  ) {
    guard listener.isLive else { return }
    let source = source(of: receiver, onFinish: onFinish) { [steps, listener] value in
      steps.run(handle, value, unlessEnded: listener)
    }
    receiver.attach(source)
  }

  /// Listens to a receiver from inside a step.
  ///
  /// What the receiver sends on this thread before this returns, such as its replay, is the continuation of the present
  /// step: it reaches the listener before the next value is made, and nothing is kept (Contract 8). As soon as another
  /// thread sends a value of the receiver, the values that follow have to wait behind it, and become steps.
  ///
  /// - Parameters:
  ///   - receiver: The receiver.
  ///   - handle: Called with a value in a step.
  ///   - onFinish: The step for the end.
  /// - Returns: A disposable that ends this source only.
  @inlinable @discardableResult func listenInStep<Value>(
    to receiver: Receiver<Value>,
    _ handle: @escaping (Value) -> Void,
    onFinish: @escaping () -> Void
  ) -> Disposable {
    guard listener.isLive else { return .disposed }
    let joining = JoiningThread()
    let source = source(of: receiver, onFinish: onFinish) { [steps, listener] value in
      if joining.isCurrent {
        if listener.isLive { handle(value) }
        return
      }
      joining.end()
      steps.run(handle, value, unlessEnded: listener)
    }
    receiver.attach(source)
    joining.end()
    return source.disposable
  }

  /// Makes the sink of a source, and adds its disposable to the members.
  @inlinable func source<Value>(
    of receiver: Receiver<Value>,
    onFinish: (() -> Void)?,
    receive: @escaping (Value) -> Void
  ) -> Sink<Value> {
    let sink = listener.source(removingWith: remove, noticesEnd: onFinish != nil) { [steps] source in
      let finish = {
        guard source.end(as: .ended) else { return }
        source.dispose()
        if let onFinish { steps.broadcast(Step(onFinish)) }
      }
      return (receive: receive, onFinish: finish)
    }
    add(sink.disposable)
    return sink
  }

  /// Adds a member, which ends with the listener. If the listener has already ended, the member is disposed of at once.
  @usableFromInline func add(_ member: Disposable) { members.add(member) }
}

/// The thread that listens to a source from inside a step, until the call has returned, or another thread has sent a
/// value of the source.
///
/// The values of a source are sent one at a time (Contract 3), so each of them sees what the one before has stored.
/// Relaxed: a thread compares the identity only with its own, and only that thread has stored it.
@usableFromInline final class JoiningThread: Sendable {
  @usableFromInline let thread = Atomic<UInt>(currentThread)

  @usableFromInline init() {}

  @inlinable var isCurrent: Bool {
    let thread = thread.load(ordering: .relaxed)
    return thread != 0 && thread == currentThread
  }

  @inlinable func end() {
    if thread.load(ordering: .relaxed) != 0 { thread.store(0, ordering: .relaxed) }
  }
}

extension Channel<Step> {
  /// Runs a step for a value: at once, and then without an allocation, or after the steps that were sent before.
  @inlinable @inline(__always)
  func run<Input>(_ handle: @escaping (Input) -> Void, _ value: Input, unlessEnded listener: Disposable) {
    guard gate.enterIfIdle() else {
      return broadcast(Step { if listener.isLive { handle(value) } })
    }
    if listener.isLive { handle(value) }
    leaveGate()
  }
}

/// A closure that one thread at a time runs: a step of a junction, or the beginning of a connection.
@usableFromInline struct Step: @unchecked Sendable {
  // Unchecked: what a step captures belongs to one listener, whose steps run one at a time.
  @usableFromInline let run: () -> Void

  @inlinable init(_ run: @escaping () -> Void) {
    self.run = run
  }
}

extension Receiver {
  /// Makes an operator that joins sources. `operation` is called for each listener: it makes the state, and listens to
  /// the sources through the junction.
  @inlinable package static func joining(
    named name: StaticString? = #function,
    _ operation: @escaping @Sendable (Sink<Value>, Junction) -> Void,
    listenerCount: @escaping @Sendable () -> Int = { 0 }
  ) -> Receiver<Value> {
    // The sources may send to the listener. What other threads send to it meanwhile waits for them.
    let attach = { @Sendable (sink: Sink<Value>) in OwnListenersOnly.run { operation(sink, Junction(for: sink)) } }
    return Receiver(Derivation(named: name, attach: attach, listenerCount: listenerCount))
  }

  /// Makes an operator that joins this receiver with other sources. The listeners of this receiver are counted.
  @inlinable func joining<Output>(
    named name: StaticString? = #function,
    _ operation: @escaping @Sendable (Sink<Output>, Junction) -> Void
  ) -> Receiver<Output> {
    .joining(named: name, operation) { [self] in listenerCount }
  }
}

/// Returns the number of listeners of the pairs before several receivers.
@inlinable func totalListenerCount<each Value>(_ receivers: repeat Receiver<each Value>) -> Int {
  var count = 0
  for receiver in repeat each receivers { count += receiver.listenerCount }
  return count
}

@inlinable
func totalListenerCount<Value>(of receivers: [Receiver<Value>]) -> Int { receivers.reduce(0) { $0 + $1.listenerCount } }

/// The disposables of the sources, alarms and tasks of a junction, and of its steps. They end with the listener.
final class JunctionMembers: Upstream, @unchecked Sendable {
  // Unchecked because the superclass is. The lock guards the members.

  /// The members, or nil when the listener has ended.
  private let members = Lock<LiveMembers<Disposable>?>(LiveMembers(leastLimit: 8))

  func add(_ member: Disposable) {
    let former = members.withLock { $0?.add(member) }
    if former == nil { member.dispose() }
  }

  override func leave(_ disposable: Disposable) -> AnyObject? {
    end()
    return self
  }

  deinit {
    // The listener was released, and has not ended. The channel of the steps and its disposable still hold each other.
    end()
  }

  private func end() {
    members.withLock { exchange(&$0, with: nil) }?.dispose()
  }
}
