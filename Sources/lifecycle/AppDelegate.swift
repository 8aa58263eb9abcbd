import Airwave

/// Broadcasts the events of the app.
///
/// It holds the transmitter only, and does not know the listeners. A listener has the receiver only, and cannot
/// broadcast.
@MainActor
final class AppDelegate {
  private let transmitter: Transmitter<AppLifecycle>

  init(transmitter: Transmitter<AppLifecycle>) {
    self.transmitter = transmitter
  }

  /// Broadcasts an event. Main-actor listeners have handled it when this returns (Contract 4).
  func handle(_ event: AppLifecycle) {
    transmitter.broadcast(event)
  }

  /// Tells every listener that no event follows. Without this call, the pair finishes when the delegate is
  /// deinitialized.
  func finish() {
    transmitter.finish()
  }
}
