import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

/// Contract 2 behind `receive(on:)`.
@Suite("Contract 2: one order behind a dispatch queue", .inTurn)
struct Contract02QueueOrderTests {
  private struct Call: Equatable, Sendable {
    let listener: Int
    let value: String
  }

  /// The expected calls: each value is heard by three listeners before the next value.
  private func calls(_ values: [String]) -> [Call] {
    values.flatMap { value in (1...3).map { Call(listener: $0, value: value) } }
  }

  private let hundred = (1...100).map(\.description)

  @Test("each value reaches all listeners on a queue before the next one", arguments: everyStrategy, [true, false])
  func queue(strategy: ReplayStrategy, isConcurrent: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let queue = DispatchQueue(label: "test", attributes: isConcurrent ? .concurrent : [])
    let (log, ends) = (Heard<Call>(), Heard<Int>())
    func listen(_ number: Int, to receiver: Receiver<String>) {
      receiver.listen {
        log.append(Call(listener: number, value: $0))
      } onFinish: {
        ends.append(number)
      }
    }
    // The queue is suspended, so that all values wait.
    queue.suspend()
    listen(1, to: receiver.receive(on: queue).map(\.description))
    listen(2, to: receiver.map(\.description).receive(on: queue).skipRepeats())
    listen(3, to: receiver.filter { _ in true }.receive(on: queue).handleEvents().map(\.description))
    (1...100).forEach(transmitter.broadcast)
    transmitter.finish()
    queue.resume()
    await until { ends.values.count == 3 }

    #expect(log.values == calls(hundred))
    #expect(ends.values == [1, 2, 3])
  }

  @MainActor
  @Test("each value reaches all listeners on the main queue before the next one, which has many names")
  func mainQueue() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let log = Heard<Call>()
    for listener in 1...3 {
      receiver.receive(on: .main).map(\.description).listen { log.append(Call(listener: listener, value: $0)) }
    }
    (1...100).forEach(transmitter.broadcast)
    await until { log.values.count == 300 }

    #expect(log.values == calls(hundred))
  }

  @MainActor
  @Test(
    "each value reaches all listeners of the main actor behind a queue before the next one",
    arguments: [true, false]
  )
  func actorBehindQueue(merged: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let queue = DispatchQueue(label: "test")
    let source = merged ? receiver.merge(with: Receiver<Int>.make().receiver) : receiver
    let received = source.receive(on: queue).map(\.description)
    var log: [Call] = []
    for listener in 1...3 { received.listen { log.append(Call(listener: listener, value: $0)) } }
    (1...100).forEach(transmitter.broadcast)
    // This test occupies the main actor, so that the values wait.
    queue.sync {}
    #expect(log == [])
    await until { log.count == 300 }

    #expect(log == calls(hundred))
  }

  @Test("each value reaches all listeners of a shared receiver on a queue before the next one")
  func shared() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (queue, shared, log) = (DispatchQueue(label: "test"), receiver.share(), Heard<Call>())
    queue.suspend()
    for listener in 1...3 {
      shared.receive(on: queue).listen { log.append(Call(listener: listener, value: $0.description)) }
    }
    (1...100).forEach(transmitter.broadcast)
    queue.resume()
    await until { log.values.count == 300 }

    #expect(log.values == calls(hundred))
  }

  @Test("a queue that is busy does not hold up another one")
  func twoQueues() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let queues = (1...2).map { DispatchQueue(label: "test \($0)") }
    let heard = queues.map { _ in Heard<Int>() }
    for (queue, heard) in zip(queues, heard) { receiver.receive(on: queue).listen { heard.append($0) } }
    queues[0].suspend()
    (1...100).forEach(transmitter.broadcast)
    await until { heard[1].values.count == 100 }
    let before = heard.map(\.values)
    queues[0].resume()
    await until { heard[0].values.count == 100 }

    #expect(before == [[], Array(1...100)])
    #expect(heard[0].values == Array(1...100))
  }

  @Test("a queue without a listener is released although the pair remains")
  func releasesQueue() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    weak var weakQueue: DispatchQueue?
    do {
      let queue = DispatchQueue(label: "test")
      weakQueue = queue
      let (heard, listening) = (Tally(), Box<Disposable>())
      listening.content = receiver.receive(on: queue).listen { _ in heard.add() }
      transmitter.broadcast(1)
      await until { heard.count == 1 }
      listening.content?.dispose()
    }
    await until { weakQueue == nil }

    #expect(weakQueue == nil)
    withExtendedLifetime(transmitter) {}
  }
}
