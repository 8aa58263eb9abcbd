/// A small program of two or three threads, whose executions are searched.
struct Program: Sendable {
  let name: String
  /// What it shows.
  let claim: String
  let make: @Sendable (Memory) -> (threads: [(Thread) throws -> Void], end: (Thread) throws -> Void)
}

/// The memory that the threads of a program share.
final class Memory {
  private(set) var names: [String] = []
  private(set) var initialValues: [Int] = []

  func location(_ name: String, _ value: Int = 0) -> Location {
    names.append(name)
    initialValues.append(value)
    return Location(number: names.count - 1)
  }
}
