import Synchronization

@testable import EveryOrder

/// Collects the failures of a search, in place of a test framework.
final class CollectingReporter: Reporter {
  private let state = Mutex((runCount: 0, messages: [String](), order: String?.none))
  private let onFailure: @Sendable () -> Void

  init(onFailure: @escaping @Sendable () -> Void = {}) { self.onFailure = onFailure }

  var runCount: Int { state.withLock { $0.runCount } }
  var messages: [String] { state.withLock { $0.messages } }
  /// The order that failed.
  var order: String? { state.withLock { $0.order } }

  func watch(_ note: String, _ body: @Sendable () async throws -> Void) async throws -> Bool {
    state.withLock { $0.runCount += 1 }
    do { try await body() } catch { fail("\(error)") }
    if messages.isEmpty { return false }
    state.withLock { $0.order = note.split(separator: "\"").dropFirst().first.map(String.init) }
    return true
  }

  func fail(_ message: String) {
    state.withLock { $0.messages.append(message) }
    onFailure()
  }
}

extension Search {
  /// Searches, and returns what is found.
  func explore(
    onFailure: @escaping @Sendable () -> Void = {},
    _ body: @concurrent @Sendable () async throws -> Void
  ) async throws -> CollectingReporter {
    let reporter = CollectingReporter(onFailure: onFailure)
    try await self("a test", problem: Hooks.problem.value, reporter: reporter, body)
    return reporter
  }
}
