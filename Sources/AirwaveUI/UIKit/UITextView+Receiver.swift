#if canImport(UIKit) && !os(watchOS)
public import Airwave
public import UIKit

extension UITextView {
  /// Tells that the user has changed the text. A text view is no control, and posts a notification.
  var edits: Receiver<Void> {
    .notifications(UITextView.textDidChangeNotification, of: self)
  }
}

extension NSObjectProtocol where Self: UITextView {
  /// Makes a receiver of a property of a text view: the present value first, and the value whenever the user has
  /// changed the text.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import UIKit
  ///
  /// let notes = UITextView()
  /// notes.receiver(of: \.text).skipNil().map(\.count).listen { print($0) }
  /// ```
  ///
  /// The text view is held weakly: the receiver finishes when the text view is deinitialized.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: A receiver of the values.
  /// - Complexity: One read for each listener, and one for each change and listener; keeps nothing.
  @MainActor
  public func receiver<Value: Sendable>(of keyPath: KeyPath<Self, Value>) -> Receiver<Value> {
    edits.reading { [weak self] in self?[keyPath: keyPath] }
  }
}

extension Variable {
  /// Keeps this variable and a property of a text view equal, in both directions.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import UIKit
  ///
  /// let notes = Variable("")
  /// let textView = UITextView()
  /// notes.bond(with: textView, \.text)
  /// ```
  ///
  /// If the property of the text view is `nil`, the variable is not set. Otherwise this works as the bond with a
  /// control.
  ///
  /// - Parameters:
  ///   - textView: The text view, held weakly.
  ///   - keyPath: The property.
  ///   - value: Which value both have at first. By default it is the variable's own, because a view shows what its
  ///     model has. With `.other` it is that of the text view. A bond of two variables takes that of the other variable
  ///     by default.
  /// - Returns: A disposable that ends the bond. The bond also ends when the variable or the text view is
  ///   deinitialized.
  /// - Complexity: O(1) for each set and change.
  @MainActor
  @discardableResult
  public func bond<TextView: UITextView>(
    with textView: TextView,
    _ keyPath: ReferenceWritableKeyPath<TextView, Value?>,
    taking value: BondedValue = .own
  ) -> Disposable {
    bond(
      with: textView,
      events: textView.edits,
      taking: value,
      read: { $0[keyPath: keyPath] },
      write: { $0[keyPath: keyPath] = $1 }
    )
  }
}
#endif
