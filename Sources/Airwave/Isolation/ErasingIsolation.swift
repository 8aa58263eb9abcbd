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
