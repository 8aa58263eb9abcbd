import Airwave
import AirwaveUI
import Foundation
import Testing
import WatchKit

@MainActor
@Suite("The life of an application on a watch")
struct WatchKitTests {
  @Test("as it is posted")
  func lifecycle() {
    let posted: KeyValuePairs<Notification.Name, LifecycleEvent> = [
      WKApplication.didFinishLaunchingNotification: .didFinishLaunching,
      WKApplication.willEnterForegroundNotification: .willEnterForeground,
      WKApplication.didBecomeActiveNotification: .didBecomeActive,
      WKApplication.willResignActiveNotification: .willResignActive,
      WKApplication.didEnterBackgroundNotification: .didEnterBackground,
    ]
    _ = WKApplication.lifecycle
    for (name, event) in posted {
      NotificationCenter.default.post(name: name, object: nil)
      #expect(WKApplication.lifecycle.replayed == [event])
    }
  }
}
