#if canImport(Combine) || OpenCombine
import Airwave
import AirwaveCombine
import Foundation
import TestSupport
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

@Suite("Stress: publishers", .inTurn)
struct PublisherStressTests {
  private static let authors = 3
  private static let count = 3_000

  private static func broadcastAll(_ author: Int, on transmitter: Transmitter<Int>) {
    for number in 0..<count { transmitter.broadcast(author * count + number) }
  }

  @Test("several threads broadcast while one asks for one value at a time, and nothing is lost")
  func oneAtATime() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (order, probe, asked, ended) = (Probe(asking: .unlimited), Probe(), Tally(), Tally())
    receiver.publisher.subscribe(order)
    receiver.publisher.subscribe(
      AnySubscriber<Int, Never>(
        receiveSubscription: probe.receive(subscription:),
        receiveValue: { value in
          asked.add()
          return probe.receive(value)
        },
        receiveCompletion: { completion in
          probe.receive(completion: completion)
          ended.add()
        }
      )
    )
    let sending = Tally()
    await onThreads(Self.authors + 2) { thread in
      if thread < Self.authors {
        Self.broadcastAll(thread, on: transmitter)
        sending.add()
        if sending.count == Self.authors { transmitter.finish() }
      } else {
        while ended.count == 0 {
          probe.request(.max(1))
          sched_yield()
        }
      }
    }

    #expect(order.values.count == Self.authors * Self.count)
    #expect(probe.events == order.values.told(ending: true))
    #expect(order.overlapCount + probe.overlapCount == 0)
    #expect(order.events.count { $0 == .completion } == 1)
    for author in 0..<Self.authors {
      let own = order.values.filter { $0 / Self.count == author }
      #expect(own == Array(author * Self.count..<(author + 1) * Self.count))
    }
  }

  @Test("subscribers subscribe, request and are cancelled on other threads meanwhile")
  func cancellation() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 4))
    let order = Probe(asking: .unlimited)
    receiver.publisher.subscribe(order)
    let probes = (0..<300).map { _ in Probe(asking: .max(2)) { _, _ in .max(1) } }
    let released = Tally()
    await onThreads(5) { thread in
      if thread < Self.authors { return Self.broadcastAll(thread, on: transmitter) }
      for index in stride(from: thread - Self.authors, to: probes.count, by: 2) {
        let witness = Witness { released.add() }
        receiver.publisher(buffering: .newest(3)).handleEvents(receiveOutput: { _ in withExtendedLifetime(witness) {} })
          .subscribe(probes[index])
        probes[index].request(.max(1))
        if !index.isMultiple(of: 3) { probes[index].cancel() }
      }
    }
    let staying = probes.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
    #expect(receiver.listenerCount == 1 + staying.count)
    transmitter.finish()

    #expect(receiver.listenerCount == 0)
    #expect(order.values.count == Self.authors * Self.count)
    #expect(probes.allSatisfy { $0.overlapCount == 0 })
    let positions = Dictionary(uniqueKeysWithValues: order.values.enumerated().map { ($1, $0) })
    for probe in probes {
      let places = probe.values.compactMap { positions[$0] }
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    }
    #expect(staying.allSatisfy { $0.events.last == .completion })
  }

  @Test("what several threads publish is broadcast in one order")
  func publisher() async {
    let subject = PassthroughSubject<Int, Never>()
    let sender = Sender(subject: subject)
    let receiver = subject.receiver(strategy: .warm(upTo: 8))
    let (first, second) = (Probe(asking: .unlimited), Probe(asking: .unlimited))
    receiver.publisher.subscribe(first)
    receiver.publisher.subscribe(second)
    await onThreads(4) { thread in
      if thread < Self.authors {
        for number in 0..<2_000 { sender.subject.send(thread * 2_000 + number) }
      } else {
        for _ in 0..<2_000 { receiver.map { $0 }.listen { _ in }.dispose() }
      }
    }

    #expect(first.values.count == Self.authors * 2_000)
    #expect(first.values == second.values)
    #expect(receiver.replayed == first.values.suffix(8))
  }

  /// A subject. Subjects can be used on several threads, but are not declared `Sendable`.
  private struct Sender: @unchecked Sendable {
    let subject: PassthroughSubject<Int, Never>
  }
}
#endif
