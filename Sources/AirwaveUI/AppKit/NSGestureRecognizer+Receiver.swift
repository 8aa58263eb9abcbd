#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import Airwave
public import AppKit

extension NSGestureRecognizer {
  /// Makes a receiver of a gesture recognizer's actions.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import AppKit
  ///
  /// let view = NSView()
  /// let click = NSClickGestureRecognizer()
  /// view.addGestureRecognizer(click)
  /// click.receiver().listen { print("clicked") }
  /// ```
  ///
  /// A recognizer of AppKit has one target and one action. The receiver replaces both when its first listener joins,
  /// and restores them after the last listener has left. The recognizer is held weakly: the receiver finishes when the
  /// recognizer is deinitialized.
  ///
  /// - Returns: A receiver without replay.
  /// - Complexity: O(1) for each action and listener; keeps nothing.
  public func receiver() -> Receiver<Void> {
    .actions(of: self, target: \.target, action: \.action)
  }
}

extension NSObjectProtocol where Self: NSGestureRecognizer {
  /// Makes a receiver of a property of a gesture recognizer: the present value first, and the value at each action.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import AppKit
  ///
  /// let click = NSClickGestureRecognizer()
  /// click.receiver(of: \.state).select(.ended).listen { _ in print("done") }
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
