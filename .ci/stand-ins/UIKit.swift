// As much of UIKit as the examples use, to type-check them where there is none.

public final class Bundle {}

public final class NSCoder {}

@MainActor open class UIResponder {
  public init() {}
}

@MainActor public final class UIApplication {
  public struct LaunchOptionsKey: Hashable, Sendable {}
}

@MainActor public protocol UIApplicationDelegate: UIResponder {
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

@MainActor open class UIScene: UIResponder {
  public final class ConnectionOptions {}
}

@MainActor public final class UIWindowScene: UIScene {}

@MainActor public final class UISceneSession {}

@MainActor public protocol UISceneDelegate: UIResponder {
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
  func sceneDidBecomeActive(_ scene: UIScene)
  func sceneWillResignActive(_ scene: UIScene)
  func sceneDidEnterBackground(_ scene: UIScene)
}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
}

@MainActor open class UIView: UIResponder {
  public func addSubview(_ view: UIView) {}
}

@MainActor open class UILabel: UIView {
  public var text: String?
}

@MainActor open class UIViewController: UIResponder {
  public var view: UIView! = UIView()
  open func viewDidLoad() {}
  public init(nibName: String?, bundle: Bundle?) {}
  public required init?(coder: NSCoder) {}
}

@MainActor open class UIWindow: UIView {
  public var rootViewController: UIViewController?
  public init(windowScene: UIWindowScene) {}
  public func makeKeyAndVisible() {}
}
