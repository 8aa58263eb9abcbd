import Airwave

/// Broadcasts the events of the app.
///
/// Only this class can broadcast, and it does not know the listeners. A listener has the receivers.
@MainActor
final class AppDelegate {
  /// The events that change the state of the app. Warm, so that a listener that joins later hears the newest one first.
  @Broadcast(.warm(upTo: 1), name: "events") var events: Receiver<AppLifecycle>

  /// Hot, and a pair of its own: a memory warning must not replace the event that a later listener hears first.
  @Broadcast(name: "memory warnings") var warnings: Receiver<AppLifecycle>

  /// Broadcasts an event. Main-actor listeners have handled it when this returns (Contract 4).
  func handle(_ event: AppLifecycle) {
    (event == .didReceiveMemoryWarning ? _warnings : _events).broadcast(event)
  }

  /// Tells every listener that no event follows. Without this call, the pairs finish when the delegate is
  /// deinitialized.
  func finish() {
    _events.finish()
    _warnings.finish()
  }
}
