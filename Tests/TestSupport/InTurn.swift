package import Testing

/// Runs one test case at a time, of all suites and tests with this trait.
///
/// It is for tests that occupy threads or processors: that start threads or processes, or that block. If hundreds of
/// them ran at once, they would keep each other waiting. It is also for tests that start the inspector, of which a
/// process has one. Tests without the trait run beside them.
package struct InTurn: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  /// Whether the present test case has its turn, if a suite has the trait and a suite or a test inside has it, too.
  @TaskLocal private static var isTaken = false

  @concurrent
  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if testCase == nil || Self.isTaken { return try await function() }
    await Turns.shared.begin()
    do {
      try await Self.$isTaken.withValue(true) { try await function() }
    } catch {
      await Turns.shared.end()
      throw error
    }
    await Turns.shared.end()
  }

  private actor Turns {
    static let shared = Turns()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func begin() async {
      if !isTaken { return isTaken = true }
      await withCheckedContinuation { waiting.append($0) }
    }

    func end() {
      if waiting.isEmpty { return isTaken = false }
      waiting.removeFirst().resume()
    }
  }
}

extension Trait where Self == InTurn {
  package static var inTurn: Self { Self() }
}
