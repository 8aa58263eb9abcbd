import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.mapLatest", .patient)
struct MapLatestTests {
  @Test("a newer value cancels the work, whose result is never delivered", arguments: [true, false])
  func cancels(isStubborn: Bool) async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let latches = (0..<4).map { _ in Latch() }
    let (begun, done) = (Heard<Int>(), Heard<Int>())
    let recorder = receiver.mapLatest { value in
      begun.append(value)
      if isStubborn { await latches[value].waitStubbornly() } else { await latches[value].wait() }
      done.append(Task.isCancelled ? -value : value)
      return value
    }.record()
    for value in 1...3 {
      transmitter.broadcast(value)
      // The task for a value starts at once, even if a cancelled task is still running.
      await until { begun.values == Array(1...value) }
    }
    if !isStubborn { await until { done.values.count == 2 } }
    latches[3].open()
    let heard = try await recorder.next(within: timeLimit)
    latches.forEach { $0.open() }
    await until { done.values.count == 3 }
    transmitter.finish()
    try await recorder.finish(allowingUnread: true, within: timeLimit)

    #expect(heard == 3)
    #expect(done.values.sorted() == [-2, -1, 3])
    recorder.expectNoValues()
  }

  @Test("the end cancels nothing: it comes after the result of the last value")
  func end() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let latch = Latch()
    let recorder = receiver.mapLatest { value in
      await latch.wait()
      return Task.isCancelled ? -value : value
    }.record()
    [1, 2].forEach(transmitter.broadcast)
    transmitter.finish()
    recorder.expectNoValues()
    latch.open()
    try await recorder.finish(allowingUnread: true, within: timeLimit)

    #expect(recorder.values == [2])
  }

  @Test("of what is replayed the newest is worked on to the end", arguments: everyStrategy)
  func replay(strategy: ReplayStrategy) async throws {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    (1...9).forEach(transmitter.broadcast)
    transmitter.finish()
    let recorder = receiver.mapLatest { value in
      if value < 9 { await Latch().wait() }
      return value
    }.record()
    try await recorder.finish(allowingUnread: true, within: timeLimit)

    #expect(recorder.values == strategy.replayed(of: Array(1...9)).suffix(1))
  }

  @Test("a failure is a result of its type; that of cancelled work is never delivered")
  func typed() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let results: Receiver<Result<Int, any Error>> = receiver.mapLatest { value in
      try await Task.sleep(for: .seconds(value == 1 ? 3_600 : 0))
      throw Failure(number: value)
    }
    let recorder = results.record()
    [1, 2].forEach(transmitter.broadcast)
    let heard = try await recorder.next(within: timeLimit)
    transmitter.finish()
    try await recorder.finish(allowingUnread: true, within: timeLimit)

    #expect(throws: Failure(number: 2)) { try heard.get() }
    recorder.expectNoValues()
  }

  @Test("a closure that declares its error has results of that type")
  func declared() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let results: Receiver<Result<Int, Failure>> = receiver.mapLatest { value throws(Failure) in
      throw Failure(number: value)
    }
    let recorder = results.record()
    transmitter.broadcast(1)

    #expect(try await recorder.next(within: timeLimit) == .failure(Failure(number: 1)))
  }
}
