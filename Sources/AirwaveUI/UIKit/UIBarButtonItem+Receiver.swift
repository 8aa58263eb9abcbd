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
  /// The item has one target, and one action. While anybody listens they are the receiver's, and otherwise what they were
  /// before. An item with a `primaryAction` ignores them, and nothing is heard. The item is held weakly: when it is gone, the
  /// receiver finishes.
  ///
  /// - Returns: A receiver without replay.
  /// - Complexity: O(1) for each tap and listener; keeps nothing.
  public func receiver() -> Receiver<Void> {
    .actions(of: self, target: \.target, action: \.action)
  }
}
#endif
