import Dispatch
import Foundation
import Synchronization
import Testing

@testable import EveryOrder

@Suite("A conducted test")
struct ConductorTests {
  @Test("is conducted on this toolchain: the runtime has the hooks, and calls them")
  func isConducted() async {
    #expect(await Hooks.problem.value == nil)
  }

  @Test("runs jobs of the main actor on the main queue, and no others there")
  func places() async throws {
    let isMainThread = await MainActor.run { Thread.isMainThread }
    let found = try await Search.through(runs: 20, seed: 1) {
      dispatchPrecondition(condition: .notOnQueue(.main))
      await Task { @MainActor in
        dispatchPrecondition(condition: .onQueue(.main))
        MainActor.assumeIsolated {}
        // On Linux, the main queue need not be on the main thread.
        precondition(isMainThread ? Thread.isMainThread : true)
      }.value
      dispatchPrecondition(condition: .notOnQueue(.main))
      await Task.detached { dispatchPrecondition(condition: .notOnQueue(.main)) }.value
    }
    #expect(found.messages == [])
    #expect(found.runCount == 20)
  }

  @Test("has all of its tasks conducted, and no others")
  func claims() async throws {
    let (requests, request) = AsyncStream<Int>.makeStream()
    let isForeignHere = Task.detached {
      var isHere = false
      for await _ in requests { isHere = isHere || Conductor.isHere }
      return isHere
    }
    _ = try await Search.through(runs: 20, seed: 1) {
      @Sendable func look(_ name: String) throws { try expect(Conductor.isHere, name) }
      try look("body")
      try await Task { try look("task") }.value
      try await Task.detached { try look("detached task") }.value
      try await Task { @MainActor in try look("main actor") }.value
      async let child: Void = look("child task")
      try await child
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
      try look("resumed by a queue")
      try await Task.sleep(for: .microseconds(1))
      try look("woken")
      request.yield(1)
    }
    request.finish()
    #expect(await !isForeignHere.value)
    #expect(!Conductor.isHere)
  }

  @Test("is alone: another one waits")
  func isAlone() async throws {
    let (active, largest) = (Atomic(0), Atomic(0))
    try await withThrowingTaskGroup { group in
      for _ in 1...4 {
        group.addTask {
          let found = try await Search.through(runs: 20, seed: 1) {
            _ = largest.max(active.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            await anyTime()
            active.subtract(1, ordering: .relaxed)
          }
          #expect(found.runCount == 20)
        }
      }
      try await group.waitForAll()
    }
    #expect(largest.load(ordering: .relaxed) == 1)
  }

  @Test("runs one job at a time")
  func oneAtATime() async throws {
    let found = try await Search.through(runs: 50, seed: 1) {
      let isRunning = Atomic(false)
      try await withThrowingTaskGroup { group in
        for number in 1...4 {
          group.addTask {
            for _ in 1...5 {
              try expect(!isRunning.exchange(true, ordering: .relaxed), "task \(number)")
              isRunning.store(false, ordering: .relaxed)
              await Task.yield()
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(found.messages == [])
  }
}

@Suite("@Test(.everyOrder)")
struct EveryOrderTraitTests {
  private static let runCount = Atomic(0)

  @Test("runs a test 200 times", .everyOrder)
  func runs() async {
    Self.runCount.add(1, ordering: .relaxed)
    #expect(Self.runCount.load(ordering: .relaxed) <= 200)
    #expect(Conductor.isHere)
  }

  @Test("says in which run a test has failed, and how to run this order alone")
  func fails() async throws {
    let comments = Mutex<[String]>([])
    await withKnownIssue {
      try await EveryOrderTrait.everyOrder(runs: 50, seed: 3).provideScope(for: Test.current!, testCase: .current) {
        let (first, second) = (Stored(0), Stored(0))
        async let one: Void = first.write(1)
        async let two: Void = second.write(first.now + 1)
        _ = await (one, two)
        #expect(second.now == 1)
      }
    } matching: { issue in
      comments.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let expected =
      /In run \d+\. To run this order alone: everyOrder\(again: "(first come|random \d+|priorities \d+\/\d\/\d+\/(true|false))"\)/
    let heard = comments.withLock(\.self)
    #expect(heard.count == 1)
    #expect(heard.first?.wholeMatch(of: expected) != nil, "\(heard)")
  }

  @Test("reports an error as the failure of a run")
  func reports() async throws {
    let count = Atomic(0)
    await withKnownIssue {
      try await EveryOrderTrait.everyOrder.provideScope(for: Test.current!, testCase: .current) {
        count.add(1, ordering: .relaxed)
        throw WrongError(found: "always")
      }
    }
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test("fails with a text that is no order, and does not run the test")
  func refuses() async throws {
    await #expect(throws: UnknownOrderError.self) {
      try await EveryOrderTrait.everyOrder(again: "any").provideScope(for: Test.current!, testCase: .current) {
        Issue.record("It must not run.")
      }
    }
  }

  @Test("searches once, if the test has a search of its own", .everyOrder(runs: 3))
  func nests() async throws {
    let count = Atomic(0)
    try await everyOrder { count.add(1, ordering: .relaxed) }
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test("is a function, too")
  func function() async throws {
    let count = Atomic(0)
    try await everyOrder(runs: 12, seed: 2) { count.add(1, ordering: .relaxed) }
    try await everyOrder(again: "random 3") { count.add(1, ordering: .relaxed) }
    #expect(count.load(ordering: .relaxed) == 13)
  }
}
