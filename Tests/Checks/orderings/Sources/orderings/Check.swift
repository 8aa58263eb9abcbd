import Foundation

/// Searches all programs, with the orderings of the library and with each one step weaker.
final class Check {
  private let table: OperationTable
  private let programs: [Program]
  private let isWhole: Bool
  private var failures = 0
  /// The programs that perform an operation, those with fewer executions first.
  private var programsOf: [Operation: [(program: Program, stateCount: Int)]] = [:]
  private let clock = ContinuousClock()

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - table: The operations of the library.
  ///   - names: Programs to search with the orderings of the library; everything if there are none.
  init(_ table: OperationTable, names: [String]) {
    self.table = table
    programs = Program.all.filter { names.isEmpty || names.contains($0.name) }
    isWhole = names.isEmpty
  }

  /// - Returns: Whether everything is as it should be.
  func run() -> Bool {
    for litmus in Litmus.all { tryOut(litmus) }
    for complaint in table.complaints { fail(complaint) }
    if programs.isEmpty { fail("there is no such program") }
    // The first fault says enough.
    let isFaultless = programs.allSatisfy(search)
    if isWhole && isFaultless {
      for operation in Operation.allCases { searchWeaker(operation) }
    }
    say(
      "\n\(Litmus.all.count) litmus tests, \(programs.count) programs, \(Operation.allCases.count) operations, \(failures) failures"
    )
    return failures == 0
  }

  private func fail(_ text: String, in program: Program? = nil) {
    failures += 1
    say("FAILED\(program.map { " in “\($0.name)”" } ?? ""): \(text)")
  }

  private func say(_ text: String) {
    print(text)
    fflush(nil)
  }

  /// Looks whether the search allows what the memory model allows, and no more.
  private func tryOut(_ litmus: Litmus) {
    let isAllowed = fault(in: litmus.program, table) != nil
    if isAllowed != litmus.isAllowed { fail("\(litmus.name): \(isAllowed ? "allowed" : "forbidden")") }
  }

  /// Searches a program with the orderings of the library.
  ///
  /// - Returns: Whether it has no fault.
  private func search(_ program: Program) -> Bool {
    let search = Search(program, table)
    let start = clock.now
    do {
      try search.run()
      let numbers = "\(search.completeCount) executions, \(search.stateCount) states, \(start.duration(to: clock.now))"
      say("\(program.name): \(program.claim)\n    \(numbers)")
    } catch {
      fail("\(error)", in: program)
      return false
    }
    for operation in search.performed { programsOf[operation, default: []].append((program, search.stateCount)) }
    return true
  }

  /// Looks which program fails with each ordering of an operation that is one step weaker.
  private func searchWeaker(_ operation: Operation) {
    guard let entry = table.entries[operation], let programs = programsOf[operation] else {
      return fail("no program performs \(operation)")
    }
    let sorted = programs.sorted { $0.stateCount < $1.stateCount }.map(\.program)
    for ordering in entry.actual.weaker(for: entry.kind) {
      let found = sorted.lazy.compactMap { self.fault(in: $0, self.table.with(ordering, for: operation)) }.first
      switch (found, entry.reasons[ordering]) {
      case (let found?, nil): say("\(operation), \(ordering) instead of \(entry.actual): \(found)")
      case (nil, let reason?): say("\(operation), \(ordering) instead of \(entry.actual) suffices, but: \(reason)")
      case (nil, nil): fail("\(operation): \(ordering) suffices instead of \(entry.actual)")
      case (let found?, _?): fail("\(operation): \(ordering) is said to suffice, but: \(found)")
      }
    }
  }

  private func fault(in program: Program, _ table: OperationTable) -> String? {
    do {
      try Search(program, table).run()
      return nil
    } catch let fault as Search.Fault {
      return "\(fault.text) in “\(program.name)”"
    } catch {
      return "\(error) in “\(program.name)”"
    }
  }
}
