#if canImport(UIKit) && !os(watchOS)
public import Airwave
public import UIKit

extension UIApplication {
  /// The life of the application, without an application delegate.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import UIKit
  ///
  /// @MainActor final class Player {
  ///   init() {
  ///     UIApplication.lifecycle.listen(with: self) { player, event in
  ///       if event == .didEnterBackground { player.pause() }
  ///     }
  ///   }
  ///
  ///   func pause() {}
  /// }
  /// ```
  ///
  /// It replays the newest event to a new listener, and receives the notifications that UIKit posts. It begins at
  /// its first use, so use it when the application launches. Listeners written in main-actor code
  /// have handled an event when the next one comes.
  ///
  /// It does not use `UIApplication.shared`, and may be used in code for app extensions. In an extension UIKit posts
  /// none of these notifications: hear those of the host there, such as `NSExtensionHostDidBecomeActive`, with
  /// AirwaveFoundation.
  public static let lifecycle: Receiver<LifecycleEvent> = .posted([
    UIApplication.didFinishLaunchingNotification: .didFinishLaunching,
    UIApplication.willEnterForegroundNotification: .willEnterForeground,
    UIApplication.didBecomeActiveNotification: .didBecomeActive,
    UIApplication.willResignActiveNotification: .willResignActive,
    UIApplication.didEnterBackgroundNotification: .didEnterBackground,
    UIApplication.willTerminateNotification: .willTerminate,
  ])
}
#endif
