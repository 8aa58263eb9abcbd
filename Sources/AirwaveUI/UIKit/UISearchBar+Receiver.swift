#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
public import Airwave
public import UIKit

extension UISearchBar {
  /// Tells that the user has changed the text. A search bar is no control, but its text field is one.
  var edits: Receiver<Void> { searchTextField.receiver(for: .editingChanged) }
}

extension NSObjectProtocol where Self: UISearchBar {
  /// Makes a receiver of a property of a search bar: the present value first, and the value whenever the user has
  /// changed the text.
  ///
  /// ```swift
  /// import AirwaveUI
  /// import UIKit
  ///
  /// let bar = UISearchBar()
  /// bar.receiver(of: \.text).skipNil().listen { print("searching for '\($0)'") }
  ///
  /// bar.text = "Ada"  // by the user
  /// bar.searchTextField.sendActions(for: .editingChanged)
  /// // searching for ''
  /// // searching for 'Ada'
  /// ```
  ///
  /// The search bar is held weakly: the receiver finishes when the search bar is deinitialized.
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
  /// Keeps this variable and a property of a search bar equal, in both directions.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import UIKit
  ///
  /// let query = Variable("")
  /// let bar = UISearchBar()
  /// query.bond(with: bar, \.text)
  /// ```
  ///
  /// If the property of the search bar is `nil`, the variable is not set. Otherwise this works as the bond with a
  /// control.
  ///
  /// - Parameters:
  ///   - searchBar: The search bar, held weakly.
  ///   - keyPath: The property.
  ///   - value: Which value both have at first. By default it is the variable's own, because a view shows what its
  ///     model has. With `.other` it is that of the search bar. A bond of two variables takes that of the other
  ///     variable by default.
  /// - Returns: A disposable that ends the bond. The bond also ends when the variable or the search bar is
  ///   deinitialized.
  /// - Complexity: O(1) for each set and change.
  @MainActor
  @discardableResult
  public func bond<SearchBar: UISearchBar>(
    with searchBar: SearchBar,
    _ keyPath: ReferenceWritableKeyPath<SearchBar, Value?>,
    taking value: BondedValue = .own
  ) -> Disposable {
    bond(
      with: searchBar,
      events: searchBar.edits,
      taking: value,
      read: { $0[keyPath: keyPath] },
      write: { $0[keyPath: keyPath] = $1 }
    )
  }
}
#endif
