// The seam for an instrument, which is the inspector: when the engine calls it, and what the engine keeps for it.
// Without the trait `Inspector` there is no instrument and nothing is kept, so that each call of it is compiled to
// nothing.

/// Observes the pairs and the listeners of a program. `AirwaveInspector` has the one conforming type, `Inspection`.
@usableFromInline package protocol Instrument: Sendable {
  init()

  // Pairs. A channel in a junction is no pair. Its hooks are empty, and it is passed to the instrument, too.

  /// Called once, before another thread sees the channel.
  func made<Value>(_ channel: Channel<Value>, isVariable: Bool, name: String?, fileID: StaticString, line: UInt)
  /// Returns what a shared receiver keeps, and each of its channels.
  func hooks<Value: Sendable>(ofShared type: Value.Type, strategy: ReplayStrategy) -> PairHooks
  /// Called before the listener of the source of a shared receiver joins.
  func connected(_ channel: AnyChannel, by source: Disposable)
  /// Called before a channel is deinitialized.
  func released(_ channel: AnyChannel)
  /// Called before a shared receiver is deinitialized.
  func released(_ share: PairHooks)
  func joined(_ channel: AnyChannel, _ listener: Disposable)
  /// For the holder of the gate: returns a listener that joins, or one in its place. Called if there is a probe.
  func timed(_ listener: AnyListener, in channel: AnyChannel) -> AnyListener
  /// For a holder of the gate, after a call of `updateForInstrument`. Calls no listener. What it has removed from the
  /// table is released after the gate is left, because a release may run any code.
  func update(_ channel: AnyChannel, removing removed: inout ListenerTable)

  // Listeners. A sink is built from the listener to the source, so the operators are named in that order.

  func made(_ listener: Disposable, _ fileID: StaticString, _ line: UInt)
  func made(_ source: Disposable, asSourceOf listener: Disposable)
  func passed(_ listener: Disposable, through name: OperatorName)
  /// Called with the isolation of a listener before it is attached.
  ///
  /// - Returns: Whether the calls of its closure are to be made through `call`.
  func times(_ listener: Disposable, on isolation: (any Actor)?) -> Bool
  /// Calls a function, which calls the closure of a listener.
  func call(_ listener: Disposable, _ body: () -> Void)
  /// Called when a value begins (1) or ceases (-1) to wait for the actor of the listener.
  func waiting(_ listener: Disposable, _ change: Int)
  /// Called when the listener ends, and before the disposable is deinitialized.
  func ended(_ listener: Disposable)
}

#if Inspector
package import Synchronization

/// The instrument, if the program links `AirwaveInspector`. Looked up by its mangled name, because pairs are observed
/// that are made before the program calls that module.
@usableFromInline
package let instrument = (_typeByName("16AirwaveInspector10InspectionV") as? any Instrument.Type)?.init()

/// What a channel and a shared receiver keep.
@usableFromInline package struct PairHooks: @unchecked Sendable {
  // Unchecked: the record is `Sendable`, and is set before another thread sees the channel. Only the holder of the gate
  // uses the probe.
  package var record: (any AnyObject & Sendable)?
  /// An entry of the listener table that hears each value, and is not counted. Also while it is in no table.
  @usableFromInline package var probe: AnyListener?
  /// The session of the instrument in which there is a probe, or 0.
  package var session = 0

  package init() {}
}

/// What a disposable keeps.
package struct ListenerHooks: ~Copyable, Sendable {
  package let record = AtomicLazyReference<any AnyObject & Sendable>()
}

/// The name of an operator. Nil if it is not one of the user.
@usableFromInline package struct OperatorName: Sendable {
  package let text: StaticString?

  @usableFromInline init(_ text: StaticString?) {
    self.text = text
  }
}
#else
@inlinable var instrument: (any Instrument)? { nil }

@usableFromInline package struct PairHooks: Sendable {
  @inlinable var probe: AnyListener? { nil }
}

package struct ListenerHooks: Sendable {}

@usableFromInline package struct OperatorName: Sendable {
  @inlinable init(_ text: StaticString?) {}
}
#endif

extension AnyChannel {
  /// For the holder of the gate: the listener, or one in its place.
  @inlinable @inline(__always) func timed(_ listener: AnyListener) -> AnyListener {
    hooks.probe == nil ? listener : instrument?.timed(listener, in: self) ?? listener
  }

  /// The same for a reference that the caller owns and passes on.
  @inlinable @inline(__always) func timed(_ listener: Unmanaged<AnyListener>) -> Unmanaged<AnyListener> {
    hooks.probe == nil ? listener : .passRetained(timed(listener.takeRetainedValue()))
  }

  /// Has the holder of the gate call `Instrument.update`.
  package func updateForInstrument() {
    submit(RemovalRequest(.instrument))
  }
}

extension Disposable {
  /// Returns this disposable after telling the observers of the process where its listener was made.
  @inlinable func tracked(_ fileID: StaticString, _ line: UInt) -> Disposable {
    WorkObservation.made(self, fileID, line)
    instrument?.made(self, fileID, line)
    return self
  }

  /// The closure of this listener, or one that has the instrument call it.
  @inlinable @inline(__always)
  func timing<Value>(_ handle: @escaping (Value) -> Void, on isolation: (any Actor)?) -> (Value) -> Void {
    guard let instrument, instrument.times(self, on: isolation) else { return handle }
    return { value in instrument.call(self) { handle(value) } }
  }
}
