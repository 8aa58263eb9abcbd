import Airwave
import AirwaveUI
import SwiftUI
import TestSupport
import Testing
import UIKit

@testable import SwiftUIClient

@MainActor
@Suite("The example app of SwiftUI")
struct SwiftUIClientTests {
  @Test("shows a form and a list on one model")
  func form() {
    let host = Host(ExampleApp())
    #expect(host.text(in: "Name") == "Ada")
    host.type("Grace", into: "Name")
    #expect(host.texts == ["Hello, Grace! "])
    host.tap("Add chess")
    host.tap("Add chess")
    #expect(host.texts == ["Hello, Grace! 2 hobbies", "chess", "chess"])
    host.close()
  }

  @Test("keeps a draft in the background")
  func drafts() {
    let (transmitter, lifecycle) = Receiver<LifecycleEvent>.make(strategy: .warm(upTo: 1))
    let profile = Profile()
    let drafts = Drafts(of: profile, lifecycle: lifecycle)
    transmitter.broadcast(.didBecomeActive)
    profile.nameVariable.value = "Grace"
    transmitter.broadcast(.didEnterBackground)
    #expect(drafts.names == ["Grace"])
  }

  @Test("searches for the newest text, and shows what is found")
  func search() async {
    let model = SearchModel { text in text.isEmpty ? [] : ["\(text) 1", "\(text) 2"] }
    let host = Host(SearchView(model: model))
    host.type("a", into: "Search")
    host.type("ab", into: "Search")
    await until {
      host.update()
      return host.texts == ["ab 1", "ab 2"]
    }
    #expect(host.texts == ["ab 1", "ab 2"])
  }

  @Test("signs in once both fields are filled in")
  func signIn() {
    let model = SignInModel()
    let host = Host(SignInView(model: model))
    #expect(!host.isEnabled("Sign in"))
    host.tap("Sign in")
    #expect(model.signedInName == nil)
    host.type("ada", into: "Name")
    host.type("long enough", into: "Password")
    #expect(host.isEnabled("Sign in"))
    host.tap("Sign in")
    #expect(model.signedInName == "ada")
  }
}
