public import Observation

/// A state that is computed from other states, and cannot be set.
///
/// ```swift
/// let (first, last) = (Variable("Ada"), Variable("Byron"))
/// let name = Derived(first, last) { "\($0) \($1)" }
/// name.receiver.listen { print($0) }
///
/// last.value = "Lovelace"
/// print("now \(name.value)")
/// // Ada Byron
/// // Ada Lovelace
/// // now Ada Lovelace
/// ```
///
/// The sources are one to four variables or derived states. ``value`` is computed from their newest values when it is
/// read: it is always there, and never older than they are. SwiftUI and `withObservationTracking` notice when one of
/// the variables is set.
///
/// As a property wrapper it is assigned in an `init`:
///
/// ```swift
/// @MainActor
/// final class Person {
///   @Variable var first = "Ada"
///   @Variable var last = "Byron"
///   @Derived var name: String
///
///   init() {
///     _name = Derived(_first, _last) { "\($0) \($1)" }
///   }
/// }
///
/// let person = Person()
/// person.$name.listen { print($0) }
/// person.last = "Lovelace"
/// // Ada Byron
/// // Ada Lovelace
/// ```
///
/// However the sources depend on each other, all of the value follows from one value of each variable. Two variables
/// that are set one after the other make two states, and both are heard. Keep together what belongs together: in one
/// structure, in one variable. If several threads set or read several variables at the same time, a value may be
/// computed from the new value of one and the former value of another, though these never existed together. The last
/// value is right.
///
/// A derived state holds its sources. Its receiver and its listeners hold no variable.
@propertyWrapper
public final class Derived<Value: Sendable>: Readable, Observable {
  /// How the value follows from variables.
  public let formula: Formula

  /// A receiver of the present value, and then of each change.
  ///
  /// ```swift
  /// let count = Variable(1)
  /// let isEven = Derived(count) { $0.isMultiple(of: 2) }
  /// isEven.receiver.listen { print($0) }
  ///
  /// for number in 2...4 { count.value = number }
  /// count.value = 6
  /// // false
  /// // true
  /// // false
  /// // true
  /// ```
  ///
  /// Values that equal the one before are left out. If they are not `Equatable`, a listener hears one value for each
  /// set. What variables are set to while listeners are being called may be heard as the newest value only.
  ///
  /// A listener joins each variable once, and keeps none alive: it finishes when all variables have ended, even if the
  /// derived state was released before.
  public let receiver: Receiver<Value>

  /// Keeps variables alive that nothing else holds, such as those whose bonds set them.
  private let sources: [any Sendable]

  @usableFromInline init(_ formula: Formula, _ receiver: Receiver<Value>, of sources: [any Sendable]) {
    (self.formula, self.receiver, self.sources) = (formula, receiver, sources)
  }

  /// The value that follows from what the variables contain now.
  ///
  /// ```swift
  /// let volume = Variable(5)
  /// let isLoud = Derived(volume) { $0 > 7 }
  /// volume.value = 9
  /// print(isLoud.value)
  /// // true
  /// ```
  ///
  /// - Complexity: Computes the value: one call of the closure of each derived state before it. Add
  ///   ``Receiver/share(strategy:)`` to the receiver if that is expensive.
  @inlinable
  public var value: Value {
    formula.access()
    return formula.value()
  }

  /// The value, as a property wrapper.
  ///
  /// ```swift
  /// @MainActor
  /// final class Player {
  ///   @Variable var volume = 5
  ///   @Derived var isLoud: Bool
  ///
  ///   init() { _isLoud = Derived(_volume) { $0 > 7 } }
  /// }
  ///
  /// print(Player().isLoud)
  /// // false
  /// ```
  @inlinable public var wrappedValue: Value { value }

  /// The receiver, as a property wrapper: `$name` for `@Derived var name: String`.
  ///
  /// ```swift
  /// @MainActor
  /// final class Player {
  ///   @Variable var volume = 5
  ///   @Derived var isLoud: Bool
  ///
  ///   init() { _isLoud = Derived(_volume) { $0 > 7 } }
  /// }
  ///
  /// let player = Player()
  /// player.$isLoud.listen { print("loud: \($0)") }
  /// player.volume = 9
  /// // loud: false
  /// // loud: true
  /// ```
  @inlinable public var projectedValue: Receiver<Value> { receiver }
}

// Two forms for each number of sources. A cast to `any Equatable` in one form would find a conformance that is isolated
// to an actor.

extension Derived where Value: Equatable {
  @inlinable convenience init(comparing formula: Formula, of sources: any Sendable...) {
    self.init(formula, formula.makeReceiver().skipRepeats(), of: sources)
  }

