import Airwave

/// What the screen shows, derived from the events of a receiver that is injected.
///
/// The model knows neither the delegate nor the system, so that a test drives it with a pair and a clock of its own.
@MainActor
final class ScreenModel {
  private(set) var phase = Phase.background
  private(set) var timesEntered = 0
  private(set) var timeAway = Duration.zero
  private(set) var memoryWarnings = 0

  /// - Parameters:
  ///   - receiver: Where the events come from.
  ///   - now: Tells the time, counted from any moment. Asked where the broadcast is made, before the model hears of it.
  init(receiver: Receiver<AppLifecycle>, now: @escaping @Sendable () -> Duration) {
    // `willEnterForeground` and `didBecomeActive` say the same here; the second is no news.
    let phases = receiver.compactMap(\.phase).skipRepeats()
    let timesEntered = phases.select(.foreground).scan(0) { count, _ in count + 1 }
    // Of two neighbors that differ, the one before the foreground is the background, or the launch.
    let timeAway =
      phases
      .map { (phase: $0, time: now()) }
      .withPrevious()
      .filter { $0.current.phase == .foreground }
      .map { moment in moment.previous.map { moment.current.time - $0.time } ?? .zero }
      .scan(Duration.zero, +)
    let memoryWarnings = receiver.select(.didReceiveMemoryWarning).scan(0) { count, _ in count + 1 }

    // Up to here nothing has run. Each listener ends with the model, which it does not keep alive.
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
