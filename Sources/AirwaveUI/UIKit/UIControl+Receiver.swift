#if canImport(UIKit) && !os(watchOS)
public import Airwave
import AirwaveFoundation
public import UIKit

extension UIControl {
  /// Makes a receiver of a control's events.
  ///
  /// ```swift
  /// import AirwaveUI
  /// import UIKit
  ///
  /// let button = UIButton()
  /// let listening = button.receiver(for: .touchUpInside).listen { print("tapped") }
  ///
  /// button.sendActions(for: .touchUpInside)
  /// listening.dispose()
  /// button.sendActions(for: .touchUpInside)
  /// // tapped
  /// ```
  ///
  /// The first listener adds one action to the control, which all listeners share. The action is removed after the last
  /// listener has left. The control is held weakly: the receiver finishes when the control is deinitialized. Listeners
  /// written in main-actor code run while the control sends its event.
  ///
  /// - Parameter events: Which events to hear.
  /// - Returns: A receiver without replay. It may be listened to on any thread: the action is added on the main actor,
  ///   a little later than `listen` returns if that is called elsewhere.
  /// - Complexity: O(1) for each event and listener; keeps nothing.
  public func receiver(for events: UIControl.Event) -> Receiver<Void> {
    .onMain { [weak self] transmitter in
      guard let self else { return {} }
      let action = UIAction { _ in transmitter.broadcast(()) }
      addAction(action, for: events)
      // Not the action, which holds the transmitter: the receiver finishes when the control releases it.
      let identifier = action.identifier
      return { [weak self] in self?.removeAction(identifiedBy: identifier, for: events) }
    }
  }

  /// The event that tells of a new value: of text fields `.editingChanged`, of all others `.valueChanged`.
  var conventionalEvent: UIControl.Event { self is UITextField ? .editingChanged : .valueChanged }
}

extension NSObjectProtocol where Self: UIControl {
  /// Makes a receiver of a property of a control: the present value first, and the value at each event.
  ///
  /// ```swift
  /// import AirwaveUI
  /// import UIKit
  ///
  /// let field = UITextField()
  /// field.text = "A"
  /// field.receiver(of: \.text).skipNil().listen { print($0) }
  ///
  /// field.text = "Ada"  // by the user
  /// field.sendActions(for: .editingChanged)
  /// // A
  /// // Ada
  /// ```
  ///
  /// UIKit sends no event when code sets the property. Each listener begins with the value that the property has then.
  /// Otherwise this works as `receiver(for:)`.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - events: When to read it. If `nil`, at `.editingChanged` of a text field, and at `.valueChanged` of any other
  ///     control.
  /// - Returns: A receiver of the values.
  /// - Complexity: One read for each listener, and one for each event and listener; keeps nothing.
  @MainActor
  public func receiver<Value: Sendable>(
    of keyPath: KeyPath<Self, Value>,
    for events: UIControl.Event? = nil
  ) -> Receiver<Value> {
    receiver(for: events ?? conventionalEvent).reading { [weak self] in self?[keyPath: keyPath] }
  }
}
#endif
