#if Inspector
import Synchronization

// What the engine keeps and calls for the inspector. `NoHooks.swift` declares the same for builds without the trait,
// where it is empty, so that no other file of the engine has a condition.

/// What the inspector keeps of a pair in its channel, and of a shared receiver.
@usableFromInline
struct PairHooks: Sendable {
  /// The record of the pair. Nil for a channel that is no pair, as in a junction. Set before another thread sees the
  /// channel.
  var record: PairRecord?

  /// The session in which the channel is probed, if it is. Only the holder of the gate uses it.
  var probe: ChannelProbe?

  init() {}

  /// Records a shared receiver.
  init<Value: Sendable>(ofShared type: Value.Type, strategy: ReplayStrategy) {
    let record = PairRecord(.share, of: type, strategy: strategy)
    self.record = record
    Inspection.add(record)
  }

  /// Records the end of a shared receiver.
  func release() {
    record?.release()
  }

  /// Records the channel of a connection of a shared receiver, and the listener of the source, which has not joined.
  @usableFromInline func record(connectionOf channel: AnyChannel, _ source: Disposable) {
    guard let record else { return }
    record.add(channel)
    source.record(asSourceOf: record)
  }
}

/// What the inspector keeps of a listener in its disposable.
struct ListenerHooks: ~Copyable, Sendable {
  let record = AtomicLazyReference<ListenerRecord>()
}

/// The name of an operator. Nil if it is not one of the user.
@usableFromInline
struct OperatorName: Sendable {
  @usableFromInline let text: StaticString?

  @inlinable init(_ text: StaticString?) {
    self.text = text
  }
}

extension Channel {
  /// Records the pair. Called once, by the code that makes the channel, before another thread sees it.
  @usableFromInline
  func record(isVariable: Bool, strategy: ReplayStrategy, name: String?, fileID: StaticString, line: UInt) {
    let kind = isVariable ? PairRecord.Kind.variable : .pair
    let record = PairRecord(kind, of: Value.self, strategy: strategy, name: name, fileID: fileID, line: line)
    hooks.record = record
    Inspection.add(record)
    record.add(self)
  }

  /// Called before the channel is deinitialized.
  func removeRecord() {
    hooks.record?.remove(self)
  }
}

extension AnyChannel {
  /// Records the pair that a listener joins.
  @usableFromInline func recordJoin(of disposable: Disposable) {
    if let record = hooks.record { disposable.record(source: record) }
  }

  /// For the holder of the gate: the listener, or one in its place that is timed if the channel is probed.
  @usableFromInline func timed(_ listener: AnyListener) -> AnyListener {
    // A closure that is timed where it is called is not timed twice.
    guard let record = hooks.record, let probe = hooks.probe, !listener.disposable.record.isTimedAtClosure else {
      return listener
    }
    return record.values.timed(listener, in: probe.session)
  }

  /// The same for a reference that the caller owns and passes on.
  @usableFromInline func timed(_ listener: Unmanaged<AnyListener>) -> Unmanaged<AnyListener> {
    .passRetained(timed(listener.takeRetainedValue()))
  }

  /// For the holder of the gate: puts the probe back into the table after all listeners were removed.
  func keepProbe(of request: RemovalRequest) {
    if let probe = request.removed.removeProbe() { listeners.append(probe) }
  }

  /// Called when the channel is deinitialized. A probe does not hold the channel, and may still be in the table.
  func removeProbe() {
    _ = listeners.removeProbe()
  }
}

extension Receiver {
  /// Records the isolation of a listener. While the inspector runs, the calls of the closure are counted and timed.
  @inlinable @inline(__always)
  func recorded(
    _ handle: @escaping (Value) -> Void,
    on isolation: (any Actor)?,
    _ disposable: Disposable
  ) -> (Value) -> Void {
    if let isolation { disposable.record(isolation: isolation) }
    return Inspection.isRunning ? disposable.timing(handle) : handle
  }
}

extension Disposable {
  /// Returns a closure that counts and times the calls of the closure of this listener, on its isolation.
  @usableFromInline func timing<Value>(_ handle: @escaping (Value) -> Void) -> (Value) -> Void {
    let record = record
    record.timeAtClosure()
    return { value in
      // After the inspector was stopped, the clock is not read.
      if !Inspection.isRunning { return handle(value) }
      let stopwatch = Stopwatch()
      handle(value)
      let session = Inspection.session
      if session != 0 { record.add(stopwatch, in: session, atClosure: true) }
    }
  }
}
#endif
