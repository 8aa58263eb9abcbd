import Airwave
import AirwaveUI
import Foundation
import Testing
import UIKit

@MainActor
@Suite("Lifecycle of UIKit", .serialized)
struct LifecycleTests {
  @Test("the application's: each event as it is posted, and the newest for a new listener")
  func application() {
    var heard: [LifecycleEvent] = []
    let known = UIApplication.lifecycle.replayed.count
    let listening = UIApplication.lifecycle.skip(count: known).listen { heard.append($0) }
    let posted: KeyValuePairs<Notification.Name, LifecycleEvent> = [
      UIApplication.didFinishLaunchingNotification: .didFinishLaunching,
      UIApplication.willEnterForegroundNotification: .willEnterForeground,
      UIApplication.didBecomeActiveNotification: .didBecomeActive,
      UIApplication.willResignActiveNotification: .willResignActive,
      UIApplication.didEnterBackgroundNotification: .didEnterBackground,
      UIApplication.willTerminateNotification: .willTerminate,
    ]
    for (name, event) in posted {
      NotificationCenter.default.post(name: name, object: nil)
      #expect(UIApplication.lifecycle.replayed == [event])
    }
    listening.dispose()
    #expect(heard == posted.map(\.value))
  }

  @Test(
    "a scene's begins with its state",
    arguments: [
      (UIScene.ActivationState.foregroundActive, LifecycleEvent?.some(.didBecomeActive)),
      (.foregroundInactive, .willResignActive), (.background, .didEnterBackground), (.unattached, nil),
    ]
  )
  func sceneState(state: UIScene.ActivationState, event: LifecycleEvent?) {
    let scene = UIWindowScene()
    scene.enter(state, posting: Notification.Name("none"))
    var heard: [LifecycleEvent] = []
    scene.lifecycle.listen { heard.append($0) }
    #expect(heard == (event.map { [$0] } ?? []))
  }

  @Test("a scene's tells of that scene alone, and finishes with it")
  func scene() {
    let (scene, other) = (UIWindowScene(), UIWindowScene())
    let lifecycle = scene.lifecycle
    var heard: [LifecycleEvent] = []
    var isFinished = false
    lifecycle.listen {
      heard.append($0)
    } onFinish: {
      isFinished = true
    }
    scene.enter(.foregroundInactive, posting: UIScene.willEnterForegroundNotification)
    scene.enter(.foregroundActive, posting: UIScene.didActivateNotification)
    other.enter(.background, posting: UIScene.didEnterBackgroundNotification)
    var late: [LifecycleEvent] = []
    lifecycle.listen { late.append($0) }
    scene.enter(.foregroundInactive, posting: UIScene.willDeactivateNotification)
    scene.enter(.background, posting: UIScene.didEnterBackgroundNotification)
    scene.enter(.unattached, posting: UIScene.didDisconnectNotification)
    #expect(heard == [.willEnterForeground, .didBecomeActive, .willResignActive, .didEnterBackground])
    #expect(late == [.didBecomeActive, .willResignActive, .didEnterBackground])
    #expect(isFinished)
    #expect(lifecycle.listenerCount == 0)
  }

  @Test("a scene is not kept")
  func sceneGone() {
    var scene: UIWindowScene? = UIWindowScene()
    weak let weakScene = scene
    scene?.lifecycle.listen { _ in }
    scene = nil
    #expect(weakScene == nil)
  }
}
