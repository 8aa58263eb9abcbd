import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

@Suite("Receiver.receive(on:)", .inTurn)
struct ReceiveOnQueueTests {
  static let everyQueue = [true, false]

  @Test("in order, one at a time, and the end last", arguments: everyQueue, [1, 3])
  func order(isConcurrent: Bool, threads: Int) async {
    let (transmitter, receiver) = Receiver<[Int]>.make(strategy: .cold)
    let heard = Heard<Event<[Int]>>()
    let overlaps = OverlapDetector()
    let outside = Tally()
    let queue = makeQueue(isConcurrent)
    transmitter.broadcast([0, -1])
    await withCheckedContinuation { continuation in
      receiver.receive(on: queue).listen { value in
        if DispatchQueue.getSpecific(key: Self.mark) != true { outside.add(1) }
        overlaps.enter { heard.append(.value(value)) }
      } onFinish: {
        if DispatchQueue.getSpecific(key: Self.mark) != true { outside.add(1) }
        overlaps.enter { heard.append(.end) }
        continuation.resume()
      }
      Task {
        await onThreads(threads) { thread in
          for number in 0..<5_000 { transmitter.broadcast([thread, number]) }
        }
        transmitter.finish()
      }
    }

    #expect(heard.values == receiver.replayed.map(Event.value) + [.end])
    #expect(receiver.replayed.count == threads * 5_000 + 1)
    #expect([overlaps.overlapCount, outside.count, receiver.listenerCount] == [0, 0, 0])
  }

  @Test("what gathers while the queue is busy is heard afterwards, with operators behind", arguments: everyQueue)
  func gathers(isConcurrent: Bool) async throws {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let queue = makeQueue(isConcurrent)
    queue.suspend()
    let recorder = receiver.receive(on: queue).map { $0 * 10 }.withPrevious().map { [$0 ?? 0, $1] }.record()
    [1, 2, 3].forEach(transmitter.broadcast)
    transmitter.finish()
    recorder.expectNoValues()
    #expect(receiver.listenerCount == 0 && receiver.receive(on: queue).replayed == [1, 2, 3])
    queue.resume()
    try await recorder.finish(allowingUnread: true, within: timeLimit)

    #expect(recorder.values == [[0, 10], [10, 20], [20, 30]])
  }

  @Test("disposed on the queue, it is not called again", arguments: everyQueue, [true, false])
  func disposeInside(isConcurrent: Bool, byTake: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let queue = makeQueue(isConcurrent)
    let heard = Heard<Event<Int>>()
    let token = Box<Disposable>()
    queue.suspend()
    token.content = receiver.receive(on: queue).take(count: byTake ? 2 : 9).listen { value in
      heard.append(.value(value))
      if value == 2, !byTake { token.content?.dispose() }
    } onFinish: {
      heard.append(.end)
    }
    [1, 2, 3].forEach(transmitter.broadcast)
    transmitter.finish()
    queue.resume()
    await emptied(queue)

    #expect(heard.values == [.value(1), .value(2)] + (byTake ? [.end] : []))
  }

  @Test("disposed while values wait, it hears none of them, and nothing is left behind", arguments: everyQueue)
  func disposeOutside(isConcurrent: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let queue = makeQueue(isConcurrent)
    let calls = Tally()
    weak var weakWitness: Witness?
    queue.suspend()
    let listening = {
      let witness = Witness()
      weakWitness = witness
      return receiver.receive(on: queue).listen { _ in
        withExtendedLifetime(witness) { calls.add(1) }
      } onFinish: {
        calls.add(1)
      }
    }()
    [1, 2].forEach(transmitter.broadcast)
    listening.dispose()
    transmitter.finish()
    #expect(receiver.listenerCount == 0)
    queue.resume()
    await until { weakWitness == nil }

    #expect(calls.count == 0 && weakWitness == nil)
  }

  @Test("a listener may broadcast, dispose and listen on the queue", arguments: everyQueue)
  func reentrant(isConcurrent: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let queue = makeQueue(isConcurrent)
    let overlaps = OverlapDetector()
    let heard = Heard<Int>()
    await withCheckedContinuation { continuation in
      receiver.receive(on: queue).listen { value in
        overlaps.enter {
          heard.append(value)
          if value < 1_000 { transmitter.broadcast(value + 1) } else { transmitter.finish() }
        }
      } onFinish: {
        continuation.resume()
      }
      transmitter.broadcast(0)
    }

    #expect(heard.values == Array(0...1_000) && overlaps.overlapCount == 0)
  }

  @Test("a listener that the transmitter removes has ended")
  func removeAll() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let listening = receiver.receive(on: makeQueue(false)).listen { _ in }
    transmitter.removeAllListeners()

    #expect(listening.isDisposed && receiver.listenerCount == 0)
  }

  private static let mark = DispatchSpecificKey<Bool>()

  private func makeQueue(_ isConcurrent: Bool) -> DispatchQueue {
    let queue = DispatchQueue(label: "test", attributes: isConcurrent ? .concurrent : [])
    queue.setSpecific(key: Self.mark, value: true)
    return queue
  }

  /// Waits until the queue has run its blocks, and the blocks that they have added.
  private func emptied(_ queue: DispatchQueue) async {
    for _ in 0..<3 {
      await withCheckedContinuation { continuation in queue.async(flags: .barrier) { continuation.resume() } }
    }
  }
}
