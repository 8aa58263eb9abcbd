import Airwave
import AirwaveUI
import UIKit

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  let profile = Profile()
  private(set) var savedNames: [String] = []

  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = ProfileViewController(profile)
    window.makeKeyAndVisible()
    self.window = window

    scene.lifecycle.select(.didEnterBackground).listen(with: self) { delegate, _ in
      delegate.savedNames.append(delegate.profile.name.value)
    }
  }
}