  /// Makes a view of a state, which cannot be set.
  ///
  /// ```swift
  /// @MainActor
  /// final class Player {
  ///   private let position = Variable(0)
  ///   let progress: Derived<Int>
  ///
  ///   init() { progress = Derived(position) }
  ///   func seek(to second: Int) { position.value = second }
  /// }
  ///
  /// let player = Player()
  /// player.progress.receiver.listen { print($0) }
  /// player.seek(to: 7)
  /// player.seek(to: 7)
  /// // 0
  /// // 7
  /// ```
  ///
  /// - Parameter source: A variable or a derived state.
  @inlinable
  public convenience init(_ source: some Readable<Value>) {
    self.init(comparing: source.formula, of: source)
  }

  /// Makes a state that is computed from another one.
  ///
  /// ```swift
  /// let items = Variable(["tea"])
  /// let count = Derived(items, transform: \.count)
  /// items.value.append("milk")
  /// print(count.value)
  /// // 2
  /// ```
  ///
  /// - Parameters:
  ///   - source: A variable or a derived state.
  ///   - transform: Computes the value, on any thread: where a variable is set, and where the state is read.
  @inlinable
  public convenience init<Source: Readable>(_ source: Source, transform: @escaping @Sendable (Source.Value) -> Value) {
    self.init(comparing: Formula(source.formula, transform), of: source)
  }

  /// Makes a state that is computed from two others.
  ///
  /// ```swift
  /// let (price, count) = (Variable(3), Variable(2))
  /// let total = Derived(price, count) { $0 * $1 }
  /// let isExpensive = Derived(total, count) { total, count in total > 10 && count > 1 }
  /// isExpensive.receiver.listen { print($0) }
  ///
  /// count.value = 4
  /// // false
  /// // true
  /// ```
  ///
  /// - Parameters:
  ///   - first: A variable or a derived state.
  ///   - second: A variable or a derived state.
  ///   - transform: Computes the value, on any thread: where a variable is set, and where the state is read.
  @inlinable
  public convenience init<First: Readable, Second: Readable>(
    _ first: First,
    _ second: Second,
    transform: @escaping @Sendable (First.Value, Second.Value) -> Value
  ) {
    self.init(comparing: Formula(first.formula, second.formula, transform), of: first, second)
  }
}

extension Derived {
  @inlinable convenience init(_ formula: Formula, of sources: any Sendable...) {
    self.init(formula, formula.makeReceiver(), of: sources)
  }

  /// Makes a view of a state, which cannot be set. Its values are not compared.
  ///
  /// ```swift
  /// let play: @Sendable () -> Void = { print("played") }
  /// let view = Derived(Variable(play))
  /// view.value()
  /// // played
  /// ```
  ///
  /// - Parameter source: A variable or a derived state.
  @inlinable
  public convenience init(_ source: some Readable<Value>) {
    self.init(source.formula, of: source)
  }

  /// Makes a state that is computed from another one. Its values are not compared.
  ///
  /// ```swift
  /// let (names, extra) = (Variable(["Ada"]), "Grace")
  /// let pair = Derived(names) { (first: $0.first, last: extra) }
  /// print(pair.value)
  /// // (first: Optional("Ada"), last: "Grace")
  /// ```
  ///
  /// - Parameters:
  ///   - source: A variable or a derived state.
  ///   - transform: Computes the value, on any thread: where a variable is set, and where the state is read.
  @inlinable
  public convenience init<Source: Readable>(_ source: Source, transform: @escaping @Sendable (Source.Value) -> Value) {
    self.init(Formula(source.formula, transform), of: source)
  }

  /// Makes a state that is computed from two others. Its values are not compared.
  ///
  /// ```swift
  /// let (name, age) = (Variable("Ada"), Variable(36))
  /// let both = Derived(name, age) { ($0, $1) }
  /// both.receiver.listen { print($0, $1) }
  ///
  /// age.value = 36
  /// // Ada 36
  /// // Ada 36
  /// ```
  ///
  /// - Parameters:
  ///   - first: A variable or a derived state.
  ///   - second: A variable or a derived state.
  ///   - transform: Computes the value, on any thread: where a variable is set, and where the state is read.
  @inlinable
  public convenience init<First: Readable, Second: Readable>(
    _ first: First,
    _ second: Second,
    transform: @escaping @Sendable (First.Value, Second.Value) -> Value
  ) {
    self.init(Formula(first.formula, second.formula, transform), of: first, second)
  }
}

extension Derived: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The description of the present value.
  ///
  /// ```swift
  /// let volume = Variable(5)
  /// print(Derived(volume) { $0 * 2 })
  /// // 10
  /// ```
  public var description: String { String(describing: value) }

  /// The present value in parentheses, as ``Variable/debugDescription``. Reading it computes the value, and does not
  /// take part in Observation.
  ///
  /// ```swift
  /// let volume = Variable(5)
  /// print([Derived(volume) { $0 * 2 }])
  /// // [Derived(10)]
  /// ```
  public var debugDescription: String {
    StateDepth.described(as: "Derived") { String(reflecting: formula.value()) }
  }

  /// A mirror without children.
  ///
  /// ```swift
  /// dump(Derived(Variable(5)))
  /// // - Derived(5) #0
  /// ```
  public var customMirror: Mirror { withoutChildren(self) }
}
