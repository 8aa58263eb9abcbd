import Airwave

/// The state of the screen, derived from the events of an injected receiver.
///
/// The model depends neither on the delegate nor on the system. So a test can drive it with a pair and a clock of its
/// own.
@MainActor
final class ScreenModel {
  private(set) var phase = Phase.background
  private(set) var timesEntered = 0
  private(set) var timeAway = Duration.zero
  private(set) var memoryWarnings = 0

  /// - Parameters:
  ///   - receiver: A receiver of the events that change the state.
  ///   - warnings: A receiver of the memory warnings.
  ///   - now: Returns the time since any fixed moment. Called where the broadcast is made, before the model hears the
  ///     event.
  init(receiver: Receiver<AppLifecycle>, warnings: Receiver<AppLifecycle>, now: @escaping @Sendable () -> Duration) {
    // `willEnterForeground` and `didBecomeActive` have the same phase, so that the second of them is a repeat.
    let phases = receiver.compactMap(\.phase).skipRepeats()
    let timesEntered = phases.select(.foreground).scan(0) { count, _ in count + 1 }
    // Neighbors differ. So the value before the foreground is the background, or there is none at the launch.
    let timeAway =
      phases
      .map { (phase: $0, time: now()) }
      .withPrevious()
      .filter { $0.current.phase == .foreground }
      .map { moment -> Duration in moment.previous.map { moment.current.time - $0.time } ?? .zero }
      .scan(Duration.zero, +)
    let memoryWarnings = warnings.scan(0) { count, _ in count + 1 }

    // No operator has run up to here. The listeners hold the model weakly, and end when it is deinitialized.
    phases.listen(with: self) { model, phase in model.phase = phase }
    timesEntered.listen(with: self) { model, count in model.timesEntered = count }
    timeAway.listen(with: self) { model, duration in model.timeAway = duration }
    memoryWarnings.listen(with: self) { model, count in model.memoryWarnings = count }
  }

  /// The screen, in one line.
  var line: String {
    let warnings = memoryWarnings == 0 ? "" : "  memory warnings \(memoryWarnings)"
    return "\(phase.rawValue)  entered \(timesEntered)x  away \(timeAway.inSeconds)" + warnings
  }
}
