import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("A receiver of the results of an asynchronous sequence", .patient)
struct SequenceResultsTests {
  /// A sequence of numbers, which can fail with an error of its own type.
  struct Numbers: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
      var rest: [Int]
      let failure: Failure?

      mutating func next(isolation: isolated (any Actor)?) async throws(AirwaveTests.Failure) -> Int? {
        if !rest.isEmpty { return rest.removeFirst() }
        if let failure { throw failure }
        return nil
      }
    }

    typealias Element = Int
    typealias Failure = AirwaveTests.Failure

    let values: [Int]
    var failure: AirwaveTests.Failure?

    func makeAsyncIterator() -> Iterator {
      Iterator(rest: values, failure: failure)
    }
  }

  @Test("delivers a failure after the last element, and then the end", arguments: everyStrategy)
  func fails(strategy: ReplayStrategy) async {
    let receiver = Numbers(values: [1, 2], failure: Failure(number: 3)).results(strategy: strategy)
    let expected: [Result<Int, Failure>] = [.success(1), .success(2), .failure(Failure(number: 3))]

    #expect(await receiver.values.all() == expected)
    #expect(await receiver.values.all() == strategy.replayed(of: expected))
  }

  @Test("ends without a failure if the sequence does")
  func ends() async {
    #expect(await Numbers(values: [1, 2]).results().values.all() == [.success(1), .success(2)])
  }

  @Test("delivers any error of a sequence that does not name its error")
  func anyError() async {
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let results: Receiver<Result<Int, any Error>> = stream.results()
    let values = results.values
    continuation.yield(1)
    continuation.finish(throwing: Failure(number: 2))
    let heard = await values.all()

    #expect(heard.map { try? $0.get() } == [1, nil])
    #expect(throws: Failure(number: 2)) { try heard[1].get() }
  }

  @Test("stops iterating when it is released, even if the sequence ignores the cancellation")
  func releases() async {
    let (latch, iterations) = (Latch(), Tally())
    let released = Tally()
    do {
      let witness = Witness { released.add() }
      let stream = AsyncThrowingStream<Int, any Error> {
        iterations.add(1)
        if iterations.count > 1 { await latch.waitStubbornly() }
        return withExtendedLifetime(witness) { 1 }
      }
      let receiver = stream.results()
      let listening = receiver.listen { _ in }
      await until { iterations.count == 2 }
      listening.dispose()
    }
    latch.open()
    // The second element ends the loop.
    await until { released.count == 1 }

    #expect([iterations.count, released.count] == [2, 1])
  }
}
