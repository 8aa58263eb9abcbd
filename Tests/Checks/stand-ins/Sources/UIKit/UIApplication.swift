// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

/// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication: UIResponder {
  public struct LaunchOptionsKey: Hashable, Sendable {}

  /// https://developer.apple.com/documentation/uikit/uiapplication/shared
  open class var shared: UIApplication { application }
  private static let application = UIApplication()

  /// https://developer.apple.com/documentation/uikit/uiapplication/delegate
  open weak var delegate: (any UIApplicationDelegate)?
}

// https://developer.apple.com/documentation/uikit/uiapplication#Notifications
extension UIApplication {
  nonisolated public static let didFinishLaunchingNotification = NSNotification.Name("didFinishLaunching")
  nonisolated public static let willEnterForegroundNotification = NSNotification.Name("willEnterForeground")
  nonisolated public static let didBecomeActiveNotification = NSNotification.Name("didBecomeActive")
  nonisolated public static let willResignActiveNotification = NSNotification.Name("willResignActive")
  nonisolated public static let didEnterBackgroundNotification = NSNotification.Name("didEnterBackground")
  nonisolated public static let willTerminateNotification = NSNotification.Name("willTerminate")
}

/// https://developer.apple.com/documentation/uikit/uiapplicationdelegate
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  init()
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func applicationDidBecomeActive(_ application: UIApplication)
  func applicationWillResignActive(_ application: UIApplication)
  func applicationDidEnterBackground(_ application: UIApplication)
  func applicationWillTerminate(_ application: UIApplication)
}

// Optional requirements, which only Objective-C has.
extension UIApplicationDelegate {
  public static func main() {}
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  public func applicationWillTerminate(_ application: UIApplication) {}
}
