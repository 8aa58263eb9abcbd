#if canImport(Testing)
public import Testing

/// Runs a test of Swift Testing in many orders of its tasks, until it fails in one.
///
/// Give it to a test, or to a suite, whose tests then all have it. Each case of a parameterized test has a search of
/// its own. If a suite and a test in it have the trait, the search is that of the suite.
///
/// ```swift compile
/// import EveryOrder
/// import Testing
///
/// actor Counter {
///   private(set) var count = 0
///   func increment() { count += 1 }
/// }
///
/// @Test(.everyOrder) func countsBoth() async {
///   let counter = Counter()
///   async let first: Void = counter.increment()
///   async let second: Void = counter.increment()
///   _ = await (first, second)
///   #expect(await counter.count == 2)
/// }
/// ```
public struct EveryOrderTrait: TestTrait, SuiteTrait, TestScoping {
  let search: Search

  /// Whether tests of a suite with the trait have it. They do.
  public var isRecursive: Bool { true }

  /// The trait for a case of a test, and nil for a test or a suite as a whole. Swift Testing calls it.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

  /// Runs a case of a test in many orders. Swift Testing calls it.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let (problem, reporter) = (await Hooks.problem.value, TestingReporter(test: test, testCase: testCase))
    try await search(test.name, problem: problem, reporter: reporter, function)
  }
}

extension Trait where Self == EveryOrderTrait {
  /// Runs a test in 200 orders of its tasks, until it fails in one.
  ///
  /// The failure says how to run that order alone: with ``Testing/Trait/everyOrder(again:)``. The test must make what
  /// it tests anew each time it is run. ``EveryOrderTrait`` has an example.
  public static var everyOrder: Self { everyOrder() }

  /// Runs a test in a number of orders of its tasks, until it fails in one.
  ///
  /// The same numbers give the same orders, if the test does nothing by chance, by real time, or by the order of a set.
  /// The first order is first come, first served.
  ///
  /// ```swift compile
  /// import EveryOrder
  /// import Testing
  ///
  /// @Test(.everyOrder(runs: 1_000, seed: 7)) func readsInAnyOrder() async {
  ///   await withTaskGroup { group in
  ///     for number in 1...3 { group.addTask { number } }
  ///     #expect(await group.reduce(0, +) == 6)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - runs: The number of orders. Zero or a negative number stops the program.
  ///   - seed: Where the random numbers begin. Another seed gives other orders.
  /// - Returns: The trait.
  public static func everyOrder(runs: Int = 200, seed: UInt64 = 1) -> Self {
    EveryOrderTrait(search: .through(runs: runs, seed: seed))
  }

  /// Runs a test once, in an order that a failure has printed.
  ///
  /// ```swift compile
  /// import EveryOrder
  /// import Testing
  ///
  /// @Test(.everyOrder(again: "priorities 9/2/24/false")) func saysWhatItDid() async {
  ///   await withTaskGroup { group in
  ///     for _ in 1...3 { group.addTask { await anyTime() } }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter order: The order, as printed. With another text the test fails, and is not run.
  /// - Returns: The trait.
  public static func everyOrder(again order: String) -> Self {
    EveryOrderTrait(search: Search(.again(order)))
  }
}
#endif
