import Airwave

/// Broadcasts the events of the app.
///
/// It holds the transmitters only, and does not know the listeners. A listener has the receivers only, and cannot
/// broadcast.
@MainActor
final class AppDelegate {
  private let transmitter: Transmitter<AppLifecycle>
  private let warnings: Transmitter<AppLifecycle>

  /// - Parameters:
  ///   - transmitter: Broadcasts what changes the state of the app.
  ///   - warnings: Broadcasts memory warnings, which do not.
  init(transmitter: Transmitter<AppLifecycle>, warnings: Transmitter<AppLifecycle>) {
    (self.transmitter, self.warnings) = (transmitter, warnings)
  }

  /// Broadcasts an event. Main-actor listeners have handled it when this returns (Contract 4).
  func handle(_ event: AppLifecycle) {
    (event == .didReceiveMemoryWarning ? warnings : transmitter).broadcast(event)
  }

  /// Tells every listener that no event follows. Without this call, the pairs finish when the delegate is
  /// deinitialized.
  func finish() {
    transmitter.finish()
    warnings.finish()
  }
}
