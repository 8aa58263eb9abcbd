extension Variable {
  /// A variable of one field of the value: setting either sets the other.
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
  /// The field has no value of its own. To set it is to set this variable, as ``withValue(_:)`` does: changes that are made to
  /// other fields at the same time are not lost. Its receiver hears every set of this variable, whichever fields that
  /// changes; ``Receiver/skipRepeats()`` leaves the changes of the field.
  ///
  /// The field holds this variable, which does not hold the field. A field can be bonded with other variables, but not with
  /// another field of the same variable, nor with that.
  ///
  /// - Parameter keyPath: The field.
  /// - Returns: A variable of the field.
  /// - Complexity: Reading the field takes a copy of this variable's value; setting it takes one more, and one set.
  public func variable<Part: Sendable>(at keyPath: any WritableKeyPath<Value, Part> & Sendable) -> Variable<Part> {
    Variable<Part>(
      Field(of: self, at: keyPath),
      receiver: receiver.map { $0[keyPath: keyPath] },
      number: number,
      observers: observers
    )
  }

  /// A weak reference, which makes a field anew: a field is nothing but its variable and the key path.
  var weakReference: @Sendable () -> Variable? {
    if case .document(let field) = elsewhere { return field.weakReference }
    return { [weak self] in self }
  }

  /// The stamp of the newest set.
  var stamp: LamportTimestamp {
    if case .document(let field) = elsewhere { field.present().stamp } else { content.withLock { $0.stamp } }
  }
}

/// How a part of another variable's value is read and set. It holds the other variable, and hides the type of its value.
@usableFromInline
struct Field<Value: Sendable>: Sendable {
  @usableFromInline let present: @Sendable () -> (value: Value, stamp: LamportTimestamp)
  @usableFromInline let set: @Sendable (Value, (LamportTimestamp) -> LamportTimestamp?) -> Bool
  let followingStamp: @Sendable () -> LamportTimestamp
  let lead: @Sendable (LamportTimestamp) -> Void
  let weakReference: @Sendable () -> Variable<Value>?

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
    followingStamp = { document.followingStamp() }
    lead = { document.lead(above: $0) }
    weakReference = { [document = document.weakReference] in document()?.variable(at: keyPath) }
  }
}
