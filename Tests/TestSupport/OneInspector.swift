#if Inspector
package import Testing

/// Lets one test at a time start the inspector, of which a process has one.
package struct OneInspector: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  @concurrent
  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if testCase == nil { return try await function() }
    await Turns.shared.begin()
    defer { Task { await Turns.shared.end() } }
    try await function()
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

extension Trait where Self == OneInspector {
  package static var oneInspector: Self { Self() }
}
#endif
