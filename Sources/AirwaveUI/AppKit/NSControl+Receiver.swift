#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import Airwave
public import AppKit
import Foundation

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
  /// A control has one target and one action. The receiver replaces both when its first listener joins, and restores
  /// them after the last listener has left. The control is held weakly: the receiver finishes when the control is
  /// deinitialized.
  ///
  /// - Returns: A receiver without replay.
  /// - Complexity: O(1) for each action and listener; keeps nothing.
  public func receiver() -> Receiver<Void> {
    .actions(of: self, target: \.target, action: \.action)
  }

  /// Tells that the user has changed the value: at each action, and, of a text field, at the end of editing. A text
  /// field whose cell does not send its action on the end of editing sends it for the Return key only.
  var edits: Receiver<Void> {
    guard self is NSTextField else { return receiver() }
    return receiver().merge(with: .notifications(NSControl.textDidEndEditingNotification, of: self))
  }
}

extension NSObjectProtocol where Self: NSControl {
  /// Makes a receiver of a property of a control: the present value first, and then the value whenever the user has
  /// changed it.
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
  /// The action of a control reports that its value was changed. A text field is also read at the end of editing,
  /// whichever key or click ends it and whatever `sendsActionOnEndEditing` of its cell is. A value that is equal to the
  /// last one is not heard again. Otherwise this works as `receiver()`.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: A receiver of the values.
  /// - Complexity: One read for each listener, and one for each action and listener; keeps nothing.
  @MainActor
  public func receiver<Value: Sendable>(of keyPath: KeyPath<Self, Value>) -> Receiver<Value> {
    let values = edits.reading { [weak self] in self?[keyPath: keyPath] }
    // The Return key ends editing, and sends the action.
    return self is NSTextField ? values.skipRepeats(by: areEqual) : values
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
  /// A value that comes from the control is not written back to it, and neither is a value that is equal to the one
  /// that it has. The bond hears the action of the control and, of a text field, the end of editing, too, so that it
  /// does not depend on `sendsActionOnEndEditing` of the field's cell. The variable may be set on any thread: the
  /// control follows on the main actor, at once if the variable is set there. If both are changed at the same time,
  /// both have the later value in the end, as with `bond(with:taking:)`.
  ///
  /// - Parameters:
  ///   - control: The control, held weakly.
  ///   - keyPath: The property.
  ///   - value: Which value both have at first. By default it is the variable's own, because a view shows what its
  ///     model has. With `.other` it is that of the control. A bond of two variables takes that of the other variable
  ///     by default.
  /// - Returns: A disposable that ends the bond. The bond also ends when the variable or the control is deinitialized.
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
      events: control.edits,
      taking: value,
      read: { $0[keyPath: keyPath] },
      write: { $0[keyPath: keyPath] = $1 }
    )
  }
}
#endif
