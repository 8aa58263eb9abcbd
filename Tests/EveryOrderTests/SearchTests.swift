import Dispatch
import Foundation
import TestSupport
import Testing

@testable import EveryOrder

@Suite("A search through orders")
struct SearchTests {
  @Test("finds at least 18 of 20 bugs in 200 orders, and each order that it prints fails again, 20 of 20 times")
  func finds() async throws {
    #expect(Flow.all.count == 20)
    var missed: [String] = []
    for flow in Flow.all {
      let found = try await Search.through(runs: 200, seed: 1).explore { try await flow.run(false) }
      guard let order = found.order else {
        missed.append(flow.testDescription)
        continue
      }
      var failureCount = 0
      for _ in 1...20 {
        let again = try await Search(.again(order)).explore { try await flow.run(false) }
        if again.messages == found.messages { failureCount += 1 }
      }
      #expect(failureCount == 20, "\(flow.testDescription), \(order)")
    }
    #expect(missed.count <= 2, "\(missed)")
  }

  @Test("gives no alarm in 200 orders of what has no bug", arguments: Flow.all)
  func noAlarm(flow: Flow) async throws {
    let found = try await Search.through(runs: 200, seed: 1).explore { try await flow.run(true) }
    #expect(found.messages == [])
    #expect(found.runCount == 200)
  }

  @Test("runs the same orders with the same seed, and others with another")
  func seeds() async throws {
    func orders(_ seed: UInt64) async throws -> [[Int]] {
      let heard = Heard<[Int]>()
      _ = try await Search.through(runs: 30, seed: seed).explore {
        let order = Heard<Int>()
        await withTaskGroup { group in
          for number in 1...5 {
            group.addTask {
              await anyTime()
              order.append(number)
            }
          }
        }
        heard.append(order.values)
      }
      return heard.values
    }
    let first = try await orders(7)
    #expect(try await orders(7) == first)
    #expect(try await orders(8) != first)
    #expect(first.first == [1, 2, 3, 4, 5])
    #expect(Set(first).count > 10)
  }

  @Test("ends with the first failure")
  func ends() async throws {
    let count = Count()
    let found = try await Search.through(runs: 200, seed: 1).explore { try expect(count.add(1) < 5, "five") }
    #expect(found.runCount == 5)
    #expect(found.order == "priorities 5/1/10/true")
  }

  @Test("fails if a test waits for what never comes, and cancels it")
  func hangs() async throws {
    var search = Search.through(runs: 200, seed: 1)
    search.idleLimit = .milliseconds(500)
    let found = try await search.explore { _ = await never() }
    #expect(found.runCount == 1)
    #expect(found.messages.count == 1)
    #expect(found.messages.first?.contains("The test hangs") == true)
  }

  @Test("fails if a step does not end")
  func blocks() async throws {
    var search = Search.through(runs: 200, seed: 1)
    search.idleLimit = .milliseconds(500)
    let semaphore = DispatchSemaphore(value: 0)
    let found = try await search.explore(onFailure: { semaphore.signal() }) { wait(for: semaphore) }
    #expect(found.runCount == 1)
    #expect(found.messages == ["The test hangs: step 1 of it, on another thread, does not end."])
  }

  @Test("fails if the next step waits for a main thread that does not get free")
  func waitsForMain() async throws {
    var search = Search.through(runs: 200, seed: 1)
    search.idleLimit = .milliseconds(100)
    let semaphore = DispatchSemaphore(value: 0)
    let found = try await search.explore(onFailure: { semaphore.signal() }) {
      DispatchQueue.main.async { semaphore.wait() }
      await MainActor.run {}
    }
    #expect(found.runCount == 1)
    #expect(found.messages == ["The test hangs: the main thread is busy, and its next step waits for it."])
  }

  @Test("fails if a test has too many steps")
  func isTooLong() async throws {
    var search = Search.through(runs: 200, seed: 1)
    search.stepLimit = 100
    let found = try await search.explore { while !Task.isCancelled { await Task.yield() } }
    #expect(found.runCount == 1)
    #expect(found.messages == ["The test has not ended after 100 steps: a task of it goes on for ever."])
  }

  @Test(
    "refuses a text that is no order",
    arguments: [
      "", "first", "random", "random x", "random -1", "random 1/2", "priorities 9/2/24", "priorities 9/2/0/false",
      "priorities 9/-1/24/true", "priorities 9/2/24/maybe", "priorities 9//24/true", "order 1",
    ]
  )
  func refuses(text: String) async throws {
    await #expect(throws: UnknownOrderError.self) {
      _ = try await Search(.again(text)).explore { Issue.record("It must not run.") }
    }
  }

  @Test("accepts the text of each schedule")
  func accepts() {
    for number in 0..<20 {
      let schedule = Schedule(run: number, seed: .max, steps: 12)
      #expect(Schedule(schedule.description) == schedule)
    }
  }

  #if os(Linux) || os(macOS)
  @Test("runs a test once where nothing can be conducted, and says so")
  func says() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let count = Count()
      let search = Search.through(runs: 200, seed: 1)
      try await search("addsUp()", problem: "this runtime lacks a hook", reporter: PlainReporter()) {
        count.add(1)
        precondition(!Conductor.isHere)
      }
      precondition(count.now == 1)
    }
    let output = result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) }
    #expect(output?.contains("EveryOrder: addsUp() has run once, in one order: this runtime lacks a hook.") == true)
  }

  @Test("stops the program if the number of runs is not positive")
  func traps() async {
    await #expect(processExitsWith: .failure) { _ = Search.through(runs: 0, seed: 1) }
  }
  #endif
}

/// Waits until it is cancelled.
private func never() async -> Int? {
  let stream = AsyncStream<Int>.makeStream()
  defer { withExtendedLifetime(stream.continuation) {} }
  return await stream.stream.first { _ in true }
}

private func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
