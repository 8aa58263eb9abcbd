import Airwave
import Foundation
import Testing

@testable import lifecycle

@Suite("App")
@MainActor
struct AppTests {
  /// The lines that the app has shown.
  final class Shown {
    var lines: [String] = []
  }

  @Test("shows the screen after each event, up to date, and the log at the end")
  func shows() async {
    let shown = Shown()
    await ScriptedRun.perform { shown.lines.append($0) }

    #expect(
      shown.lines == [
        "didFinishLaunching      | background  entered 0x  away 0.0 s",
        "didBecomeActive         | foreground  entered 1x  away 0.0 s",
        "willResignActive        | foreground  entered 1x  away 0.0 s",
        "didEnterBackground      | background  entered 1x  away 0.0 s",
        "didReceiveMemoryWarning | background  entered 1x  away 0.0 s  memory warnings 1",
        "willEnterForeground     | foreground  entered 2x  away 90.0 s  memory warnings 1",
        "didBecomeActive         | foreground  entered 2x  away 90.0 s  memory warnings 1",
        "willTerminate           | foreground  entered 2x  away 90.0 s  memory warnings 1",
        "Log, 8 events:",
        "  0.0 s     didFinishLaunching",
        "  0.2 s     didBecomeActive",
        "  3.2 s     willResignActive",
        "  3.3 s     didEnterBackground",
        "  63.3 s    didReceiveMemoryWarning",
        "  93.3 s    willEnterForeground",
        "  93.4 s    didBecomeActive",
        "  98.4 s    willTerminate",
      ]
    )
  }

  @Test(
    "ends with the lines, with the right status, having heard what came before",
    arguments: [
      ([], nil, .success, []),
      (["willTerminate", "didBecomeActive"], nil, .success, ["willTerminate"]),
      (["didBecomeActive", "?", "didEnterBackground"], nil, .unknownEvent, ["didBecomeActive", "didEnterBackground"]),
      (["?", "didBecomeActive"], "gone", .noInput, ["didBecomeActive"]),
    ] as [([String], String?, ExitCode, [String])]
  )
  func followsLines(words: [String], failure: String?, status: ExitCode, heard: [String]) async {
    let app = await App(now: { .zero }, show: { _ in })
    let (_, signals) = Receiver<Signal>.make()
    let (lines, continuation) = AsyncThrowingStream<Line, any Error>.makeStream()
    for word in words { continuation.yield(Line(number: 1, word: word)) }
    continuation.finish(throwing: failure.map(ReadError.init))

    #expect(await app.run(signals, lines) == status)
    #expect(logged(in: await app.finish()) == heard)
  }

  @Test(
    "hears signals, the first before any line, and ends with the one that says so",
    arguments: [
      ([.terminate, .resume], ["willTerminate"]),
      ([.suspend, .terminate], ["willResignActive", "didEnterBackground", "willTerminate"]),
      ([.resume, .terminate], ["willEnterForeground", "didBecomeActive", "willTerminate"]),
      ([.memoryWarning, .terminate], ["didReceiveMemoryWarning", "willTerminate"]),
    ] as [([Signal], [String])]
  )
  func followsSignals(sent: [Signal], heard: [String]) async {
    let app = await App(now: { .zero }, show: { _ in })
    let (transmitter, signals) = Receiver<Signal>.make(strategy: .cold)
    sent.forEach(transmitter.broadcast)

    #expect(await app.run(signals, AsyncThrowingStream { _ in }) == .success)
    #expect(!transmitter.hasListeners)
    #expect(logged(in: await app.finish()) == heard)
  }

  @Test("a model that is made after a memory warning begins with the state, and not with the warning")
  func warned() async {
    let app = await App(now: { .zero }, show: { _ in })
    [.didBecomeActive, .didReceiveMemoryWarning].forEach(app.delegate.handle)
    let late = ScreenModel(receiver: app.delegate.events, warnings: .never, now: { .zero })
    #expect(late.phase == .foreground)
  }

  @Test("a signal does not wait for lines that can be read, and ends the app with the status of those before it")
  func signalsFirst() async {
    let (transmitter, signals) = Receiver<Signal>.make()
    let (lines, continuation) = AsyncThrowingStream<Line, any Error>.makeStream()
    for word in ["?", "didBecomeActive"] + Array(repeating: "didEnterBackground", count: 1_000) {
      continuation.yield(Line(number: 1, word: word))
    }
    continuation.finish()
    let app = await App(now: { .zero }) { line in
      if line.hasPrefix("didBecomeActive") { transmitter.broadcast(.terminate) }
    }

    #expect(await app.run(signals, lines) == .unknownEvent)
    #expect(logged(in: await app.finish()) == ["didBecomeActive", "willTerminate"])
  }

  @Test("a signal from another thread comes between lines that never end and never have to be waited for")
  func signalsAmongEndlessLines() async {
    struct EndlessLines: AsyncSequence, AsyncIteratorProtocol, Sendable {
      func makeAsyncIterator() -> EndlessLines { self }
      mutating func next(isolation actor: isolated (any Actor)?) async throws -> Line? {
        Line(number: 1, word: "didBecomeActive")
      }
    }
    let (transmitter, signals) = Receiver<Signal>.make()
    var count = 0
    let app = await App(now: { .zero }) { _ in
      count += 1
      if count == 10 { Thread.detachNewThread { transmitter.broadcast(.terminate) } }
    }

    #expect(await app.run(signals, EndlessLines()) == .success)
    #expect(logged(in: await app.finish()).last == "willTerminate")
  }
}
