#if !Inspector
// What `Hooks.swift` and `Disposable+Inspection.swift` declare, for builds without the trait: of no size, and without
// an instruction.

@usableFromInline
struct PairHooks: Sendable {
  init() {}
  init<Value: Sendable>(ofShared type: Value.Type, strategy: ReplayStrategy) {}
  func release() {}
  @inlinable @inline(__always) func record(connectionOf channel: AnyChannel, _ source: Disposable) {}
}

struct ListenerHooks: Sendable {}

@usableFromInline
struct OperatorName: Sendable {
  @inlinable @inline(__always) init(_ text: StaticString?) {}
}

extension Channel {
  @inlinable @inline(__always)
  func record(isVariable: Bool, strategy: ReplayStrategy, name: String?, fileID: StaticString, line: UInt) {}
  @inlinable @inline(__always) func removeRecord() {}
}

extension AnyChannel {
  @inlinable @inline(__always) func recordJoin(of disposable: Disposable) {}
  @inlinable @inline(__always) func timed(_ listener: AnyListener) -> AnyListener { listener }
  @inlinable @inline(__always) func timed(_ listener: Unmanaged<AnyListener>) -> Unmanaged<AnyListener> { listener }
  @inline(__always) func keepProbe(of request: RemovalRequest) {}
  @inline(__always) func removeProbe() {}
}

extension Receiver {
  @inlinable @inline(__always)
  func recorded(
    _ handle: @escaping (Value) -> Void,
    on isolation: (any Actor)?,
    _ disposable: Disposable
  ) -> (Value) -> Void { handle }
}

extension Disposable {
  @inlinable @inline(__always) func record(_ fileID: StaticString, _ line: UInt) {}
  @inlinable @inline(__always) func record(operator name: OperatorName) {}
  @inline(__always) func record(asSourceOf listener: Disposable) {}
  @inline(__always) func endRecord() {}
  @inlinable @inline(__always) func recordPost() {}
  @inline(__always) func recordTurn() {}
}
#endif
