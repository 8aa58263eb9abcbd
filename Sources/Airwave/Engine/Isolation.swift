import Dispatch

/// Whether the caller runs on the main actor.
///
/// The main actor runs on the main queue. Which thread serves that queue varies: on Linux an asynchronous `main` leaves
/// the first thread, so that asking for the main thread would answer wrongly. A mark on the queue itself is right.
@usableFromInline
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  @usableFromInline package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}

/// The same function without the isolation that its type speaks of, to be called on that isolation only.
///
/// The language has no conversion that drops a dynamic isolation from a synchronous function. The two have the same
/// representation; the standard library converts between them the same way, from a struct of one field to another.
@inlinable
func plain<Value>(_ function: @escaping @isolated(any) @Sendable (Value) -> Void) -> @Sendable (Value) -> Void {
  unsafeBitCast(Isolated1(function: function), to: Plain1<Value>.self).function
}

/// As above, for a function of two arguments.
@inlinable
func plain<First, Second>(
  _ function: @escaping @isolated(any) @Sendable (First, Second) -> Void
) -> @Sendable (First, Second) -> Void {
  unsafeBitCast(Isolated2(function: function), to: Plain2<First, Second>.self).function
}

/// As above, for a function without arguments.
@inlinable
func plain(_ function: @escaping @isolated(any) @Sendable () -> Void) -> @Sendable () -> Void {
  unsafeBitCast(Isolated0(function: function), to: Plain0.self).function
}

/// What is used on one isolation only, though it is not `Sendable`: a key path to a property of that isolation.
struct OnIsolation<Content>: @unchecked Sendable {
  // Unchecked: it is sent to who makes one, so that nobody else has it, and is used on the isolation it is made for.
  let content: Content
}

@usableFromInline
struct Isolated0 {
  let function: @isolated(any) @Sendable () -> Void
  @usableFromInline init(function: @escaping @isolated(any) @Sendable () -> Void) { self.function = function }
}

@usableFromInline
struct Plain0 {
  @usableFromInline let function: @Sendable () -> Void
}

@usableFromInline
struct Isolated1<Value> {
  @usableFromInline let function: @isolated(any) @Sendable (Value) -> Void
  @inlinable init(function: @escaping @isolated(any) @Sendable (Value) -> Void) { self.function = function }
}

@usableFromInline
struct Plain1<Value> {
  @usableFromInline let function: @Sendable (Value) -> Void
}

@usableFromInline
struct Isolated2<First, Second> {
  @usableFromInline let function: @isolated(any) @Sendable (First, Second) -> Void
  @inlinable init(function: @escaping @isolated(any) @Sendable (First, Second) -> Void) { self.function = function }
}

@usableFromInline
struct Plain2<First, Second> {
  @usableFromInline let function: @Sendable (First, Second) -> Void
}
