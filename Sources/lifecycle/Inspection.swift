#if Inspector
import AirwaveInspector
#endif

/// The app in the inspector, with `--inspect`.
@MainActor
enum Inspection {
  /// What a user does with the app, again and again.
  private static let day: [AppLifecycle] = [
    .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .didReceiveMemoryWarning,
  ]

  /// - Returns: The address of the page.
  static func start() async throws(Failure) -> String {
    #if Inspector
    do {
      return try await Inspector.start(port: 4000).address
    } catch {
      throw Failure(status: .unavailable, message: "cannot start the inspector: \(error)")
    }
    #else
    let command = "swift run --traits Inspector lifecycle --inspect"
    throw Failure(status: .unavailable, message: "--inspect needs the trait Inspector: \(command)")
    #endif
  }

  /// Plays the day until the task is cancelled, one event a second.
  static func play(_ delegate: AppDelegate) async {
    while true {
      for event in day {
        guard (try? await ContinuousClock().sleep(for: .seconds(1))) != nil else { return }
        delegate.handle(event)
      }
    }
  }
}
