// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

/// https://developer.apple.com/documentation/uikit/uiscenesession
@MainActor open class UISceneSession: NSObject {
  public override init() {
    super.init()
  }
}

/// https://developer.apple.com/documentation/uikit/uiscene
@MainActor open class UIScene: UIResponder {
  /// https://developer.apple.com/documentation/uikit/uiscene/activationstate-swift.enum
  public enum ActivationState: Int, Sendable {
    case unattached = -1, foregroundActive, foregroundInactive, background
  }

  /// https://developer.apple.com/documentation/uikit/uiscene/connectionoptions
  @MainActor open class ConnectionOptions: NSObject {
    public override init() {
      super.init()
    }
  }

  // https://developer.apple.com/documentation/uikit/uiscene#Notifications
  nonisolated public class var willEnterForegroundNotification: NSNotification.Name {
    .init("sceneWillEnterForeground")
  }
  nonisolated public class var didActivateNotification: NSNotification.Name { .init("sceneDidActivate") }
  nonisolated public class var willDeactivateNotification: NSNotification.Name { .init("sceneWillDeactivate") }
  nonisolated public class var didEnterBackgroundNotification: NSNotification.Name { .init("sceneDidEnterBackground") }
  nonisolated public class var didDisconnectNotification: NSNotification.Name { .init("sceneDidDisconnect") }

  open weak var delegate: (any UISceneDelegate)?
  open private(set) var activationState = ActivationState.unattached

  /// What the system does: changes the state, and posts. Not UIKit's.
  public func enter(_ state: ActivationState, posting name: NSNotification.Name) {
    activationState = state
    NotificationCenter.default.post(name: name, object: self)
  }
}

/// https://developer.apple.com/documentation/uikit/uiwindowscene
@MainActor open class UIWindowScene: UIScene {}

/// https://developer.apple.com/documentation/uikit/uiscenedelegate
@MainActor public protocol UISceneDelegate: NSObjectProtocol {
  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  )
  func sceneDidDisconnect(_ scene: UIScene)
  func sceneDidBecomeActive(_ scene: UIScene)
  func sceneWillResignActive(_ scene: UIScene)
  func sceneWillEnterForeground(_ scene: UIScene)
  func sceneDidEnterBackground(_ scene: UIScene)
}

// Optional requirements, which only Objective-C has.
extension UISceneDelegate {
  public func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  public func sceneDidDisconnect(_ scene: UIScene) {}
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  public func sceneWillResignActive(_ scene: UIScene) {}
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
}

/// https://developer.apple.com/documentation/uikit/uiwindowscenedelegate
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }
}
