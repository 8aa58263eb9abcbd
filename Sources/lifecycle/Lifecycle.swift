import Airwave
import Foundation

/// The program: parses the arguments, and runs an app.
@main
@MainActor
struct Lifecycle {
  static func main() async {
    do {
      switch try Options(CommandLine.arguments.dropFirst()) {
      case .help: Terminal.say(Options.helpText)
      case .demonstration: await demonstrate()
      case .inspect: try await inspect()
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
    guard Terminal.isInteractive else {
      if Terminal.hasUnreadInput { Terminal.complain("standard input is ignored; to read events from it: --events -") }
      return
    }
    Terminal.say("\nNow it is your turn:")
    // The stream of lines never yields a line.
    await live(from: [.didFinishLaunching, .didBecomeActive], AsyncThrowingStream<Line, any Error> { _ in })
  }

  /// Shows a live app in the inspector. Its events are played, and read from standard input, too.
  private static func inspect() async throws(Failure) {
    let address = try await Inspection.start()
    Terminal.say("The page is at \(address) until the input ends or you press Ctrl-C.")
    await live(from: [.didFinishLaunching, .didBecomeActive], Lines(descriptor: STDIN_FILENO), isPlaying: true)
  }

  /// Runs an app until the lines end or a signal terminates it, then exits the process.
  private static func live(
    from launch: [AppLifecycle],
    _ lines: some AsyncSequence<Line, any Error> & Sendable,
    isPlaying: Bool = false
  ) async {
    let clock = ContinuousClock()
    let start = clock.now
    let app = await App(now: { start.duration(to: clock.now) }, show: Terminal.say)
    launch.forEach(app.delegate.handle)
    let playing = isPlaying ? Task { await Inspection.play(app.delegate) } : nil
    let status = await app.run(Signal.received, lines)
    playing?.cancel()
    await app.finish().forEach(Terminal.say)
    exit(status.rawValue)
  }
}
