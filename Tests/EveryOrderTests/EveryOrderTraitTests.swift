import TestSupport
import Testing

@testable import EveryOrder

@Suite("@Test(.everyOrder)")
struct EveryOrderTraitTests {
  private let isUsed = Stored(false)

  /// Runs a function as a test with a trait, and returns the issues that it records.
  private func issues(
    of trait: EveryOrderTrait,
    _ body: @concurrent @Sendable () async throws -> Void
  ) async throws -> [Issue] {
    let heard = Heard<Issue>()
    let test = try #require(Test.current)
    let collecting = IssueHandlingTrait.compactMapIssues { issue in
      heard.append(issue)
      return nil
    }
    try await collecting.provideScope(for: test, testCase: Test.Case.current) {
      try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }
    return heard.values
  }

  @Test("runs a test in 200 orders")
  func runs() async throws {
    let count = Count()
    let found = try await issues(of: .everyOrder) {
      count.add(1)
      #expect(Conductor.isHere)
    }
    #expect(found.isEmpty)
    #expect(count.now == 200)
  }

  @Test("says in which run a test has failed, and how to run this order alone")
  func fails() async throws {
    let bug: @concurrent @Sendable () async throws -> Void = {
      let (first, second) = (Stored(0), Stored(0))
      async let one: Void = first.write(1)
      async let two: Void = second.write(first.now + 1)
      _ = await (one, two)
      #expect(second.now == 1)
    }
    let found = try await issues(of: .everyOrder(runs: 50, seed: 3), bug)
    try #require(found.count == 1)
    let note = try #require(found[0].comments.last?.rawValue)
    let match = try #require(
      note.wholeMatch(of: /In run \d+\. To run this order alone: everyOrder\(again: "([^"]*)"\)/)
    )
    let again = try await issues(of: .everyOrder(again: String(match.output.1)), bug)
    #expect(again.count == 1)
    #expect(
      again.first?.comments.last?.rawValue
        == "In run 1. To run this order alone: everyOrder(again: \"\(match.output.1)\")"
    )
  }

  @Test("ends with an error, as the failure of a run")
  func ends() async throws {
    let count = Count()
    let found = try await issues(of: .everyOrder) {
      count.add(1)
      throw WrongError(found: "always")
    }
    #expect(found.count == 1)
    #expect(count.now == 1)
  }

  #if compiler(>=6.3)
  @Test("goes on after a known issue")
  func goesOn() async throws {
    let count = Count()
    _ = try await issues(of: .everyOrder(runs: 5)) {
      count.add(1)
      withKnownIssue { Issue.record("known") }
    }
    #expect(count.now == 5)
  }
  #endif

  @Test("fails with a text that is no order, and does not run the test")
  func refuses() async throws {
    await #expect(throws: UnknownOrderError.self) {
      _ = try await issues(of: .everyOrder(again: "any")) { Issue.record("It must not run.") }
    }
  }

  @Test("leaves a search inside to the search around it", .everyOrder(runs: 3))
  func nests() async throws {
    let count = Count()
    try await everyOrder { count.add(1) }
    #expect(count.now == 1)
  }

  @Test("makes a suite anew for each run", .everyOrder(runs: 3))
  func isFresh() async {
    #expect(!isUsed.now)
    await isUsed.write(true)
  }

  @Test("is a function, too")
  func function() async throws {
    let count = Count()
    try await everyOrder(runs: 12, seed: 2) { count.add(1) }
    try await everyOrder(again: "random 3") { count.add(1) }
    #expect(count.now == 13)
  }
}
