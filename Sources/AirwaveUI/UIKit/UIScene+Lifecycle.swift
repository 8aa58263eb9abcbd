#if canImport(UIKit) && !os(watchOS)
public import Airwave
import AirwaveFoundation
import Foundation
public import UIKit

extension UIScene {
  /// The life of one scene: what it is in at present first, and then what happens to it. Finishes when it is
  /// disconnected.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import UIKit
  ///
  /// final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  ///   func scene(
  ///     _ scene: UIScene,
  ///     willConnectTo session: UISceneSession,
  ///     options: UIScene.ConnectionOptions
  ///   ) {
  ///     scene.lifecycle.listen { print($0) } onFinish: { print("disconnected") }
  ///   }
  /// }
  /// ```
  ///
  /// A new listener first hears `didBecomeActive` if the scene is active, `willResignActive` if it is in the foreground
  /// and not active, `didEnterBackground` if it is in the background, and nothing if it is not attached yet. Later
  /// events are the notifications that UIKit posts. The scene is held weakly.
  public var lifecycle: Receiver<LifecycleEvent> {
    .onMain(strategy: .warm(upTo: 1)) { [weak self] transmitter in
      guard let self else { return {} }
      let center = NotificationCenter.default
      let observations = DisposeBag()
      let names: KeyValuePairs<Notification.Name, LifecycleEvent> = [
        UIScene.willEnterForegroundNotification: .willEnterForeground,
        UIScene.didActivateNotification: .didBecomeActive,
        UIScene.willDeactivateNotification: .willResignActive,
        UIScene.didEnterBackgroundNotification: .didEnterBackground,
      ]
      for (name, event) in names {
        center.receiver(for: name, object: self) { _ in event }.forward(to: transmitter).disposed(by: observations)
      }
      center.receiver(for: UIScene.didDisconnectNotification, object: self)
        .listen { transmitter.finish() }
        .disposed(by: observations)
      if let present { transmitter.broadcast(present) }
      return observations.dispose
    }
  }

  private var present: LifecycleEvent? {
    switch activationState {
    case .foregroundActive: .didBecomeActive
    case .foregroundInactive: .willResignActive
    case .background: .didEnterBackground
    case .unattached: nil
    @unknown default: nil
    }
  }
}
#endif
