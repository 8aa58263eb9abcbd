import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.asyncMap with several values at the same time", .inTurn, .patient)
struct AsyncMapConcurrentTests {
  /// The forms, without a bound on the values that wait.
  enum Form: CaseIterable, Sendable {
    case plain, throwing, buffering

    func results(
      _ receiver: Receiver<Int>,
      _ limit: Int,
      _ work: @escaping @Sendable (Int) async -> Int
    ) -> Receiver<Int> {
      switch self {
      case .plain: receiver.asyncMap(maxConcurrent: limit, work)
      case .throwing: receiver.asyncMap(maxConcurrent: limit) { v throws(Failure) in await work(v) }.successes()
      case .buffering: receiver.asyncMap(maxConcurrent: limit, buffering: .unbounded, work)
      }
    }
  }

  @Test("works on as many values as the limit says, and forwards results as they come", arguments: Form.allCases)
  func asTheyCome(form: Form) async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let latches = (0..<5).map { _ in Latch() }
    let begun = Heard<Int>()
    let recorder = form.results(receiver, 3) { value in
      begun.append(value)
      await latches[value].wait()
      return value * 10
    }.record()
    (0..<5).forEach(transmitter.broadcast)
    transmitter.finish()
    var counts: [Int] = []
    for (index, value) in [2, 0, 4, 3, 1].enumerated() {
      await until { begun.values.count == min(5, 3 + index) }
      for _ in 0..<20 { await Task.yield() }
      counts.append(begun.values.count)
      latches[value].open()
      #expect(try await recorder.next(within: timeLimit) == value * 10)
    }
    try await recorder.finish(within: timeLimit)

    #expect(counts == [3, 4, 5, 5, 5])
    #expect(begun.values.prefix(3).sorted() == [0, 1, 2] && begun.values.suffix(2) == [3, 4])
    #expect(receiver.listenerCount == 0)
  }

  @Test("has each result once, one at a time, and never more work than the limit", arguments: [1, 4, .max])
  func stress(limit: Int) async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (running, excess, overlaps) = (Tally(), Tally(), OverlapDetector())
    let heard = Heard<Int>()
    let ends = Tally()
    receiver.asyncMap(maxConcurrent: limit) { value in
      running.add(1)
      if running.count > limit { excess.add(1) }
      await Task.yield()
      running.add(-1)
      return value
    }.listen { value in
      overlaps.enter { heard.append(value) }
    } onFinish: {
      ends.add(1)
    }
    await onThreads(3) { thread in
      for number in 0..<500 { transmitter.broadcast(thread * 500 + number) }
    }
    transmitter.finish()
    await until { ends.count == 1 }

    #expect(heard.values.sorted() == Array(0..<1_500))
    #expect([excess.count, overlaps.overlapCount, ends.count] == [0, 0, 1])
  }

  @Test("keeps what the policy says while as many values are worked on, and reports what it drops")
  func bounded() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (latch, begun, drops) = (Latch(), Heard<Int>(), Heard<Int>())
    let recorder = receiver.asyncMap(maxConcurrent: 2, buffering: .newest(1)) { value in
      begun.append(value)
      await latch.wait()
      return value
    } onDrop: {
      drops.append($0)
    }.record()
    (1...5).forEach(transmitter.broadcast)
    transmitter.finish()
    await until { begun.values.count == 2 }
    let first = begun.values.sorted()
    latch.open()
    try await recorder.finish(allowingUnread: true, within: timeLimit)

    #expect(first == [1, 2])
    #expect(recorder.values.sorted() == [1, 2, 5])
    #expect(drops.values == [1, 2])
  }

  @Test("a failure is a result of its type, and ends nothing")
  func typed() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let results: Receiver<Result<Int, Failure>> = receiver.asyncMap(maxConcurrent: 2) { value throws(Failure) in
      if value == 1 { throw Failure(number: value) }
      return value
    }
    let recorder = results.record()
    transmitter.broadcast(1)
    #expect(try await recorder.next(within: timeLimit) == .failure(Failure(number: 1)))
    transmitter.broadcast(2)
    #expect(try await recorder.next(within: timeLimit) == .success(2))
  }

  // Before Swift 6.3 the closure of an exit test cannot capture a value.
  #if compiler(>=6.3) && (os(Linux) || os(macOS))
  @Test("a limit that is not positive stops the program, in each form", arguments: [0, 1])
  func limits(form: Int) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [form] in
      let receiver = Receiver<Int>.make().receiver
      if form == 0 { _ = receiver.asyncMap(maxConcurrent: 0) { $0 } }
      _ = receiver.asyncMap(maxConcurrent: 0, buffering: .newest(1)) { $0 }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("'maxConcurrent' must be positive, but is 0"))
  }
  #endif
}
