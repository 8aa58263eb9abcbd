/// The events in the life of an app, with the names that the input uses.
///
/// Not isolated, so that listeners on any isolation can use it.
nonisolated enum AppLifecycle: String, CaseIterable, Sendable {
  case didFinishLaunching
  case willEnterForeground
  case didBecomeActive
  case willResignActive
  case didEnterBackground
  case didReceiveMemoryWarning
  case willTerminate

  /// All names, for messages that list the valid input.
  static let knownNames = allCases.map(\.rawValue).joined(separator: ", ")

  /// The phase of the app after this event, or nil if the event does not change it.
  var phase: Phase? {
    switch self {
    case .willEnterForeground, .didBecomeActive: .foreground
    case .didEnterBackground: .background
    // An app that resigns active may still be visible, for example behind a dialog.
    case .didFinishLaunching, .willResignActive, .didReceiveMemoryWarning, .willTerminate: nil
    }
  }
}

/// Whether the app is visible.
nonisolated enum Phase: String, Sendable {
  case foreground
  case background
}
