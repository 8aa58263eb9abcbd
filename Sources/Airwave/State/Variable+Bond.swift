/// Which of two variables keeps its value when they are bonded. The other variable takes that value.
public enum BondedValue: Sendable {
  /// The value of the variable that `bond` is called on.
  case own
  /// The value of the variable that is given to `bond`.
  case other
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
  /// What the bond itself sets is not carried back, and bonds in a chain or a ring come to rest. When all is quiet, all
  /// variables that are bonded have the value of the same set. Of two sets one of which came after the other had been carried
  /// over, that is the later. If both are set at once, so that neither knew of the other, it is the set on the side that
  /// had counted more sets, and of equally many that on the younger variable; the other set is lost. A variable that is set
  /// several times while listeners are being called may be carried over once, with the last of its values.
  ///
  /// - Parameters:
  ///   - other: The other variable.
  ///   - value: Which value both variables have now. If the variable that has it is, or has been, bonded, its listeners may hear
  ///     the value again.
  /// - Returns: What ends the bond. The bond holds both variables weakly, and ends when one of them is deinitialized. A field,
  ///   as ``variable(at:)`` makes, is bonded for as long as the variable that it is a field of exists.
  /// - Complexity: Beside the sets that it makes, O(1) for each set of one of the two. In a chain of bonds a set is carried from
  ///   within the one before it, so that the stack grows with the length of the chain: on 512 KB of stack, which threads other
  ///   than the main thread have on Apple platforms, some 600 bonds can follow each other in optimized code, and some 200
  ///   in code that is not optimized.
  @discardableResult
  public func bond(with other: Variable<Value>, taking value: BondedValue = .other) -> Disposable {
    bond(with: other, taking: value, to: { $0 }, from: { $0 })
  }

  /// Keeps this variable and one of another type in step, in both directions, as ``bond(with:taking:)`` does.
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
  /// What is carried over is transformed once, and not transformed back: a transform that loses something does so on the
  /// other side alone.
  ///
  /// - Parameters:
  ///   - other: The other variable.
  ///   - value: Which value both variables have now. If the variable that has it is, or has been, bonded, its listeners may hear
  ///     the value again.
  ///   - forward: Makes the other variable's value from this one's.
  ///   - backward: Makes this variable's value from the other one's.
  /// - Returns: What ends the bond. The bond holds both variables weakly, and ends when one of them is deinitialized. A field,
  ///   as ``variable(at:)`` makes, is bonded for as long as the variable that it is a field of exists.
  /// - Complexity: Beside the sets that it makes, O(1) for each set of one of the two. In a chain of bonds a set is carried from
  ///   within the one before it, so that the stack grows with the length of the chain: on 512 KB of stack, which threads other
  ///   than the main thread have on Apple platforms, some 600 bonds can follow each other in optimized code, and some 200
  ///   in code that is not optimized.
  @discardableResult
  public func bond<Other: Sendable>(
    with other: Variable<Other>,
    taking value: BondedValue = .other,
    to forward: @escaping @Sendable (Value) -> Other,
    from backward: @escaping @Sendable (Other) -> Value
  ) -> Disposable {
    // All fields of a variable have the stamp of its newest set, so that none of them could be told from the others.
    if number == other.number, ObjectIdentifier(self) != ObjectIdentifier(other) { return .disposed }
    switch value {
    case .other:
      other.lead(above: followingStamp())
      other.carry(to: self, backward)
    case .own:
      lead(above: other.followingStamp())
      carry(to: other, forward)
    }
    let listeners = DisposeBag()
    let bond = Disposable { listeners.dispose() }
    // What was set since is carried now, for a listener hears the present value at once.
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

  /// Sets another variable to the present value, unless it agrees or knows better.
  private func carry<Other>(to other: Variable<Other>, _ transform: (Value) -> Other) {
    let (value, stamp) = present
    if other.stamp < stamp {
      _ = other.set(transform(value)) { $0 < stamp ? stamp : nil }
    }
  }

  /// What a variable must exceed to be the one whose value is taken over.
  func followingStamp() -> LamportTimestamp {
    if case .document(let field) = elsewhere { return field.followingStamp() }
    return content.withLock { content in
      content.isBonded = true
      return content.stamp
    }
  }

  /// Makes the present value a newer set than another variable's.
  func lead(above stamp: LamportTimestamp) {
    if case .document(let field) = elsewhere { return field.lead(stamp) }
    while true {
      let (value, own) = present
      let isDone = content.withLock { content in
        defer { content.isBonded = true }
        // Those who agree on a stamp must hear of the next. If there are none, nobody needs to.
        if content.stamp <= stamp && !content.isBonded { content.stamp = stamp.next(in: number) }
        return content.stamp > stamp
      }
      if isDone || set(value, { $0 == own ? stamp.next(in: number) : nil }) { return }
    }
  }
}
