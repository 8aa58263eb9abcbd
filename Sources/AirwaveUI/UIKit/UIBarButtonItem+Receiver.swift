#if canImport(UIKit) && !os(watchOS)
public import Airwave
public import UIKit

extension UIBarButtonItem {
  /// Makes a receiver of a bar button's taps.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import UIKit
  ///
  /// let save = UIBarButtonItem(title: "Save", style: .plain, target: nil, action: nil)
  /// save.receiver().listen { print("saved") }
  /// ```
  ///
  /// An item has one target and one action. The receiver replaces both when its first listener joins, and restores them
  /// after the last listener has left. An item with a `primaryAction` ignores its target, and nothing is heard. The
  /// item is held weakly: the receiver finishes when the item is deinitialized.
  ///
  /// - Returns: A receiver without replay.
  /// - Complexity: O(1) for each tap and listener; keeps nothing.
  public func receiver() -> Receiver<Void> {
    .actions(of: self, target: \.target, action: \.action)
  }
}
#endif
