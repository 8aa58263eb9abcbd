import Dispatch
import Foundation
import TestSupport
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
    let isMainThread = await MainActor.run { isOnMainThread() }
    let found = try await Search.through(runs: 20, seed: 1).explore {
      dispatchPrecondition(condition: .notOnQueue(.main))
      await Task { @MainActor in
        dispatchPrecondition(condition: .onQueue(.main))
        assumeMainActor()
        // On Linux, the main queue is not always on the main thread.
        precondition(!isMainThread || isOnMainThread())
      }.value
      dispatchPrecondition(condition: .notOnQueue(.main))
      await Task.detached { dispatchPrecondition(condition: .notOnQueue(.main)) }.value
    }
    #expect(found.messages == [])
    #expect(found.runCount == 20)
  }

  @Test("has all of its tasks conducted, and no others")
  func claims() async throws {
    let isOver = Tally()
    let isForeignHere = Task.detached {
      var isHere = false
      while isOver.count == 0 {
        isHere = isHere || Conductor.isHere
        await Task.yield()
      }
      return isHere
    }
    var search = Search.through(runs: 20, seed: 1)
    search.idleLimit = .seconds(300)
    let found = try await search.explore {
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
    }
    isOver.add()
    #expect(found.messages == [])
    #expect(found.runCount == 20)
    #expect(await !isForeignHere.value)
    #expect(!Conductor.isHere)
  }

  @Test("leaves a task of another test outside, even if a job of the run resumes it")
  func resumesOthers() async throws {
    let (requests, request) = AsyncStream<Int>.makeStream()
    let (answers, answer) = AsyncStream<Int>.makeStream()
    // Older than the run, with tasks that are newer.
    let wereForeignHere = Task.detached {
      var wereHere: [Bool] = []
      for await number in requests {
        wereHere.append(Conductor.isHere)
        let isNewHere = Task.detached {
          answer.yield(number)
          for await _ in requests { break }
          return Conductor.isHere
        }
        wereHere.append(await isNewHere.value)
      }
      return wereHere
    }
    var search = Search.through(runs: 20, seed: 1)
    search.idleLimit = .seconds(300)
    let found = try await search.explore {
      request.yield(1)
      for await _ in answers { break }
      try expect(Conductor.isHere, "resumed by another test")
      await anyTime()
      request.yield(2)
    }
    request.finish()
    #expect(found.messages == [])
    #expect(await wereForeignHere.value == Array(repeating: false, count: 40))
  }

  @Test("is alone: another one waits")
  func isAlone() async throws {
    let (active, overlaps) = (Count(), Count())
    try await withThrowingTaskGroup { group in
      for _ in 1...4 {
        group.addTask {
          let found = try await Search.through(runs: 20, seed: 1).explore {
            if active.add(1) > 1 { overlaps.add(1) }
            await anyTime()
            active.add(-1)
          }
          #expect(found.runCount == 20)
        }
      }
      try await group.waitForAll()
    }
    #expect(overlaps.now == 0)
  }

  @Test("runs one job at a time")
  func oneAtATime() async throws {
    let found = try await Search.through(runs: 50, seed: 1).explore {
      let running = Count()
      try await withThrowingTaskGroup { group in
        for number in 1...4 {
          group.addTask {
            for _ in 1...5 {
              try expect(running.add(1) == 1, "task \(number)")
              running.add(-1)
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

private func assumeMainActor() { MainActor.assumeIsolated {} }

private func isOnMainThread() -> Bool { Thread.isMainThread }
