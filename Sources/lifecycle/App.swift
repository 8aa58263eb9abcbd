import Airwave

/// Connects the parts of the program.
@MainActor
struct App {
  let delegate = AppDelegate()
  let model: ScreenModel
  let log = LifecycleLog()

  /// - Parameters:
  ///   - now: Returns the time since the launch.
  ///   - show: Called after each event, with a line that describes the screen.
  init(now: @escaping @Sendable () -> Duration, show: @escaping @MainActor (String) -> Void) async {
    model = ScreenModel(receiver: delegate.events, warnings: delegate.warnings, now: now)
    let all = delegate.events.merge(with: delegate.warnings)
    await log.listen(to: all, now: now)

    // This listener joins after the listeners of the model, so that the model is up to date when it is called
    // (Contract 2).
    all.listen { [model] event in
      show(event.rawValue.padded(to: 24) + "| " + model.line)
    }
  }

  /// Handles signals and lines until the lines end or the app terminates.
  ///
  /// A signal does not wait for the lines that were read before it. So Ctrl-C ends the app even if many lines are left.
  ///
  /// - Parameters:
  ///   - signals: The signals that the process receives.
  ///   - lines: The names of events.
  /// - Returns: The exit status. It is a failure if a line is not the name of an event, or if the lines cannot be read.
  func run(
    _ signals: Receiver<Signal>,
    _ lines: some AsyncSequence<Line, any Error> & Sendable
  ) async -> ExitCode {
    let following = Task { await follow(lines) }
    // Runs on the main actor, where the closure is written, after the line that is being handled (Contract 11).
    let listening = signals.listen { signal in
      if following.isCancelled { return }
      signal.events.forEach(delegate.handle)
      if signal == .suspend { Signal.suspendProcess() }
      if signal == .terminate { following.cancel() }
    }
    defer { listening.dispose() }
    return await following.value
  }

  private func follow(_ lines: some AsyncSequence<Line, any Error>) async -> ExitCode {
    var status = ExitCode.success
    do {
      for try await line in lines {
        if Task.isCancelled { return status }
        guard let event = AppLifecycle(rawValue: line.word) else {
          let word = line.word.printable
          Terminal.complain("line \(line.number): unknown event '\(word)'; known events: \(AppLifecycle.knownNames)")
          status = .unknownEvent
          continue
        }
        delegate.handle(event)
        if event == .willTerminate { return status }
        // Lets signals be handled here. If the next line is available already, the loop does not suspend to wait for
        // it.
        await Task.yield()
      }
    } catch {
      Terminal.complain("cannot read the events: \(error)")
      return .noInput
    }
    return status
  }

  /// Finishes the pairs, and waits until the log has heard all events.
  ///
  /// - Returns: The lines of the log.
  func finish() async -> [String] {
    delegate.finish()
    let entries = await log.completeEntries()
    return ["Log, \(entries.count) \(entries.count == 1 ? "event" : "events"):"]
      + entries.map { "  " + $0.time.inSeconds.padded(to: 10) + $0.event.rawValue }
  }
}
