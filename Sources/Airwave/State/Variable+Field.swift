extension Variable {
  /// Makes a variable of one field of the value. Setting one of the two variables sets the other.
  ///
  /// ```swift
  /// struct Document { var title = "", text = "" }
  ///
  /// let document = Variable(Document(title: "Letter"))
  /// let title = document.variable(at: \.title)
  /// title.receiver.listen { print($0) }
  ///
  /// title.value = "Note"
  /// print(document.value.title)
  /// document.withValue { $0.title += "book" }
  /// // Letter
  /// // Note
  /// // Note
  /// // Notebook
  /// ```
  ///
  /// The field stores no value of its own. Setting it sets this variable, as ``withValue(_:)`` does, so that concurrent
  /// changes of other fields are not lost. Its receiver hears every set of this variable, also a set that changes other
  /// fields only. Add ``Receiver/skipRepeats()`` to hear only changes of the field.
  ///
  /// The field holds this variable, and this variable does not hold the field.
  ///
  /// A key path with an index or `!` traps as the collection does: for a row that is deleted, on the thread that
  /// deletes it, if anything listens to the field or is bonded with it. Use a subscript by an identity that returns an
  /// optional:
  ///
  /// ```swift
  /// nonisolated struct Row: Identifiable, Sendable { let id: Int; var text: String }
  ///
  /// extension [Row] {
  ///   nonisolated subscript(id id: Int) -> Row? {
  ///     get { first { $0.id == id } }
  ///     set {
  ///       guard let index = firstIndex(where: { $0.id == id }) else { return }
  ///       if let newValue { self[index] = newValue } else { remove(at: index) }
  ///     }
  ///   }
  /// }
  ///
  /// let rows = Variable([Row(id: 1, text: "tea"), Row(id: 2, text: "milk")])
  /// let milk = rows.variable(at: \.[id: 2])
  /// milk.receiver.listen { print($0?.text ?? "deleted") }
  ///
  /// milk.withValue { $0?.text = "oat milk" }
  /// rows.withValue { $0.removeLast() }
  /// milk.withValue { $0?.text = "cream" }
  /// // milk
  /// // oat milk
  /// // deleted
  /// // deleted
  /// ```
  ///
  /// A field can be bonded with another variable. Each set of this variable, also one that changes other fields only,
  /// sets the bonded variable to the field's value again. Bond at most one field of a variable: if two fields are
  /// bonded, and both are set at the same time or inside a listener of this variable, one of the sets may be lost. A
  /// field cannot be bonded with this variable or with another of its fields. Do not bond them through a third
  /// variable.
  ///
  /// - Parameter keyPath: The key path of the field.
  /// - Returns: A variable of the field.
  /// - Complexity: Reading the field copies the value of this variable. Setting the field copies it once more, and sets
  ///   this variable.
  public func variable<Part: Sendable>(at keyPath: any WritableKeyPath<Value, Part> & Sendable) -> Variable<Part> {
    Variable<Part>(
      Field(of: self, at: keyPath),
      receiver: receiver.map { $0[keyPath: keyPath] },
      number: number,
      observers: observers
    )
  }

  /// A weak reference to this variable. For a field, it is a weak reference to the variable that contains the field,
  /// and makes a new field of it.
  var weakReference: @Sendable () -> Variable? {
    if case .field(let field) = elsewhere { return field.weakReference }
    return { [weak self] in self }
  }

  /// The variable that holds the value: this variable, or the one that contains this field.
  var root: any RootVariable {
    if case .field(let field) = elsewhere { field.root } else { self }
  }
}

/// What a field leaves to the variable that contains it, of whatever type that is: all that does not pass a value. A
/// variable and all its fields have one timestamp. Called on a `root` only.
protocol RootVariable: AnyObject, Sendable {
  /// The timestamp of the newest set.
  var stamp: LamportTimestamp { get }

  func followingStamp() -> LamportTimestamp
  func advance(past stamp: LamportTimestamp)
  func rebroadcast(as stamp: (LamportTimestamp) -> LamportTimestamp)
  func stored() async
}

extension Variable: RootVariable {
  var stamp: LamportTimestamp { content.withLock { $0.stamp } }
}

/// The type-erased access of a field to the variable that contains it. It holds that variable.
@usableFromInline struct Field<Value: Sendable>: Sendable {
  @usableFromInline let present: @Sendable () -> (value: Value, stamp: LamportTimestamp)
  @usableFromInline let set: @Sendable (Value, (LamportTimestamp) -> LamportTimestamp?) -> Bool
  let weakReference: @Sendable () -> Variable<Value>?
  let root: any RootVariable
  let failures: @Sendable () -> Receiver<StorageFailure<Value>>
  @usableFromInline let formula: @Sendable () -> Derived<Value>.Formula

  init<Document>(of document: Variable<Document>, at keyPath: any WritableKeyPath<Document, Value> & Sendable) {
    present = {
      let (value, stamp) = document.present
      return (value[keyPath: keyPath], stamp)
    }
    set = { value, stamp in
      while true {
        var (whole, present) = document.present
        guard let next = stamp(present) else { return false }
        whole[keyPath: keyPath] = value
        if document.set(whole, { $0 == present ? next : nil }) { return true }
      }
    }
    weakReference = { [document = document.weakReference] in document()?.variable(at: keyPath) }
    root = document.root
    failures = { document.failures.map { StorageFailure(value: $0.value[keyPath: keyPath], error: $0.error) } }
    formula = { Derived<Value>.Formula(document.formula) { $0[keyPath: keyPath] } }
  }
}
