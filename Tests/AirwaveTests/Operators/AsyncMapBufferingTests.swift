import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.asyncMap with a bound", .patient)
struct AsyncMapBufferingTests {
  @Test(
    "keeps what the policy says while a value is worked on, and reports what it drops",
    arguments: [
      (BufferingPolicy.unbounded, [1, 2, 3, 4], 0), (.newest(1), [1, 4], 2), (.newest(2), [1, 3, 4], 1),
      (.newest(0), [1], 3), (.oldest(1), [1, 2], 2), (.oldest(2), [1, 2, 3], 1), (.oldest(0), [1], 3),
      (.newest(3), [1, 2, 3, 4], 0),
    ]
  )
  func keeps(policy: BufferingPolicy, expected: [Int], droppedCount: Int) async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (latch, begun, drops) = (Latch(), Heard<Int>(), Heard<Int>())
    let recorder = receiver.asyncMap(buffering: policy) { value in
      begun.append(value)
      await latch.wait()
      return value * 10
    } onDrop: {
      drops.append($0)
    }.record()
    transmitter.broadcast(1)
    await until { begun.values == [1] }
    [2, 3, 4].forEach(transmitter.broadcast)
    transmitter.finish()
    latch.open()
    try await recorder.finish(allowingUnread: true, within: timeLimit)

    #expect(recorder.values == expected.map { $0 * 10 })
    #expect(begun.values == expected)
    #expect(drops.values == Array((1...4).prefix(droppedCount)))
  }

  @Test("drops nothing of what comes one by one, even with a bound of zero")
  func idle() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let drops = Tally()
    let recorder = receiver.asyncMap(buffering: .newest(0)) {
      $0 * 10
    } onDrop: { _ in
      drops.add(1)
    }.record()
    for value in 1...5 {
      transmitter.broadcast(value)
      #expect(try await recorder.next(within: timeLimit) == value * 10)
    }
    transmitter.finish()
    try await recorder.finish(within: timeLimit)

    #expect(drops.count == 0)
  }

  @Test("reading the replay begins no work, and drops nothing")
  func reading() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    (1...5).forEach(transmitter.broadcast)
    let calls = Tally()
    let derived = receiver.asyncMap(buffering: .newest(1)) {
      calls.add($0)
    } onDrop: {
      calls.add($0)
    }

    #expect(derived.replayed.isEmpty)
    #expect(calls.count == 0 && receiver.listenerCount == 0)
    #expect(Receiver.empty.asyncMap(buffering: .newest(1)) { $0 }.replaceEmpty(with: 7).replayed == [7])
  }

  @Test("work is cancelled, and what waits is released, when the listener ends")
  func releases() async {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let (latch, begun, cancelled, living) = (Latch(), Tally(), Tally(), Tally())
    let listening = receiver.asyncMap(buffering: .oldest(3)) { _ in
      begun.add(1)
      await latch.wait()
      if Task.isCancelled { cancelled.add(1) }
    }.listen { _ in }
    for _ in 0..<10 {
      living.add(1)
      transmitter.broadcast(Witness { living.add(-1) })
    }
    await until { begun.count == 1 }
    let before = living.count
    listening.dispose()
    await until { living.count == 0 && cancelled.count == 1 }

    #expect([before, begun.count, receiver.listenerCount] == [4, 1, 0])
  }

  @Test("a failure is a result of its type, and the next value begins")
  func typed() async throws {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    (1...3).forEach(transmitter.broadcast)
    transmitter.finish()
    let drops = Tally()
    let results: Receiver<Result<Int, Failure>> = receiver.asyncMap(buffering: .oldest(1)) { value throws(Failure) in
      if value == 1 { throw Failure(number: value) }
      return value
    } onDrop: {
      drops.add($0)
    }

    #expect(await results.values.all() == [.failure(Failure(number: 1)), .success(2)])
    #expect(drops.count == 1)
  }
}
