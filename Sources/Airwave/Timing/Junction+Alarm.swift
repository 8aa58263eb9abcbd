extension Junction {
  /// Sends an event at an instant, unless the listener ends before. Sends none if the listener only peeks at the
  /// replay.
  ///
  /// - Returns: A disposable that cancels the event.
  @usableFromInline
  @discardableResult
  func send<C: Clock>(_ event: Event, at instant: C.Instant, of clock: C) -> Disposable {
    if listener.isPeek { return Disposable() }
    // The task holds the junction weakly. So the listener and all that it owns are released at its end, even if the
    // task has not yet observed its cancellation.
    let task = Task { [weak self] in
      do { try await clock.sleep(until: instant, tolerance: nil) } catch { return }
      self?.send(event)
    }
    let alarm = Disposable { task.cancel() }
    add(alarm)
    return alarm
  }
}
