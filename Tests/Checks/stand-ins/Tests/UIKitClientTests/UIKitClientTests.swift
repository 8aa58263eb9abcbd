import Airwave
import AirwaveUI
import TestSupport
import Testing
import UIKit

@testable import UIKitClient

@MainActor
@Suite("The example app of UIKit")
struct UIKitClientTests {
  @Test("shows its form, keeps model and controls equal, and saves in the background")
  func form() throws {
    let (delegate, scene) = (SceneDelegate(), UIWindowScene())
    delegate.scene(scene, willConnectTo: UISceneSession(), options: UIScene.ConnectionOptions())
    let form = try #require(delegate.window?.rootViewController as? ProfileViewController)
    #expect(form.name.text == "Ada")
    #expect(form.greeting.text == "Hello, Ada!")

    form.name.type("Grace")
    form.notes.type("admiral")
    form.volume.value = 1
    form.volume.sendActions(for: .valueChanged)
    #expect(delegate.profile.name.value == "Grace")
    #expect(delegate.profile.notes.value == "admiral")
    #expect(delegate.profile.volume.value == 1)
    #expect(form.greeting.text == "Hello, Grace!")

    delegate.profile.isPublic.value = true
    #expect(form.isPublic.isOn)
    scene.enter(.background, posting: UIScene.didEnterBackgroundNotification)
    form.reset.tap()
    #expect(form.name.text == "")
    scene.enter(.background, posting: UIScene.didEnterBackgroundNotification)
    #expect(delegate.savedNames == ["Grace", ""])
  }

  @Test("releases a form and its model")
  func releasesForm() {
    var profile: Profile? = Profile()
    var form = profile.map { ProfileViewController($0) }
    form?.loadViewIfNeeded()
    weak let (weakForm, weakProfile) = (form, profile)
    form = nil
    #expect(weakForm == nil)
    profile = nil
    #expect(weakProfile == nil)
  }

  @Test("searches for the newest text")
  func search() async {
    let controller = SearchViewController { text in text == "slow" ? await forever() : ["\(text) 1", "\(text) 2"] }
    controller.loadViewIfNeeded()
    controller.field.type("slow")
    controller.field.type("fast")
    await until { controller.results.text == "fast 1, fast 2" }
    #expect(controller.results.text == "fast 1, fast 2")
  }

  @Test("signs in once both fields are filled in")
  func signIn() {
    var signedIn: [Credentials] = []
    let controller = SignInViewController { signedIn.append($0) }
    controller.loadViewIfNeeded()
    #expect(!controller.button.isEnabled)
    controller.name.type("ada")
    controller.password.type("short")
    #expect(!controller.button.isEnabled)
    controller.password.type("long enough")
    #expect(controller.button.isEnabled)
    controller.button.sendActions(for: .touchUpInside)
    #expect(signedIn == [Credentials(name: "ada", password: "long enough")])
  }
}

/// Ends when its task is cancelled.
private func forever() async -> [String] {
  try? await Task.sleep(for: .seconds(3_600))
  return ["too late"]
}
