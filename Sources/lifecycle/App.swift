import Airwave

/// Puts the parts together: the one place that sees both ends of the pair.
@MainActor
struct App {
  let delegate: AppDelegate
  let model: ScreenModel
  let log = LifecycleLog()

  /// - Parameters:
  ///   - now: Tells the time since the launch.
  ///   - show: Is called with the screen after each event.
  init(now: @escaping @Sendable () -> Duration, show: @escaping @MainActor (String) -> Void) async {
    // Warm, so that a screen that is opened later begins with the present state.
    let (transmitter, receiver) = Receiver<AppLifecycle>.make(strategy: .warm(upTo: 1))
    delegate = AppDelegate(transmitter: transmitter)
    model = ScreenModel(receiver: receiver, now: now)
    await log.listen(to: receiver, now: now)

    // This listener joined after those of the model, so that the model is up to date when it is called (Contract 2).
    receiver.listen { [model] event in
      show(event.rawValue.padded(to: 24) + "| " + model.line)
    }
  }

  /// Follows signals and lines until the lines end or the app is told to terminate.
  ///
  /// A signal does not wait for lines that came before it: Ctrl-C ends the app however many there are.
  ///
  /// - Parameters:
  ///   - signals: What the system or a user tells the process.
  ///   - lines: The names of events.
  /// - Returns: The exit status: failure if a line could not be understood, or not be read.
  func run(
    _ signals: Receiver<Signal>,
    _ lines: some AsyncSequence<Line, any Error> & Sendable
  ) async -> ExitCode {
    let following = Task { await follow(lines) }
    // Runs on the main actor, where it was written, as soon as the line that is being handled is done (Contract 11).
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
        // Signals have their turn here if the next line is there already, so that waiting for it would not suspend.
        await Task.yield()
      }
    } catch {
      Terminal.complain("cannot read the events: \(error)")
      return .noInput
    }
    return status
  }

  /// Ends the pair, and waits for the log, which may still have events to hear.
  ///
  /// - Returns: The log, in lines.
  func finish() async -> [String] {
    delegate.finish()
    let entries = await log.completeEntries()
    return ["Log, \(entries.count) \(entries.count == 1 ? "event" : "events"):"]
      + entries.map { "  " + $0.time.inSeconds.padded(to: 10) + $0.event.rawValue }
  }
}
