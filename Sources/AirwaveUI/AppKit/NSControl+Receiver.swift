#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import Airwave
public import AppKit

extension NSControl {
  /// Makes a receiver of a control's actions.
  ///
  /// ```swift
  /// import AirwaveUI
  /// import AppKit
  ///
  /// let button = NSButton()
  /// button.receiver().listen { print("clicked") }
  /// button.performClick(nil)
  /// // clicked
  /// ```
  ///
  /// A control has one target and one action. The receiver replaces both when its first listener joins, and restores them after
  /// the last listener has left. The control is held weakly: the receiver finishes when the control is deinitialized.
  ///
  /// - Returns: A receiver without replay.
  /// - Complexity: O(1) for each action and listener; keeps nothing.
  public func receiver() -> Receiver<Void> {
    .actions(of: self, target: \.target, action: \.action)
  }
}

extension NSObjectProtocol where Self: NSControl {
  /// Makes a receiver of a property of a control: the present value first, and the value at each action.
  ///
  /// ```swift
  /// import AirwaveUI
  /// import AppKit
  ///
  /// let slider = NSSlider()
  /// slider.receiver(of: \.doubleValue).listen { print($0) }
  /// slider.doubleValue = 0.5  // by the user
  /// slider.sendAction(slider.action, to: slider.target)
  /// // 0.0
  /// // 0.5
  /// ```
  ///
  /// A text field sends its action when editing ends. All else is as in `receiver()`.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: A receiver of the values.
  /// - Complexity: One read for each listener, and one for each action and listener; keeps nothing.
  @MainActor
  public func receiver<Value: Sendable>(of keyPath: KeyPath<Self, Value>) -> Receiver<Value> {
    receiver().reading { [weak self] in self?[keyPath: keyPath] }
  }
}

extension Variable {
  /// Keeps this variable and a property of a control equal, in both directions.
  ///
  /// ```swift
  /// import AirwaveUI
  /// import AppKit
  ///
  /// let name = Variable("Ada")
  /// let field = NSTextField()
  /// name.bond(with: field, \.stringValue)
  /// print(field.stringValue)
  ///
  /// field.stringValue = "Grace"  // by the user
  /// field.sendAction(field.action, to: field.target)
  /// print(name.value)
  /// // Ada
  /// // Grace
  /// ```
  ///
  /// A value that comes from the control is not written back to it. The variable may be set on any thread: the control follows
  /// on the main actor, at once if the variable is set there. If both are changed at the same time, both have the later value
  /// in the end, as with `bond(with:taking:)`.
  ///
  /// - Parameters:
  ///   - control: The control, held weakly.
  ///   - keyPath: The property.
  ///   - value: Which value both have at first: the variable's own, or that of the control.
  /// - Returns: What ends the bond. It ends, too, when the variable or the control is gone.
  /// - Complexity: O(1) for each set and action.
  @MainActor
  @discardableResult
  public func bond<Control: NSControl>(
    with control: Control,
    _ keyPath: ReferenceWritableKeyPath<Control, Value>,
    taking value: BondedValue = .own
  ) -> Disposable {
    bond(
      with: control,
      events: control.receiver(),
      taking: value,
      read: { $0[keyPath: keyPath] },
      write: { $0[keyPath: keyPath] = $1 }
    )
  }
}
#endif
