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

  /// Follows the input until it ends or the app is told to terminate.
  ///
  /// - Returns: The exit status: failure if a line could not be understood or the input not be read.
  func run(_ inputs: AsyncStream<Input>) async -> ExitCode {
    var status = ExitCode.success
    for await input in inputs {
      switch input {
      case .signal(let signal):
        signal.events.forEach(delegate.handle)
        if signal == .suspend { Signal.suspendProcess() }
        if signal == .terminate { return status }
      case .line(let number, let word):
        guard let event = AppLifecycle(rawValue: word) else {
          Terminal.complain("line \(number): unknown event '\(word)'; known events: \(AppLifecycle.knownNames)")
          status = .unknownEvent
          continue
        }
        delegate.handle(event)
        if event == .willTerminate { return status }
      case .failure(let reason):
        Terminal.complain("cannot read the events: \(reason)")
        return .noInput
      }
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
