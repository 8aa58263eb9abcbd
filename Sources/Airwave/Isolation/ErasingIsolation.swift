/// Returns the same function without the dynamic isolation in its type. The result must be called on that isolation
/// only.
///
/// Swift has no conversion that removes a dynamic isolation from a synchronous function. Both types have the same
/// representation. The standard library converts between them in the same way, from a struct of one field to another.
@inlinable func erasingIsolation<Value>(_ function: @escaping @isolated(any) (Value) -> Void) -> (Value) -> Void {
  unsafeBitCast(Isolated1(function: function), to: Plain1<Value>.self).function
}

/// The same for a function of an owner and a value. An owner that is known to be an object is passed directly, and
/// needs no conversion at each call.
@inlinable func erasingIsolation<First: AnyObject, Second>(
  _ function: @escaping @isolated(any) (First, Second) -> Void
) -> (First, Second) -> Void {
  unsafeBitCast(Isolated2(function: function), to: Plain2<First, Second>.self).function
}

/// The same for a function without arguments.
@inlinable func erasingIsolation(_ function: @escaping @isolated(any) () -> Void) -> () -> Void {
  unsafeBitCast(Isolated0(function: function), to: Plain0.self).function
}

@usableFromInline struct Isolated0 {
  let function: @isolated(any) () -> Void
  @usableFromInline init(function: @escaping @isolated(any) () -> Void) { self.function = function }
}

@usableFromInline struct Plain0 {
  @usableFromInline let function: () -> Void
}

@usableFromInline struct Isolated1<Value> {
  @usableFromInline let function: @isolated(any) (Value) -> Void
  @inlinable init(function: @escaping @isolated(any) (Value) -> Void) { self.function = function }
}

@usableFromInline struct Plain1<Value> {
  @usableFromInline let function: (Value) -> Void
}

@usableFromInline struct Isolated2<First: AnyObject, Second> {
  @usableFromInline let function: @isolated(any) (First, Second) -> Void
  @inlinable init(function: @escaping @isolated(any) (First, Second) -> Void) { self.function = function }
}

@usableFromInline struct Plain2<First: AnyObject, Second> {
  @usableFromInline let function: (First, Second) -> Void
}

/// Whether a function can be called on an actor: it is isolated to this actor, or it has no isolation.
@usableFromInline func canCall(_ isolation: (any Actor)?, on actor: ObjectIdentifier) -> Bool {
  isolation.map { ObjectIdentifier($0) == actor } ?? true
}
