/// What happens to an app from launch to end, under the names that the input uses.
///
/// It belongs to no actor, so that any listener on any isolation can be told of it.
nonisolated enum AppLifecycle: String, CaseIterable, Sendable {
  case didFinishLaunching
  case willEnterForeground
  case didBecomeActive
  case willResignActive
  case didEnterBackground
  case didReceiveMemoryWarning
  case willTerminate

  /// Every name, for messages that must say what can be written.
  static let knownNames = allCases.map(\.rawValue).joined(separator: ", ")

  /// Where the app is after this event, if the event tells.
  var phase: Phase? {
    switch self {
    case .willEnterForeground, .didBecomeActive: .foreground
    case .didEnterBackground: .background
    // An app that resigns may still be seen, behind a dialog for example.
    case .didFinishLaunching, .willResignActive, .didReceiveMemoryWarning, .willTerminate: nil
    }
  }
}

/// Whether somebody sees the app.
nonisolated enum Phase: String, Sendable {
  case foreground
  case background
}
