#if canImport(Combine) || OpenCombine
import Airwave
import AirwaveCombine
import TestSupport
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

@Suite("Receiver.publisher at its end")
struct PublisherEndTests {
  /// The ways in which a pair, or its listeners, end.
  enum End: CaseIterable {
    case finish, lastTransmitter, removal

    func happen(to transmitter: inout Transmitter<Int>?) {
      switch self {
      case .finish:
        transmitter?.finish()
        transmitter?.finish()
      case .lastTransmitter: break
      case .removal: transmitter?.removeAllListeners()
      }
      if self != .removal { transmitter = nil }
    }
  }

  @Test("tells the end once, without demand, when nothing is kept", arguments: End.allCases)
  func withoutDemand(end: End) {
    var (transmitter, receiver) = Receiver<Int>.make() as (Transmitter<Int>?, Receiver<Int>)
    let probe = Probe()
    receiver.publisher.subscribe(probe)
    end.happen(to: &transmitter)
    probe.request(.unlimited)
    transmitter?.broadcast(1)
    transmitter?.finish()

    #expect(probe.events == [].told(ending: true))
    #expect(receiver.listenerCount == 0)
  }

  @Test("tells the end once, after the kept values", arguments: End.allCases)
  func afterBuffer(end: End) {
    var (transmitter, receiver) = Receiver<Int>.make() as (Transmitter<Int>?, Receiver<Int>)
    let probe = Probe(asking: .max(1))
    receiver.publisher.subscribe(probe)
    (1...3).forEach { transmitter?.broadcast($0) }
    end.happen(to: &transmitter)
    #expect(receiver.listenerCount == 0)
    var heard: [[Event]] = [probe.events]
    for _ in 1...3 {
      probe.request(.max(1))
      heard.append(probe.events)
    }

    #expect(heard == [[1].told(), [1, 2].told(), [1, 2, 3].told(ending: true), [1, 2, 3].told(ending: true)])
  }

  @Test("tells the end behind the value during which the pair is finished")
  func finishInside() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let probe = Probe(asking: .unlimited) { _, value in
      transmitter.broadcast(value + 1)
      if value == 2 { transmitter.finish() }
      return .none
    }
    receiver.publisher.subscribe(probe)
    transmitter.broadcast(1)

    #expect(probe.events == [1, 2, 3].told(ending: true))
    #expect(probe.overlapCount == 0)
  }

  @Test("tells no end to a subscriber that has cancelled before it, from inside, too", arguments: [true, false])
  func cancelledBefore(isInside: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let probe = Probe(asking: .max(1)) { probe, value in
      if isInside, value == 2 { probe.cancel() }
      return .none
    }
    receiver.publisher.subscribe(probe)
    (1...3).forEach(transmitter.broadcast)
    transmitter.finish()
    if isInside { probe.request(.unlimited) } else { probe.cancel() }
    probe.request(.unlimited)

    #expect(probe.events == (isInside ? [1, 2] : [1]).told())
  }

  @Test("ends with an operator that is done")
  func operatorDone() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let probe = Probe(asking: .unlimited)
    receiver.map { $0 * 10 }.take(count: 2).publisher.subscribe(probe)
    (1...3).forEach(transmitter.broadcast)

    #expect(probe.events == [10, 20].told(ending: true))
    #expect(receiver.listenerCount == 0)
  }

  @Test("of a finished pair, hands over the replay and then the end", arguments: everyStrategy)
  func finished(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2, 3].forEach(transmitter.broadcast)
    transmitter.finish()
    let (eager, late) = (Probe(asking: .unlimited), Probe())
    receiver.publisher.subscribe(eager)
    receiver.publisher.subscribe(late)
    let replayed = strategy.replayed(of: [1, 2, 3])

    #expect(eager.events == replayed.told(ending: true))
    #expect(late.events == [].told(ending: replayed.isEmpty))
    late.request(.max(3))
    #expect(late.events == replayed.told(ending: true))
  }

  @Test("each subscriber has its own demand, replay and end", arguments: everyStrategy)
  func independent(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let publisher = receiver.publisher
    let probes = [Probe(asking: .unlimited), Probe(asking: .max(1)), Probe(asking: .unlimited)]
    publisher.subscribe(probes[0])
    [1, 2].forEach(transmitter.broadcast)
    publisher.subscribe(probes[1])
    publisher.subscribe(probes[2])
    transmitter.broadcast(3)
    #expect(receiver.listenerCount == 3)
    probes[2].cancel()
    transmitter.broadcast(4)
    transmitter.finish()
    let late = strategy.replayed(of: [1, 2]) + [3, 4]

    #expect(probes[0].events == [1, 2, 3, 4].told(ending: true))
    #expect(probes[1].events == [late[0]].told())
    #expect(probes[2].events == Array(late.dropLast()).told())
    probes[1].request(.unlimited)
    #expect(probes[1].events == late.told(ending: true))
  }

  @Test("serves the operators of Combine")
  func operators() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    (1...4).forEach(transmitter.broadcast)
    var heard: [Int] = []
    var ends = 0
    let subscriptions = [
      receiver.publisher.first().sink { heard.append($0) },
      receiver.publisher.dropFirst(2).first().sink { _ in
        ends += 1
      } receiveValue: {
        heard.append($0 * 10)
      },
      receiver.publisher.collect(2).sink { heard.append($0.reduce(100, +)) },
      receiver.publisher.flatMap(maxPublishers: .max(1)) { Just($0 + 1_000) }.sink { heard.append($0) },
    ]
    #expect(heard == [1, 30, 103, 107, 1_001, 1_002, 1_003, 1_004])
    #expect(ends == 1)
    #expect(receiver.listenerCount == 2)
    subscriptions.forEach { $0.cancel() }
    #expect(receiver.listenerCount == 0)
  }
}
#endif
