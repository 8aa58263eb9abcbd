extension Junction {
  /// Sends an event at an instant, unless the listener has ended by then. A listener that only peeks never waits.
  ///
  /// - Returns: What keeps the event from being sent.
  @discardableResult
  func send<C: Clock>(_ event: Event, at instant: C.Instant, of clock: C) -> Disposable {
    if listener.isPeek { return Disposable() }
    // The task holds nothing of the listener's, so that all of it can go while the task still notices its cancellation.
    let task = Task { [weak self] in
      do { try await clock.sleep(until: instant, tolerance: nil) } catch { return }
      self?.send(event)
    }
    let alarm = Disposable { task.cancel() }
    add(alarm)
    return alarm
  }
}
