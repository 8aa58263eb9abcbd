import Airwave
import Foundation

/// The program: reads the arguments, and lets an app live.
@main
@MainActor
struct Lifecycle {
  static func main() async {
    do {
      switch try Options(CommandLine.arguments.dropFirst()) {
      case .help: Terminal.say(Options.helpText)
      case .demonstration: await demonstrate()
      case .events(let path): await live(from: [], Lines(descriptor: try Options.descriptor(for: path)))
      }
    } catch {
      Terminal.end(error)
    }
  }

  private static func demonstrate() async {
    let id = getpid()
    Terminal.say("Press Ctrl-Z to send this app to the background, type fg to bring it back, press Ctrl-C to end it.")
    Terminal.say("Or send signals: kill -USR1 \(id) warns of low memory, kill -TERM \(id) ends it. More: --help.")
    Terminal.say("\nA scripted run, with a clock moved by hand:")
    await ScriptedRun.perform(show: Terminal.say)
    guard Terminal.isInteractive else { return }
    Terminal.say("\nNow it is your turn:")
    // No line ever comes.
    await live(from: [.didFinishLaunching, .didBecomeActive], AsyncThrowingStream<Line, any Error> { _ in })
  }

  /// Lives until the end of the lines or a signal to terminate, and ends the process.
  private static func live(
    from launch: [AppLifecycle],
    _ lines: some AsyncSequence<Line, any Error> & Sendable
  ) async {
    let clock = ContinuousClock()
    let start = clock.now
    let app = await App(now: { start.duration(to: clock.now) }, show: Terminal.say)
    launch.forEach(app.delegate.handle)
    let status = await app.run(Signal.received, lines)
    await app.finish().forEach(Terminal.say)
    exit(status.rawValue)
  }
}
