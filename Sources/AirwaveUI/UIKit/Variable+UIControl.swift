#if canImport(UIKit) && !os(watchOS)
public import Airwave
public import UIKit

extension Variable {
  /// Keeps this variable and a property of a control equal, in both directions.
  ///
  /// ```swift
  /// import AirwaveUI
  /// import UIKit
  ///
  /// let volume = Variable<Float>(0.5)
  /// let slider = UISlider()
  /// volume.bond(with: slider, \.value)
  /// print(slider.value)
  ///
  /// slider.value = 0.8  // by the user
  /// slider.sendActions(for: .valueChanged)
  /// print(volume.value)
  /// // 0.5
  /// // 0.8
  /// ```
  ///
  /// A value that comes from the control is not written back to it, and neither is a value that is equal to the one
  /// that it has, so that the cursor of a text field stays where it is. The variable may be set on any thread: the
  /// control follows on the main actor, at once if the variable is set there. If both are changed at the same time,
  /// both have the later value in the end, as with `bond(with:taking:)`.
  ///
  /// - Parameters:
  ///   - control: The control, held weakly.
  ///   - keyPath: The property.
  ///   - events: When the user has changed the property. If `nil`, at `.editingChanged` of a text field, and at
  ///     `.valueChanged` of any other control: switches, sliders, steppers, segmented controls, date pickers.
  ///   - value: Which value both have at first. By default it is the variable's own, because a view shows what its
  ///     model has. With `.other` it is that of the control. A bond of two variables takes that of the other variable
  ///     by default.
  /// - Returns: A disposable that ends the bond. The bond also ends when the variable or the control is deinitialized.
  /// - Complexity: O(1) for each set and event.
  @MainActor
  @discardableResult
  public func bond<Control: UIControl>(
    with control: Control,
    _ keyPath: ReferenceWritableKeyPath<Control, Value>,
    for events: UIControl.Event? = nil,
    taking value: BondedValue = .own
  ) -> Disposable {
    bond(
      with: control,
      events: control.receiver(for: events ?? control.conventionalEvent),
      taking: value,
      read: { $0[keyPath: keyPath] },
      write: { $0[keyPath: keyPath] = $1 }
    )
  }

  /// Keeps this variable and an optional property of a control equal, in both directions.
  ///
  /// ```swift
  /// import AirwaveUI
  /// import UIKit
  ///
  /// let name = Variable("Ada")
  /// let field = UITextField()
  /// name.bond(with: field, \.text)
  /// print(field.text ?? "")
  ///
  /// field.text = "Grace"  // by the user
  /// field.sendActions(for: .editingChanged)
  /// print(name.value)
  /// // Ada
  /// // Grace
  /// ```
  ///
  /// If the property of the control is `nil`, the variable is not set. Otherwise this works as for a property that is
  /// not optional.
  ///
  /// - Parameters:
  ///   - control: The control, held weakly.
  ///   - keyPath: The property.
  ///   - events: When the user has changed the property. If `nil`, at `.editingChanged` of a text field, and at
  ///     `.valueChanged` of any other control.
  ///   - value: Which value both have at first. By default it is the variable's own, because a view shows what its
  ///     model has. With `.other` it is that of the control. A bond of two variables takes that of the other variable
  ///     by default.
  /// - Returns: A disposable that ends the bond. The bond also ends when the variable or the control is deinitialized.
  /// - Complexity: O(1) for each set and event.
  @MainActor
  @discardableResult
  public func bond<Control: UIControl>(
    with control: Control,
    _ keyPath: ReferenceWritableKeyPath<Control, Value?>,
    for events: UIControl.Event? = nil,
    taking value: BondedValue = .own
  ) -> Disposable {
    bond(
      with: control,
      events: control.receiver(for: events ?? control.conventionalEvent),
      taking: value,
      read: { $0[keyPath: keyPath] },
      write: { $0[keyPath: keyPath] = $1 }
    )
  }
}
#endif
