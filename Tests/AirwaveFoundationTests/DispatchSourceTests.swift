import Airwave
import AirwaveFoundation
import Dispatch
import TestSupport
import Testing

@Suite("DispatchSource.receiver(_:)")
struct DispatchSourceReceiverTests {
  /// Sources whose events a test makes.
  private final class Sources: @unchecked Sendable {
    // Unchecked: dispatch sources may be used on any thread.
    let made = Heard<Int>()
    let cancelled = AsyncStream<Int>.makeStream()
    private let queue = DispatchQueue(label: "sources")
    private(set) var newest: (any DispatchSourceUserDataAdd)?

    func make() -> any DispatchSourceProtocol {
      let source = DispatchSource.makeUserDataAddSource(queue: queue)
      let number = made.values.count
      made.append(number)
      source.setCancelHandler { [cancelled] in cancelled.continuation.yield(number) }
      newest = source
      return source
    }
  }

  @Test("makes a source for the first listener, cancels it after the last, and makes another for the next")
  func connects() async {
    let sources = Sources()
    var cancellations = sources.cancelled.stream.makeAsyncIterator()
    let receiver = DispatchSource.receiver { sources.make() }
    #expect(sources.made.values == [])
    for round in 0...1 {
      let (first, second) = (receiver.take(count: 1).values, receiver.take(count: 2).values)
      #expect(sources.made.values.last == round)
      var (early, late) = (first.makeAsyncIterator(), second.makeAsyncIterator())
      sources.newest?.add(data: 3)
      #expect(await [early.next(), early.next(), late.next()] == [3, nil, 3])
      sources.newest?.add(data: 4)
      #expect(await [late.next(), late.next()] == [4, nil])
      #expect(await cancellations.next() == round)
    }
    #expect(sources.made.values == [0, 1])
  }

  @Test("finishes when its source is cancelled by others")
  func cancelled() async {
    let sources = Sources()
    let receiver = DispatchSource.receiver { sources.make() }
    let values = receiver.values
    sources.newest?.cancel()
    var iterator = values.makeAsyncIterator()

    #expect(await iterator.next() == nil)
    #expect(receiver.listenerCount == 0)
  }

  @Test("a timer fires")
  func timer() async {
    let ticks = DispatchSource.receiver {
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now(), repeating: .milliseconds(1))
      return timer
    }
    var count = 0
    for await fired in ticks.take(count: 3).values {
      #expect(fired >= 1)
      count += 1
    }
    #expect(count == 3)
  }
}
