import Airwave

/// Keeps every event with its time.
///
/// The log is an actor, because a log that writes to a disk or a network must not block the main actor. It hears the
/// events later than the main actor, in the same order.
actor LifecycleLog {
  struct Entry: Sendable, Equatable {
    let event: AppLifecycle
    let time: Duration
  }

  private(set) var entries: [Entry] = []
  private var isComplete = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Begins to listen. The closures are written in the actor, and therefore run on the actor (Contract 11).
  ///
  /// The closures hold the log until the pair is finished, so that the log hears the last events.
  func listen(to receiver: Receiver<AppLifecycle>, now: @escaping @Sendable () -> Duration) {
    receiver
      // An operator runs where the broadcast is made. So the time is that of the event, and not that of its arrival in
      // the actor.
      .map { Entry(event: $0, time: now()) }
      .listen { entry in
        self.entries.append(entry)
      } onFinish: {
        self.complete()
      }
  }

  /// Waits until the pair is finished and the last event has arrived.
  ///
  /// - Returns: All entries.
  func completeEntries() async -> [Entry] {
    if !isComplete { await withCheckedContinuation { waiting.append($0) } }
    return entries
  }

  private func complete() {
    isComplete = true
    waiting.forEach { $0.resume() }
    waiting = []
  }
}
