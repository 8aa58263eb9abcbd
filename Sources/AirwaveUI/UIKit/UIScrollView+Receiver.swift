#if canImport(UIKit) && !os(watchOS)
public import Airwave
import AirwaveFoundation
public import UIKit

extension NSObjectProtocol where Self: UIScrollView {
  /// Makes a receiver of a property of a scroll view: the present value first, and the value whenever the view is
  /// scrolled.
  ///
  /// ```swift
  /// import AirwaveUI
  /// import UIKit
  ///
  /// let list = UIScrollView()
  /// list.receiver(of: \.contentOffset).listen { print($0.y) }
  ///
  /// list.contentOffset.y = 44
  /// // 0.0
  /// // 44.0
  /// ```
  ///
  /// It observes the offset, and needs no delegate. It reports each step of a scroll, by the user or by code. To hear
  /// only the end of a movement, add `debounce(for:clock:)`. Another property is read when the offset has changed. To
  /// observe that property itself, use `receiver(for:)` of AirwaveFoundation. A text view reads the property when its
  /// text has changed.
  ///
  /// The scroll view is held weakly: the receiver finishes when the scroll view is deinitialized.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: A receiver of the values.
  /// - Complexity: One read for each listener, and one for each change and listener; keeps nothing.
  @MainActor
  public func receiver<Value: Sendable>(of keyPath: KeyPath<Self, Value>) -> Receiver<Value> {
    changes(of: \.contentOffset).reading { [weak self] in self?[keyPath: keyPath] }
  }
}
#endif
