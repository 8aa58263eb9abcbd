import Airwave

/// Tells the app what the system told it.
///
/// It holds the write end and nothing else: it cannot know who listens, and nobody who listens can broadcast.
@MainActor
final class AppDelegate {
  private let transmitter: Transmitter<AppLifecycle>

  init(transmitter: Transmitter<AppLifecycle>) {
    self.transmitter = transmitter
  }

  /// Main-actor listeners have handled the event when this returns (Contract 4).
  func handle(_ event: AppLifecycle) {
    transmitter.broadcast(event)
  }

  /// Tells every listener that no event follows. Without it they would learn that when the delegate goes away.
  func finish() {
    transmitter.finish()
  }
}
