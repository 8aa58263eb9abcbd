/// Names the variable that keeps its value when two variables are bonded. The other variable takes that value.
///
/// ```swift
/// let defaults = BondedValue.other
/// let (control, model) = (Variable(1), Variable(2))
/// control.bond(with: model, taking: defaults)
/// print(control.value, model.value)
/// // 2 2
/// ```
///
/// This enumeration is closed: no later version adds a case, because a bond has two ends.
public enum BondedValue: Sendable {
  /// The value of the variable that `bond` is called on.
  ///
  /// ```swift
  /// let (left, right) = (Variable(1), Variable(2))
  /// left.bond(with: right, taking: .own)
  /// print(left.value, right.value)
  /// // 1 1
  /// ```
  case own
  /// The value of the variable that is given to `bond`.
  ///
  /// ```swift
  /// let (left, right) = (Variable(1), Variable(2))
  /// left.bond(with: right, taking: .other)
  /// print(left.value, right.value)
  /// // 2 2
  /// ```
  case other
}

extension BondedValue: CustomStringConvertible {
  /// `own` or `other`.
  ///
  /// ```swift
  /// print(BondedValue.own, BondedValue.other)
  /// // own other
  /// ```
  public var description: String { self == .own ? "own" : "other" }
}

extension Variable {
  /// Keeps this variable and another equal, in both directions.
  ///
  /// ```swift
  /// let (left, right) = (Variable(1), Variable(2))
  /// let bond = left.bond(with: right)
  /// print(left.value, right.value)
  ///
  /// left.value = 3
  /// print(left.value, right.value)
  /// bond.dispose()
  /// // 2 2
  /// // 3 3
  /// ```
  ///
  /// A bond carries each set of one variable over to the other, and does not carry it back. So variables can be bonded
  /// in chains and rings. When all sets have been carried over, all bonded variables have the value of one set:
  ///
  /// - If a set is made after another one was carried over to its variable, the later set wins.
  /// - If two sets are made at the same time, before either was carried over, one of them wins, the same on both sides.
  ///   The other one is lost.
  ///
  /// If a variable is set several times while listeners are being called, the bond may carry over only the last of
  /// these values.
  ///
  /// - Parameters:
  ///   - other: The other variable.
  ///   - value: The variable that keeps its value, by default the other one. If it is bonded, or was bonded before, its
  ///     listeners may hear the value again. (A control that is bonded shows the value of the variable by default.)
  /// - Returns: A disposable that ends the bond. The bond holds both variables weakly, and ends when one of them is
  ///   deinitialized. If one of them is a field that ``variable(at:)`` has made, the bond ends when the variable that
  ///   contains the field is deinitialized.
  /// - Complexity: O(1) for each set of one of the two variables, besides the set that it makes. In a chain of bonds
  ///   each set is made from within the set before it, so that the use of stack grows with the length of the chain. On
  ///   512 KB of stack, which threads other than the main thread have on Apple platforms, a chain can have some 600
  ///   bonds in optimized code, and some 200 in code that is not optimized.
  @discardableResult
  public func bond(with other: Variable<Value>, taking value: BondedValue = .other) -> Disposable {
    bond(with: other, taking: value, to: { $0 }, from: { $0 })
  }

  /// Keeps this variable and a variable of another type in step, in both directions, as ``bond(with:taking:)`` does.
  ///
  /// ```swift
  /// let (number, text) = (Variable(1), Variable("2"))
  /// number.bond(with: text, to: { "\($0)" }, from: { Int($0) ?? 0 })
  /// print(number.value)
  ///
  /// number.value = 3
  /// print(text.value)
  /// // 2
  /// // 3
  /// ```
  ///
  /// A value that is carried over is transformed once, and the result is not transformed back. So a transform that
  /// loses information changes the other variable only. This does not hold for a field, whose value is carried over
  /// again when another field of its variable is set; see ``variable(at:)``.
  ///
  /// - Parameters:
  ///   - other: The other variable.
  ///   - value: The variable that keeps its value, by default the other one. If it is bonded, or was bonded before, its
  ///     listeners may hear the value again. (A control that is bonded shows the value of the variable by default.)
  ///   - forward: Makes a value of the other variable from a value of this variable.
  ///   - backward: Makes a value of this variable from a value of the other variable.
  /// - Returns: A disposable that ends the bond. The bond holds both variables weakly, and ends when one of them is
  ///   deinitialized. If one of them is a field that ``variable(at:)`` has made, the bond ends when the variable that
  ///   contains the field is deinitialized.
  /// - Complexity: O(1) for each set of one of the two variables, besides the set that it makes. In a chain of bonds
  ///   each set is made from within the set before it, so that the use of stack grows with the length of the chain. On
  ///   512 KB of stack, which threads other than the main thread have on Apple platforms, a chain can have some 600
  ///   bonds in optimized code, and some 200 in code that is not optimized.
  @discardableResult
  public func bond<Other: Sendable>(
    with other: Variable<Other>,
    taking value: BondedValue = .other,
    to forward: @escaping @Sendable (Value) -> Other,
    from backward: @escaping @Sendable (Other) -> Value
  ) -> Disposable {
    // A variable and all its fields share one timestamp, so that a bond between two of them could not order their sets.
    if number == other.number, ObjectIdentifier(self) != ObjectIdentifier(other) { return .disposed }
    switch value {
    case .other:
      other.root.advance(past: root.followingStamp())
      other.carry(to: self, backward)
    case .own:
      root.advance(past: other.root.followingStamp())
      carry(to: other, forward)
    }
    let listeners = DisposeBag()
    let bond = Disposable { listeners.dispose() }
    // A new listener hears the present value at once, and so carries over a set that was made since.
    carryEverySet(to: other, forward, onFinish: bond.dispose).disposed(by: listeners)
    other.carryEverySet(to: self, backward, onFinish: bond.dispose).disposed(by: listeners)
    return bond
  }

  private func carryEverySet<Other>(
    to other: Variable<Other>,
    _ transform: @escaping @Sendable (Value) -> Other,
    onFinish: @escaping @Sendable () -> Void
  ) -> Disposable {
    let (own, other) = (weakReference, other.weakReference)
    return receiver.listen(
      on: nil,
      { _ in if let own = own(), let other = other() { own.carry(to: other, transform) } },
      onFinish: FinishHandler(onFinish)
    )
  }

  /// Sets another variable to the present value, unless the timestamp of the other variable is equal or greater.
  private func carry<Other>(to other: Variable<Other>, _ transform: (Value) -> Other) {
    let (value, stamp) = present
    if other.root.stamp < stamp {
      _ = other.set(transform(value)) { $0 < stamp ? stamp : nil }
    }
  }

  /// The timestamp that another variable must exceed so that this variable takes its value. Marks this variable as
  /// bonded.
  func followingStamp() -> LamportTimestamp {
    content.withLock { content in
      content.isBonded = true
      return content.stamp
    }
  }

  /// Gives the present value a timestamp greater than a given one, and marks this variable as bonded.
  func advance(past stamp: LamportTimestamp) {
    let isDone = content.withLock { content in
      defer { content.isBonded = true }
      // If the variable was never bonded, no other variable has the same timestamp, and the timestamp alone is changed.
      // Otherwise the value is broadcast again, so that the bonds carry the new timestamp over.
      if content.stamp <= stamp && !content.isBonded { content.stamp = stamp.next(in: number) }
      return content.stamp > stamp
    }
    if !isDone { rebroadcast { max($0, stamp.next(in: number)) } }
  }
}
