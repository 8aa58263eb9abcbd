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

@Suite("Publisher.receiver(strategy:)", .inTurn)
struct PublisherReceiverTests {
  private typealias Subject = PassthroughSubject<Int, Never>
  private typealias Told = TestSupport.Event<Int>

  @Test("broadcasts what is published, with its replay, and finishes with it", arguments: everyStrategy)
  func values(strategy: ReplayStrategy) {
    let subject = Subject()
    let receiver = subject.receiver(strategy: strategy)
    let early = recordEvents(receiver)
    [1, 2, 3].forEach(subject.send)
    let late = recordEvents(receiver)
    subject.send(4)
    subject.send(completion: .finished)
    let replayed = strategy.replayed(of: [1, 2, 3]) + [4]

    #expect(early.heard.values == [.value(1), .value(2), .value(3), .value(4), .end])
    #expect(late.heard.values == replayed.map(Told.value) + [.end])
    #expect(recordEvents(receiver).heard.values == strategy.replayed(of: [1, 2, 3, 4]).map(Told.value) + [.end])
    #expect(receiver.listenerCount == 0)
  }

  @Test("hears values that are published during the subscription through the replay only", arguments: everyStrategy)
  func synchronous(strategy: ReplayStrategy) {
    let receiver = [1, 2, 3].publisher.receiver(strategy: strategy)
    #expect(recordEvents(receiver).heard.values == strategy.replayed(of: [1, 2, 3]).map(Told.value) + [.end])
  }

  @Test("is hot by default")
  func hot() {
    #expect([1, 2, 3].publisher.receiver().replayed == [])
  }

  @Test("cancels when the receiver is released and there is no listener")
  func receiverGone() {
    let (subject, cancellations) = (Subject(), Tally())
    var receiver: Receiver<Int>? = subject.handleEvents(receiveCancel: { cancellations.add() }).receiver(
      strategy: .cold
    )
    subject.send(1)
    let before = (receiver?.latest, cancellations.count)
    receiver = nil

    #expect(before == (1, 0))
    #expect(cancellations.count == 1)
  }

  @Test("a derived receiver keeps it going, and then a listener, and no longer")
  func owners() {
    let (subject, cancellations) = (Subject(), Tally())
    var receiver: Receiver<Int>? = subject.handleEvents(receiveCancel: { cancellations.add() }).receiver()
    var derived = receiver?.map { $0 * 10 }.filter { $0 > 10 }
    receiver = nil
    let recorded = derived.map { recordEvents($0) }
    derived = nil
    [1, 2].forEach(subject.send)
    let before = cancellations.count
    recorded?.listening.dispose()
    subject.send(3)

    #expect(recorded?.heard.values == [.value(20)])
    #expect([before, cancellations.count] == [0, 1])
  }

  @Test("a listener that ends itself, the last one, cancels from inside")
  func lastListener() {
    let (subject, cancellations) = (Subject(), Tally())
    let heard = Heard<Int>()
    subject.handleEvents(receiveCancel: { cancellations.add() }).receiver().take(count: 2).listen { heard.append($0) }
    [1, 2, 3].forEach(subject.send)

    #expect(heard.values == [1, 2])
    #expect(cancellations.count == 1)
  }

  @Test("releases everything when the publisher completes")
  func releases() {
    let (captured, upstream) = (Tally(), Tally())
    weak var weakSubject: Subject?
    do {
      let subject = Subject()
      weakSubject = subject
      let (inListener, inOperator) = (Witness { captured.add() }, Witness { upstream.add() })
      let receiver = subject.map { value in withExtendedLifetime(inOperator) { value } }.receiver()
      receiver.listen { _ in withExtendedLifetime(inListener) {} }
      subject.send(1)
      subject.send(completion: .finished)
    }

    #expect([captured.count, upstream.count] == [1, 1])
    #expect(weakSubject == nil)
  }

  @Test("there and back again changes nothing", arguments: everyStrategy)
  func roundTrip(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2].forEach(transmitter.broadcast)
    let back = recordEvents(receiver.publisher.receiver(strategy: strategy))
    transmitter.broadcast(3)
    transmitter.finish()

    #expect(back.heard.values == (strategy.replayed(of: [1, 2]) + [3]).map(Told.value) + [.end])
  }

  #if os(Linux) || os(macOS)
  @Test("a negative limit stops the program")
  func negative() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Empty<Int, Never>().receiver(strategy: .warm(upTo: -1))
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("'upTo' must not be negative, but is -1"))
  }
  #endif
}
#endif
