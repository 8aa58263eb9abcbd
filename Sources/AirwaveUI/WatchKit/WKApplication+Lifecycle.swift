#if canImport(WatchKit) && os(watchOS)
public import Airwave
public import WatchKit

extension WKApplication {
  /// The life of the application, without an application delegate.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import WatchKit
  ///
  /// WKApplication.lifecycle.skipRepeats().listen { print($0) }
  /// ```
  ///
  /// It replays the newest event to a new listener, and receives the notifications that WatchKit posts. It begins at
  /// its first use, so use it when the application launches. WatchKit posts no notification when the application will
  /// end: `willTerminate` is never heard.
  public static let lifecycle: Receiver<LifecycleEvent> = .posted([
    WKApplication.didFinishLaunchingNotification: .didFinishLaunching,
    WKApplication.willEnterForegroundNotification: .willEnterForeground,
    WKApplication.didBecomeActiveNotification: .didBecomeActive,
    WKApplication.willResignActiveNotification: .willResignActive,
    WKApplication.didEnterBackgroundNotification: .didEnterBackground,
  ])
}
#endif
