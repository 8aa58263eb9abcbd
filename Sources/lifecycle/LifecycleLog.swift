import Airwave

/// Keeps every event with its time, on an isolation of its own.
///
/// An actor, because a log that writes to a disk or a network must not hold up the screen. It hears the events later
/// than the main actor does, in the same order, and says when it has heard them all.
actor LifecycleLog {
  struct Entry: Sendable, Equatable {
    let event: AppLifecycle
    let time: Duration
  }

  private(set) var entries: [Entry] = []
  private var isComplete = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Begins to listen. The closures are written in the actor, and therefore run on it (Contract 11).
  ///
  /// They keep the log alive until the pair is finished: a log must not lose its last words.
  func listen(to receiver: Receiver<AppLifecycle>, now: @escaping @Sendable () -> Duration) {
    receiver
      // An operator runs where the broadcast is made, so that the time is that of the event, not of its arrival here.
      .map { Entry(event: $0, time: now()) }
      .listen { entry in
        self.entries.append(entry)
      } onFinish: {
        self.complete()
      }
  }

  /// Every entry, once the pair is finished and the last event has arrived.
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
