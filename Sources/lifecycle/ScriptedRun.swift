import Synchronization

/// A clock that moves only when it is told to, for the scripted run and for tests.
final class HandMovedClock: Sendable {
  private let time = Mutex(Duration.zero)

  var now: Duration { time.withLock { $0 } }

  func advance(by duration: Duration) {
    time.withLock { $0 += duration }
  }
}

/// The life of an app, played at once: the events, and the duration by which the clock is moved before each event.
enum ScriptedRun {
  static let steps: [(pause: Duration, event: AppLifecycle)] = [
    (.zero, .didFinishLaunching),
    (.milliseconds(200), .didBecomeActive),
    (.seconds(3), .willResignActive),
    (.milliseconds(100), .didEnterBackground),
    (.seconds(60), .didReceiveMemoryWarning),
    (.seconds(30), .willEnterForeground),
    (.milliseconds(100), .didBecomeActive),
    (.seconds(5), .willTerminate),
  ]

  /// Shows the run, then its log.
  @MainActor
  static func perform(show: @escaping @MainActor (String) -> Void) async {
    let clock = HandMovedClock()
    let app = await App(now: { clock.now }, show: show)
    for step in steps {
      clock.advance(by: step.pause)
      app.delegate.handle(step.event)
    }
    await app.finish().forEach(show)
  }
}
