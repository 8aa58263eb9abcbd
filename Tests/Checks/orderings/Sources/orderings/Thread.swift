/// A thread of a program.
///
/// Its function runs anew for each access: what it has done before is answered as before, and it stops at the first access that
/// it has no answer for. So it must do nothing but what follows from the answers.
final class Thread {
  /// Its number, or that of the threads for the one that looks at the end.
  let number: Int
  private let table: OperationTable
  private let body: (Thread) throws -> Void
  private var answers: [Answer] = []
  private var answeredCount = 0
  private var access: Access?
  private var numbersGiven = 0
  /// What the thread knows of itself.
  var notes: Set<Int> = []

  init(_ number: Int, _ table: OperationTable, _ body: @escaping (Thread) throws -> Void) {
    self.number = number
    self.table = table
    self.body = body
  }

  // MARK: For the search

  enum Step {
    case access(Access)
    /// It has returned.
    case end
    /// It waits for something that does not happen in this execution.
    case waiting
    case fault(String)
  }

  func add(_ answer: Answer) {
    answers.append(answer)
  }

  func removeLastAnswer() {
    answers.removeLast()
  }

  /// What the thread does next.
  func step() -> Step {
    (answeredCount, access, numbersGiven) = (0, nil, 0)
    notes.removeAll(keepingCapacity: true)
    do {
      try body(self)
      return .end
    } catch Stop.access {
      return access.map(Step.access) ?? .end
    } catch Stop.waiting {
      return .waiting
    } catch {
      return .fault("\(error)")
    }
  }

  private enum Stop: Error {
    case access, waiting
  }

  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private func perform(_ effect: Access.Effect, _ location: Location, _ ordering: Ordering, _ operation: Operation?)
    throws -> Answer
  {
    if answeredCount < answers.count {
      answeredCount += 1
      return answers[answeredCount - 1]
    }
    access = Access(location: location, effect: effect, ordering: ordering, operation: operation)
    throw Stop.access
  }

  // MARK: Operations of the library, with the orderings that it has

  func load(_ location: Location, _ operation: Operation) throws -> Int {
    try perform(.load, location, table.ordering(of: operation), operation).value
  }

  func store(_ location: Location, _ value: Int, _ operation: Operation) throws {
    _ = try perform(.store(value), location, table.ordering(of: operation), operation)
  }

  func exchange(_ location: Location, _ value: Int, _ operation: Operation) throws -> Int {
    try perform(.exchange(value), location, table.ordering(of: operation), operation).value
  }

  /// - Returns: The value before.
  @discardableResult
  func add(_ location: Location, _ amount: Int, _ operation: Operation) throws -> Int {
    try perform(.add(amount), location, table.ordering(of: operation), operation).value
  }

  func compareExchange(_ location: Location, _ expected: Int, _ desired: Int, _ operation: Operation) throws -> Answer {
    try perform(
      .compareExchange(expected: expected, desired: desired),
      location,
      table.ordering(of: operation),
      operation
    )
  }

  // MARK: Plain memory

  func read(_ location: Location) throws -> Int {
    try load(location, .plain)
  }

  func write(_ location: Location, _ value: Int) throws {
    try store(location, value, .plain)
  }

  // MARK: Atomic operations with orderings of their own

  func load(_ location: Location, _ ordering: Ordering) throws -> Int {
    try perform(.load, location, ordering, nil).value
  }

  func store(_ location: Location, _ value: Int, _ ordering: Ordering) throws {
    _ = try perform(.store(value), location, ordering, nil)
  }

  func add(_ location: Location, _ amount: Int, _ ordering: Ordering) throws -> Int {
    try perform(.add(amount), location, ordering, nil).value
  }

  func compareExchange(_ location: Location, _ expected: Int, _ desired: Int, _ ordering: Ordering) throws -> Answer {
    try perform(.compareExchange(expected: expected, desired: desired), location, ordering, nil)
  }

  // MARK: Code of a user

  /// Lets other threads know what this one has done: a release.
  func signal(_ location: Location) throws {
    try store(location, 1, .releasing)
  }

  /// Waits until another thread has signalled: an acquire.
  func wait(for location: Location) throws {
    try assume(load(location, .acquiring) == 1)
  }

  // MARK: What holds

  /// Leaves out executions in which the thread waits in vain.
  func assume(_ condition: Bool) throws {
    if !condition { throw Stop.waiting }
  }

  func expect(_ condition: Bool, _ claim: @autoclosure () -> String) throws {
    if !condition { throw Fault(description: claim()) }
  }

  /// A number that this thread has not been given before.
  func nextNumber() -> Int {
    numbersGiven += 1
    return numbersGiven - 1
  }
}
