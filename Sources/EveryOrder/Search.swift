internal import Dispatch
internal import Quiescence
internal import Synchronization

/// A search for an order in which a test fails.
struct Search: Sendable {
  enum Orders {
    case search(runs: Int, seed: UInt64)
    /// One order, by its text.
    case again(String)
  }

  let orders: Orders
  var stepLimit = 20_000
  var idleLimit = DispatchTimeInterval.seconds(10)

  init(_ orders: Orders) { self.orders = orders }

  /// Traps if the number of runs is not positive.
  static func through(runs: Int, seed: UInt64) -> Search {
    if runs < 1 { fatalError("EveryOrder: 'runs' must be positive, but is \(runs)") }
    return Search(.search(runs: runs, seed: seed))
  }

  /// Runs a function in one order after the other, until it fails.
  ///
  /// - Parameters:
  ///   - name: The name of the test.
  ///   - problem: Why nothing can be conducted, if so. Then the function runs once.
  ///   - reporter: Reports the failures.
  ///   - body: The function.
  /// - Throws: The error of the function, if it is not reported, or `UnknownOrderError`.
  func callAsFunction(
    _ name: String,
    problem: String?,
    reporter: any Reporter,
    _ body: @Sendable () async throws -> Void
  ) async throws {
    // The function of a test with the trait calls `everyOrder`, or a suite and its test have the trait.
    if Conductor.isHere { return try await body() }
    if case .again(let text) = orders, Schedule(text) == nil { throw UnknownOrderError(text: text) }
    if let problem {
      print("EveryOrder: \(name) has run once, in one order: \(problem).")
      return try await body()
    }
    Quiescence.wait.withLock { $0 = Conductor.rest }
    var (number, steps) = (0, 10)
    while let schedule = schedule(number, steps: steps) {
      number += 1
      let note = "In run \(number). To run this order alone: everyOrder(again: \"\(schedule)\")"
      let conductor = Conductor(schedule, stepLimit: stepLimit, idleLimit: idleLimit)
      await Turn.shared.begin()
      let turn = Once { Turn.shared.end() }
      defer { turn() }
      let hasFailed = try await reporter.watch(note) {
        try await conductor.conduct(body) { ending in
          reporter.fail(message(for: ending, of: conductor))
          // The function may never return. Other tests need not wait for it.
          turn()
        }
      }
      if hasFailed || Task.isCancelled { return }
      steps = max(steps, conductor.stepCount)
    }
  }

  private func schedule(_ number: Int, steps: Int) -> Schedule? {
    switch orders {
    case .search(let runs, let seed): number < runs ? Schedule(run: number, seed: seed, steps: steps) : nil
    case .again(let text): number == 0 ? Schedule(text) : nil
    }
  }

  private func message(for ending: Run.Ending, of conductor: Conductor) -> String {
    switch ending {
    case .returned: ""
    case .long: "The test has not ended after \(stepLimit) steps: a task of it goes on for ever."
    case .stuck(true, let isMain):
      """
      The test hangs: step \(conductor.stepCount) of it, on \(isMain ? "the main thread" : "another thread"), does not \
      end.
      """
    case .blocked(let isMain):
      "The test hangs: \(isMain ? "the main thread" : "every thread") is busy, and its next step waits for it."
    case .stuck(false, _):
      """
      The test hangs after step \(conductor.stepCount): it has not returned, and none of its tasks is ready. All of \
      them wait, for a continuation, a value or a queue, or sleep.
      """
    }
  }
}

/// A text that was given as an order, and is none.
struct UnknownOrderError: Error, CustomStringConvertible {
  let text: String
  var description: String {
    "\"\(text)\" is no order. Copy what a failure has printed, such as \"priorities 9/2/24/false\"."
  }
}

/// Calls a function at most once.
private final class Once: Sendable {
  private let body: Mutex<(@Sendable () -> Void)?>
  init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }
  func callAsFunction() { body.withLock { $0.take() }?() }
}
