#if canImport(Testing)
internal import Testing
#endif

/// Runs a function in many orders of its tasks, until it fails in one.
///
/// Use it in tests of XCTest, or for a part of a test. In a test of Swift Testing, the trait `.everyOrder` does the
/// same for all of a test. The function fails if it throws, or if an expectation or an assertion of the test does. It
/// must make what it tests anew each time it is called.
///
/// ```swift
/// import EveryOrder
///
/// try await everyOrder {
///   let (first, second) = (Task { 1 }, Task { 2 })
///   let sum = await first.value + second.value
///   precondition(sum == 3)
/// }
/// print("200 orders, and 3 in all")
/// // 200 orders, and 3 in all
/// ```
///
/// - Parameters:
///   - runs: The number of orders. Zero or a negative number stops the program.
///   - seed: Where the random numbers begin. Another seed gives other orders.
///   - body: The function.
/// - Throws: The error of the function, in the first run that throws.
public func everyOrder(
  runs: Int = 200,
  seed: UInt64 = 1,
  _ body: @escaping @concurrent @Sendable () async throws -> Void
) async throws {
  try await perform(.through(runs: runs, seed: seed), body)
}

/// Runs a function once, in an order of its tasks that a failure has printed.
///
/// ```swift
/// import EveryOrder
///
/// try await everyOrder(again: "first come") {
///   let tasks = (1...3).map { number in Task { print(number) } }
///   for task in tasks { await task.value }
/// }
/// // 1
/// // 2
/// // 3
/// ```
///
/// - Parameters:
///   - order: The order, as printed.
///   - body: The function.
/// - Throws: The error of the function. If the text is no order, an error that says so, without a call of the function.
public func everyOrder(
  again order: String,
  _ body: @escaping @concurrent @Sendable () async throws -> Void
) async throws {
  try await perform(Search(.again(order)), body)
}

@concurrent
private func perform(_ search: Search, _ body: @concurrent @Sendable () async throws -> Void) async throws {
  let problem = await Hooks.problem.value
  #if canImport(Testing)
  if let test = Test.current {
    let reporter = TestingReporter(test: test, testCase: Test.Case.current)
    return try await search(test.name, problem: problem, reporter: reporter, body)
  }
  #endif
  try await search("everyOrder", problem: problem, reporter: PlainReporter(), body)
}

/// Waits for a moment of no certain length: what else is ready may run before it ends, or not.
///
/// Await it where the fake of a service pretends to work. A fake that answers at once gives no other order a chance.
/// Outside of ``everyOrder(runs:seed:_:)`` and its trait the moment is short.
///
/// ```swift
/// import EveryOrder
///
/// struct FakeServer {
///   func title(of page: Int) async -> String {
///     await anyTime()
///     return "Page \(page)"
///   }
/// }
/// print(await FakeServer().title(of: 1))
/// // Page 1
/// ```
public func anyTime() async {
  await Task.detached {}.value
}
