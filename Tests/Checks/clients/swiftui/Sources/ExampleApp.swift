import Airwave
import AirwaveUI
import SwiftUI
import UIKit

@main
struct ExampleApp: App {
  private let profile = Profile()
  private let drafts: Drafts

  init() {
    drafts = Drafts(of: profile, lifecycle: UIApplication.lifecycle)
  }

  var body: some Scene {
    WindowGroup {
      ProfileView(profile: profile)
    }
  }
}

/// Keeps the name that is there when the app enters the background.
@MainActor
final class Drafts {
  private(set) var names: [String] = []

  init(of profile: Profile, lifecycle: Receiver<LifecycleEvent>) {
    lifecycle.select(.didEnterBackground).listen(with: self) { drafts, _ in
      drafts.names.append(profile.name)
    }
  }
}
