import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.share that lingers", .inTurn, .patient)
struct ShareLingeringTests {
  @Test("keeps its connection, and what it replays, for listeners that come before the interval has passed")
  func lingers() {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let connections = Heard<String>()
    let shared = receiver.handleEvents(
      onListen: { connections.append("begin") },
      onDispose: { connections.append("end") }
    ).share(strategy: .warm(upTo: 1), lingering: .seconds(5), clock: clock)

    let first = shared.listen { _ in }
    transmitter.broadcast(1)
    first.dispose()
    clock.advance(by: .seconds(4))
    transmitter.broadcast(2)
    let counts = [shared.listenerCount, receiver.listenerCount]
    let read = shared.replayed
    let heard = Heard<Int>()
    let second = shared.listen { heard.append($0) }
    let sleeperCount = clock.sleeperCount
    clock.advance(by: .seconds(60))
    transmitter.broadcast(3)

    #expect(counts == [0, 1] && sleeperCount == 0)
    #expect(read == [2])
    #expect(heard.values == [2, 3])
    #expect(connections.values == ["begin"])
    second.dispose()
  }

  @Test("ends its connection an interval after the last listener has left, also a second time")
  func ends() {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let shared = receiver.share(strategy: .cold, lingering: .seconds(5), clock: clock)
    shared.listen { _ in }.dispose()
    clock.advance(by: .seconds(4))
    shared.listen { _ in }.dispose()
    // The alarm of the first pause is removed, and that of the second one rings at 9.
    let sleeperCount = clock.sleeperCount
    transmitter.broadcast(1)
    clock.advance(by: .seconds(4))
    let during = (transmitter.hasListeners, shared.replayed)
    clock.advance(by: .seconds(1))
    let hasListeners = transmitter.hasListeners
    let late = shared.record(allowingUnread: true)

    #expect(during == (true, [1]))
    #expect(sleeperCount == 1 && !hasListeners)
    #expect(shared.replayed == [] && late.values == [])
    #expect(receiver.listenerCount == 1)
  }

  @Test("ends with its source, and with removeAllListeners(), although it lingers", arguments: [true, false])
  func source(finishes: Bool) async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Int>.make()
    var shared: Receiver<Int>? = receiver.share(lingering: .seconds(5), clock: watch(clock))
    shared?.listen { _ in }.dispose()
    await until { clock.sleeperCount >= 1 }
    if finishes { transmitter.finish() } else { transmitter.removeAllListeners() }
    await until { clock.sleeperCount == 0 }
    let heard = shared.map { recordEvents($0).heard }
    let count = receiver.listenerCount
    transmitter.removeAllListeners()
    shared = nil
    await until { watch.isIdle }

    #expect(heard?.values == (finishes ? [.end] : []))
    #expect(count == (finishes ? 0 : 1))
  }

  @Test("with an interval of zero it ends with its last listener")
  func zero() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let shared = receiver.share(lingering: .zero)
    shared.listen { _ in }.dispose()

    #expect(!transmitter.hasListeners)
  }

  @Test("lets go of everything when it has ended, and replays by age, too")
  func releases() async {
    let (clock, watch) = (ManualClock(), TaskWatch())
    let (transmitter, receiver) = Receiver<Witness>.make()
    let living = Tally()
    var shared: Receiver<Witness>? = receiver.share(
      strategy: .warm(upTo: 2, for: .seconds(60), clock: clock),
      lingering: .seconds(5),
      clock: watch(clock)
    )
    let listening = shared?.listen { _ in }
    for _ in 0..<3 {
      living.add(1)
      transmitter.broadcast(Witness { living.add(-1) })
    }
    listening?.dispose()
    await until { clock.sleeperCount >= 1 }
    let kept = [living.count, shared?.replayed.count]
    shared = nil
    clock.advance(by: .seconds(5))
    await until { watch.isIdle }

    #expect(kept == [2, 2])
    #expect(living.count == 0 && receiver.listenerCount == 0)
  }

  @Test("threads that join and leave without pause leave no connection behind")
  func threads() async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let open = Tally()
    let shared = receiver.handleEvents(onListen: { open.add(1) }, onDispose: { open.add(-1) })
      .share(lingering: .seconds(1), clock: clock)
    await onThreads(4) { thread in
      for _ in 0..<rounds(1_000) {
        if thread == 0 { clock.advance(by: .seconds(1)) } else { shared.listen { _ in }.dispose() }
      }
    }
    await until {
      clock.advance(by: .seconds(1))
      return !transmitter.hasListeners
    }

    #expect(open.count == 0)
    #expect([shared.listenerCount, receiver.listenerCount] == [0, 0])
  }

  #if os(Linux) || os(macOS)
  @Test("a negative interval stops the program")
  func negative() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.share(lingering: .seconds(-2))
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)

    #expect(output.contains("Airwave: 'lingering' must not be negative, but is -2.0 seconds"))
  }
  #endif
}
