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
func erasingIsolation<Value>(_ function: @escaping @isolated(any) (Value) -> Void) -> (Value) -> Void {
  unsafeBitCast(Isolated1(function: function), to: Plain1<Value>.self).function
}

/// As above, for a function of two arguments.
@inlinable
func erasingIsolation<First, Second>(
  _ function: @escaping @isolated(any) (First, Second) -> Void
) -> (First, Second) -> Void {
  unsafeBitCast(Isolated2(function: function), to: Plain2<First, Second>.self).function
}

/// As above, for a function without arguments.
@inlinable
func erasingIsolation(_ function: @escaping @isolated(any) () -> Void) -> () -> Void {
  unsafeBitCast(Isolated0(function: function), to: Plain0.self).function
}

/// Content that is not `Sendable` and is used on one isolation only.
@usableFromInline
struct OnIsolation<Content>: @unchecked Sendable {
  // Unchecked: the code that makes one takes care that the content is used on that isolation only.
  @usableFromInline let content: Content

  @inlinable init(content: Content) {
    self.content = content
  }
}

extension OnIsolation where Content == () -> Void {
  /// Calls the function on its isolation.
  @usableFromInline
  func run(on isolation: isolated (any Actor)?) {
    content()
  }
}

@usableFromInline
struct Isolated0 {
  let function: @isolated(any) () -> Void
  @usableFromInline init(function: @escaping @isolated(any) () -> Void) { self.function = function }
}

@usableFromInline
struct Plain0 {
  @usableFromInline let function: () -> Void
}

@usableFromInline
struct Isolated1<Value> {
  @usableFromInline let function: @isolated(any) (Value) -> Void
  @inlinable init(function: @escaping @isolated(any) (Value) -> Void) { self.function = function }
}

@usableFromInline
struct Plain1<Value> {
  @usableFromInline let function: (Value) -> Void
}

@usableFromInline
struct Isolated2<First, Second> {
  @usableFromInline let function: @isolated(any) (First, Second) -> Void
  @inlinable init(function: @escaping @isolated(any) (First, Second) -> Void) { self.function = function }
}

@usableFromInline
struct Plain2<First, Second> {
  @usableFromInline let function: (First, Second) -> Void
}
