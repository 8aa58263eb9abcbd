// How a derived state follows from variables.
//
//     Derived ──▶ sources            Receiver ──▶ Formula            listener ──▶ Formula
//        └──────▶ Formula ──▶ formulas of the sources ──▶ … ──▶ content of each variable, its receiver, its observers
//
// A formula holds what is needed to read variables and to listen to them, and no variable. So neither the receiver of a
// derived state nor its listeners keep a variable alive.

extension Derived {
  /// How a state follows from variables. Airwave makes and uses it.
  ///
  /// It holds what the variables contain, and no variable.
  public final class Formula: Sendable {
    /// The distinct variables that the value is computed from.
    @usableFromInline let roots: [Root]
    /// Whether several sources are computed from one variable.
    @usableFromInline let isDiamond: Bool
    /// What tells the variable from others, or nil if the value is computed.
    @usableFromInline let identity: ObservationBridge?
    @usableFromInline let compute: @Sendable (Reading?) -> Value
    /// Tells Observation that each variable is read.
    @usableFromInline let access: @Sendable () -> Void

    /// Makes the formula of a variable.
    @inlinable
    init(of receiver: Receiver<Value>, _ observers: ObservationBridge, read: @escaping @Sendable () -> Value) {
      (roots, isDiamond, identity) = ([Root(receiver, observers)], false, observers)
      (compute, access) = ({ _ in read() }, { observers.access() })
    }

    /// Makes the formula of a computed value.
    @inlinable init(
      of roots: [Root],
      access: @escaping @Sendable () -> Void,
      compute: @escaping @Sendable (Reading?) -> Value
    ) {
      var known: Set<ObjectIdentifier> = []
      let distinct = roots.filter { known.insert(ObjectIdentifier($0.observers)).inserted }
      (self.roots, isDiamond, identity) = (distinct, distinct.count < roots.count, nil)
      self.compute = compute
      if isDiamond {
        // A loop retains each variable. But where sources have variables in common, it tells of each of them once.
        self.access = { for root in distinct { root.observers.access() } }
      } else {
        self.access = access
      }
    }

    @inlinable
    convenience init<Source>(_ source: Derived<Source>.Formula, _ transform: @escaping @Sendable (Source) -> Value) {
      self.init(of: source.roots, access: source.access) { transform(source.value(in: $0)) }
    }

    @inlinable convenience init<First, Second>(
      _ first: Derived<First>.Formula,
      _ second: Derived<Second>.Formula,
      _ transform: @escaping @Sendable (First, Second) -> Value
    ) {
      self.init(of: first.roots + second.roots) {
        first.access()
        second.access()
      } compute: {
        transform(first.value(in: $0), second.value(in: $0))
      }
    }

    /// The value that follows from what the variables contain now. Holds no lock while it computes.
    @inlinable func value(in reading: Reading? = nil) -> Value {
      guard let reading else { return compute(isDiamond ? Reading() : nil) }
      return reading.value(of: identity ?? self) { compute(reading) }
    }

    /// A receiver of the values. It ignores what a variable sends, and computes from the newest values.
    @inlinable func makeReceiver() -> Receiver<Value> {
      .combining(named: "Derived") { [self] sink, sources in
        for root in roots { sources.add(root.sets) { _ in } }
        return { [self] in sink(value()) }
      } listenerCount: { [roots] in
        totalListenerCount(of: roots.map(\.sets))
      }
    }
  }
}

extension Derived.Formula: CustomReflectable {
  /// A mirror without children.
  public var customMirror: Mirror { withoutChildren(self) }
}

/// A variable that a formula reads.
@usableFromInline final class Root: Sendable {
  /// The identity of the variable. Its fields have the same.
  @usableFromInline let observers: ObservationBridge
  @usableFromInline let sets: Receiver<Void>

  @inlinable init<Value>(_ receiver: Receiver<Value>, _ observers: ObservationBridge) {
    self.observers = observers
    sets = receiver.attaching(named: nil) { sink in { _ in sink(()) } }
  }
}

/// The values of one computation of a state that reaches a variable in several ways. Each formula is computed once, so
/// that no part of the result has an older value of the variable than another part. One thread uses it.
@usableFromInline final class Reading {
  @exclusivity(unchecked) @usableFromInline var values: [ObjectIdentifier: AnyObject] = [:]

  @inlinable init() {}

  @inlinable func value<Value>(of formula: AnyObject, _ compute: () -> Value) -> Value {
    let known = values[ObjectIdentifier(formula)]
    if let known { return unsafeDowncast(known, to: OperatorState<Value>.self).content }
    let value = compute()
    values[ObjectIdentifier(formula)] = OperatorState(value)
    return value
  }
}
