import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.asyncMap", .patient)
struct AsyncMapTests {
  @Test("works on one value at a time, in order, replay included", arguments: everyStrategy)
  func inOrder(strategy: ReplayStrategy) async throws {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let overlaps = Tally()
    let running = Tally()
    let results = receiver.asyncMap { value in
      running.add(1)
      if running.count > 1 { overlaps.add(1) }
      // Later values take less time.
      for _ in value..<40 { await Task.yield() }
      running.add(-1)
      return value * 10
    }
    (1...20).forEach(transmitter.broadcast)
    let recorder = results.record()
    (21...40).forEach(transmitter.broadcast)
    transmitter.finish()
    let expected = strategy.replayed(of: Array(1...20)) + Array(21...40)
    let heard = try await recorder.next(expected.count, within: timeLimit)
    try await recorder.finish(allowingUnread: true, within: timeLimit)

    #expect(heard == expected.map { $0 * 10 })
    #expect([overlaps.count, receiver.listenerCount] == [0, 0])
  }

  @Test("values wait while one is worked on, and the end waits for the last result")
  func waits() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let latches = (0..<3).map { _ in Latch() }
    let begun = Heard<Int>()
    let recorder = receiver.asyncMap { value in
      begun.append(value)
      await latches[value].wait()
      return value
    }.record()
    (0..<3).forEach(transmitter.broadcast)
    transmitter.finish()
    var seen: [[Int]] = []
    for value in 0..<3 {
      await until { begun.values.count == value + 1 }
      seen.append(begun.values)
      recorder.expectNoValues()
      latches[value].open()
      #expect(try await recorder.next(within: timeLimit) == value)
    }
    try await recorder.finish(allowingUnread: true, within: timeLimit)

    #expect(seen == [[0], [0, 1], [0, 1, 2]])
  }

  @Test("each listener has work of its own")
  func perListener() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let calls = Tally()
    let results = receiver.asyncMap { value in
      calls.add(1)
      return value
    }
    let recorders = (0..<3).map { _ in results.record() }
    [1, 2].forEach(transmitter.broadcast)
    for recorder in recorders { #expect(try await recorder.next(2, within: timeLimit) == [1, 2]) }

    #expect(calls.count == 6 && receiver.listenerCount == 3)
  }

  @Test("a failure is a result of its type, and ends nothing")
  func typed() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let results: Receiver<Result<String, Failure>> = receiver.asyncMap { value throws(Failure) in
      if value.isMultiple(of: 2) { throw Failure(number: value) }
      return "\(value)"
    }
    let recorder = results.record()
    (1...4).forEach(transmitter.broadcast)

    let expected: [Result<String, Failure>] = [.success("1"), .failure(Failure(number: 2)), .success("3")]
    #expect(try await recorder.next(3, within: timeLimit) == expected)
    #expect(try await recorder.next(within: timeLimit) == .failure(Failure(number: 4)))
  }

  @Test("a closure that says nothing of its errors has any error")
  func untyped() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let results: Receiver<Result<Int, any Error>> = receiver.asyncMap { value in
      if value == 1 { throw Failure(number: 1) }
      try await Task.sleep(for: .zero)
      return value
    }
    let recorder = results.record()
    [1, 2].forEach(transmitter.broadcast)
    let heard = try await recorder.next(2, within: timeLimit)

    #expect(throws: Failure(number: 1)) { try heard[0].get() }
    #expect(try heard[1].get() == 2)
  }

  @Test("waiting work is released, and never starts, when the listener ends", arguments: [true, false])
  func releases(byTake: Bool) async throws {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let (latch, begun, living) = (Latch(), Tally(), Tally())
    let recorder = receiver.asyncMap { _ in
      begun.add(1)
      await latch.wait()
      return 1
    }.take(count: 1).record(allowingUnread: true)
    for _ in 0..<10 {
      living.add(1)
      transmitter.broadcast(Witness { living.add(-1) })
    }
    await until { begun.count == 1 }
    let before = living.count
    if byTake {
      latch.open()
      try await recorder.finish(allowingUnread: true, within: timeLimit)
    } else {
      transmitter.removeAllListeners()
    }
    await until { living.count == 0 }

    #expect([before, living.count, begun.count, receiver.listenerCount] == [10, 0, 1, 0])
  }
}
