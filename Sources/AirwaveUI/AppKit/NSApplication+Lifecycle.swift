#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import Airwave
public import AppKit

extension NSApplication {
  /// The life of the application, without an application delegate.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import AppKit
  ///
  /// NSApplication.lifecycle.skipRepeats().listen { print($0) }
  /// ```
  ///
  /// It replays the newest event to a new listener, and receives the notifications that AppKit posts. It begins at its
  /// first use, so use it when the application launches. An application that is hidden is reported as
  /// `didEnterBackground`, and one that will be shown again as `willEnterForeground`.
  ///
  /// It does not use `NSApplication.shared`. In an app extension AppKit posts none of these notifications.
  public static let lifecycle: Receiver<LifecycleEvent> = .posted([
    NSApplication.didFinishLaunchingNotification: .didFinishLaunching,
    NSApplication.willUnhideNotification: .willEnterForeground,
    NSApplication.didBecomeActiveNotification: .didBecomeActive,
    NSApplication.willResignActiveNotification: .willResignActive,
    NSApplication.didHideNotification: .didEnterBackground,
    NSApplication.willTerminateNotification: .willTerminate,
  ])
}
#endif
