import Airwave

/// The value of a bonded property of a view, and where it comes from.
private nonisolated struct Shown<Value: Sendable>: Sendable {
  let value: Value
  /// Whether the view had the value first, and must not be given it.
  let isFromView: Bool
}

extension Variable {
  /// Keeps this variable and a property of a view equal, in both directions.
  ///
  /// ```
  /// this variable ◀── bond ──▶ mirror ──▶ property, unless the value is from there
  ///                               ▲
  ///                               └────── property, at each event
  /// ```
  ///
  /// The bond between the two variables decides which of two sets made at the same time is the later, and carries none
  /// back. The view holds the mirror, by way of its event. What the view shows is therefore released with the view. A
  /// value that is equal to the present one is neither written nor taken over: a field of a variable tells its value
  /// again when another field is set, and to write a text field moves its cursor.
  ///
  /// - Parameters:
  ///   - view: The object that has the property, held weakly.
  ///   - events: Tells on the main actor that the user has changed the property. Finishes when the view is gone.
  ///   - value: Which value both have at first.
  ///   - read: Reads the property. `nil` is not taken over.
  ///   - write: Writes the property.
  /// - Returns: What ends the bond.
  @MainActor
  func bond<Object: AnyObject & Sendable>(
    with view: Object,
    events: Receiver<Void>,
    taking value: BondedValue,
    read: @escaping @MainActor (Object) -> Value?,
    write: @escaping @MainActor (Object, Value) -> Void
  ) -> Disposable {
    let shown = value == .other ? read(view) : nil
    let mirror = Variable<Shown<Value>>(Shown(value: shown ?? self.value, isFromView: shown != nil))
    let parts = DisposeBag()
    let bond = Disposable { parts.dispose() }
    self.bond(
      with: mirror,
      taking: shown == nil ? .own : .other,
      to: { Shown(value: $0, isFromView: false) },
      from: { $0.value }
    ).disposed(by: parts)
    // The view is given what the mirror has by now. A newer value from the view may have overtaken the one that is
    // heard.
    mirror.receiver.listen(with: view) { [weak mirror] view, _ in
      guard let shown = mirror?.value, !shown.isFromView else { return }
      if let present = read(view), areEqual(present, shown.value) { return }
      write(view, shown.value)
    }.disposed(by: parts)
    events.listen(with: view) { view, _ in
      guard let value = read(view), !areEqual(value, mirror.value.value) else { return }
      mirror.value = Shown(value: value, isFromView: true)
    }.disposed(by: parts)
    receiver.whenFinished(bond.dispose).disposed(by: parts)
    mirror.receiver.whenFinished(bond.dispose).disposed(by: parts)
    return bond
  }
}

/// Whether two values are equal, if values of their type can be compared.
nonisolated func areEqual<Value>(_ value: Value, _ other: Value) -> Bool {
  (value as? any Equatable)?.isEqual(other) ?? false
}

extension Equatable {
  nonisolated fileprivate func isEqual(_ other: Any) -> Bool { other as? Self == self }
}

extension Receiver {
  /// Calls a closure when the pair is finished, on whichever thread that happens.
  nonisolated fileprivate func whenFinished(_ action: @escaping @Sendable () -> Void) -> Disposable {
    let listening = Disposable()
    attach(Sink(receive: { _ in }, onEnd: { _ in action() }, disposable: listening))
    return listening
  }
}
