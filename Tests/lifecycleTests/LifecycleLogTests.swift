import Airwave
import AirwaveTesting
import TestSupport
import Testing

@testable import lifecycle

@Suite("LifecycleLog")
struct LifecycleLogTests {
  @Test("has every event in order, with the time of the broadcast, when the pair is finished")
  func order() async {
    let (transmitter, receiver) = Receiver<AppLifecycle>.make()
    let clock = ManualClock()
    let log = LifecycleLog()
    await log.listen(to: receiver) { clock.now.offset }

    let expected = (0..<1_000).map { index in
      LifecycleLog.Entry(event: AppLifecycle.allCases[index % AppLifecycle.allCases.count], time: .seconds(index + 1))
    }
    for entry in expected {
      clock.advance(by: .seconds(1))
      transmitter.broadcast(entry.event)
    }
    transmitter.finish()
    transmitter.broadcast(.didFinishLaunching)

    #expect(await log.completeEntries() == expected)
  }

  @Test("lets several wait for the end, before and after it")
  func waiting() async {
    let (transmitter, receiver) = Receiver<AppLifecycle>.make()
    let log = LifecycleLog()
    await log.listen(to: receiver) { .zero }

    async let first = log.completeEntries()
    async let second = log.completeEntries()
    transmitter.broadcast(.willTerminate)
    transmitter.finish()

    let expected = [LifecycleLog.Entry(event: .willTerminate, time: .zero)]
    #expect(await [first, second, log.completeEntries()] == [expected, expected, expected])
  }

  @Test("lives until its last event, and no longer")
  func lifetime() async {
    let (transmitter, receiver) = Receiver<AppLifecycle>.make()
    var log: LifecycleLog? = LifecycleLog()
    let observed = { [weak log] in log }
    await log?.listen(to: receiver) { .zero }
    transmitter.broadcast(.willTerminate)
    transmitter.finish()
    #expect(await log?.completeEntries().count == 1)

    log = nil
    // The task that has delivered the last event may still be running on the actor.
    await until { observed() == nil }
    #expect(observed() == nil)
  }
}
