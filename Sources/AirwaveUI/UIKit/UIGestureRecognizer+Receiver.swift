#if canImport(UIKit) && !os(watchOS)
public import Airwave
import AirwaveFoundation
public import UIKit

extension UIGestureRecognizer {
  /// Makes a receiver of a gesture recognizer's actions.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import UIKit
  ///
  /// let view = UIView()
  /// let tap = UITapGestureRecognizer()
  /// view.addGestureRecognizer(tap)
  /// tap.receiver().listen { print("tapped") }
  /// ```
  ///
  /// The recognizer has one more target from the first listener to the last. It is held weakly: the receiver finishes
  /// when the recognizer is deinitialized.
  ///
  /// - Returns: A receiver without replay.
  /// - Complexity: O(1) for each action and listener; keeps nothing.
  public func receiver() -> Receiver<Void> {
    .onMain { [weak self] transmitter in
      guard let self else { return {} }
      let target = ActionTarget(of: self)
      let listening = target.receiver.forward(to: transmitter)
      addTarget(target, action: ActionTarget.action)
      return { [weak self, weak target] in
        listening.dispose()
        guard let self, let target else { return }
        removeTarget(target, action: ActionTarget.action)
        Association.remove(target, from: self)
      }
    }
  }
}

extension NSObjectProtocol where Self: UIGestureRecognizer {
  /// Makes a receiver of a property of a gesture recognizer: the present value first, and the value at each action.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import UIKit
  ///
  /// let press = UITapGestureRecognizer()
  /// press.receiver(of: \.state).select(.ended).listen { _ in print("done") }
  /// ```
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: A receiver of the values.
  /// - Complexity: One read for each listener, and one for each action and listener; keeps nothing.
  @MainActor
  public func receiver<Value: Sendable>(of keyPath: KeyPath<Self, Value>) -> Receiver<Value> {
    receiver().reading { [weak self] in self?[keyPath: keyPath] }
  }
}
#endif
