import Airwave
import AirwaveTesting
import Testing

@testable import lifecycle

@Suite("ScreenModel")
@MainActor
struct ScreenModelTests {
  let transmitter: Transmitter<AppLifecycle>
  let receiver: Receiver<AppLifecycle>
  let warnings = Receiver<AppLifecycle>.make()
  let clock = ManualClock()
  let model: ScreenModel

  init() {
    (transmitter, receiver) = Receiver<AppLifecycle>.make(strategy: .warm(upTo: 1))
    model = ScreenModel(receiver: receiver, warnings: warnings.receiver, now: { [clock] in clock.now.offset })
  }

  @Test("begins in the background, before anything was broadcast")
  func begins() {
    #expect(model.line == "background  entered 0x  away 0.0 s")
  }

  @Test(
    "shows after each event where the app is",
    arguments: [
      ([], .background),
      ([.didFinishLaunching], .background),
      ([.willEnterForeground], .foreground),
      ([.didBecomeActive], .foreground),
      ([.didBecomeActive, .willResignActive], .foreground),
      ([.didBecomeActive, .willResignActive, .didEnterBackground], .background),
      ([.didEnterBackground, .willEnterForeground, .willTerminate], .foreground),
    ] as [([AppLifecycle], Phase)]
  )
  func phase(events: [AppLifecycle], expected: Phase) {
    events.forEach(transmitter.broadcast)
    #expect(model.phase == expected)
  }

  @Test("counts an entrance once, whichever events announce it")
  func entrances() {
    let counts = [.willEnterForeground, .didBecomeActive, .didBecomeActive, .didEnterBackground, .didBecomeActive].map {
      (event: AppLifecycle) in
      transmitter.broadcast(event)
      return model.timesEntered
    }
    #expect(counts == [1, 1, 1, 1, 2])
  }

  @Test("adds up the time between leaving and coming back")
  func timeAway() {
    let steps: [(Duration, AppLifecycle)] = [
      (.seconds(1), .didBecomeActive),
      (.seconds(10), .willResignActive),
      (.seconds(10), .didEnterBackground),
      (.seconds(3), .willEnterForeground),
      (.seconds(10), .didBecomeActive),
      (.seconds(10), .didEnterBackground),
      (.milliseconds(500), .didBecomeActive),
    ]
    let away = steps.map { pause, event in
      clock.advance(by: pause)
      transmitter.broadcast(event)
      return model.timeAway
    }
    #expect(away == [.zero, .zero, .zero, .seconds(3), .seconds(3), .seconds(3), .milliseconds(3500)])
  }

  @Test("counts memory warnings, and shows them from the first on")
  func memoryWarnings() {
    transmitter.broadcast(.didBecomeActive)
    let lines =
      [model.line]
      + (1...2).map { _ in
        warnings.transmitter.broadcast(.didReceiveMemoryWarning)
        return model.line
      }
    #expect(
      lines == [
        "foreground  entered 1x  away 0.0 s",
        "foreground  entered 1x  away 0.0 s  memory warnings 1",
        "foreground  entered 1x  away 0.0 s  memory warnings 2",
      ]
    )
  }

  @Test("opened late, learns the present state from the replay")
  func late() {
    [.didFinishLaunching, .didBecomeActive].forEach(transmitter.broadcast)
    let late = ScreenModel(receiver: receiver, warnings: warnings.receiver, now: { .zero })
    #expect(late.line == "foreground  entered 1x  away 0.0 s")
  }

  @Test("is not kept alive by its source, which forgets it with the next event")
  func lifetime() {
    let (transmitter, receiver) = Receiver<AppLifecycle>.make()
    let warnings = Receiver<AppLifecycle>.make()
    var model: ScreenModel? = ScreenModel(receiver: receiver, warnings: warnings.receiver, now: { .zero })
    let observed = { [weak model] in model }
    #expect(model?.timesEntered == 0)
    model = nil
    #expect(observed() == nil)

    transmitter.broadcast(.didBecomeActive)
    warnings.transmitter.broadcast(.didReceiveMemoryWarning)
    #expect(!transmitter.hasListeners && !warnings.transmitter.hasListeners)
  }
}
