import Testing

@testable import lifecycle

@Suite("App")
@MainActor
struct AppTests {
  /// What the app showed.
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
    "ends with the right status, having heard what came before",
    arguments: [
      ([], .success, []),
      ([.signal(.terminate), .signal(.resume)], .success, ["willTerminate"]),
      ([.line(number: 1, word: "willTerminate"), .signal(.resume)], .success, ["willTerminate"]),
      ([.signal(.suspend)], .success, ["willResignActive", "didEnterBackground"]),
      ([.signal(.resume)], .success, ["willEnterForeground", "didBecomeActive"]),
      ([.signal(.memoryWarning)], .success, ["didReceiveMemoryWarning"]),
      ([.line(number: 1, word: "?"), .signal(.terminate)], .unknownEvent, ["willTerminate"]),
      ([.line(number: 1, word: "didBecomeActive"), .failure(reason: "gone")], .noInput, ["didBecomeActive"]),
    ] as [([Input], ExitCode, [String])]
  )
  func follows(inputs: [Input], status: ExitCode, heard: [String]) async {
    let app = await App(now: { .zero }, show: { _ in })
    let (stream, continuation) = AsyncStream<Input>.makeStream()
    inputs.forEach { continuation.yield($0) }
    continuation.finish()

    #expect(await app.run(stream) == status)
    #expect(await app.finish().dropFirst().map { $0.split(separator: " ").last.map(String.init) } == heard)
  }
}
