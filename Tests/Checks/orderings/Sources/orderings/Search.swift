/// Searches all executions of a program.
final class Search {
  struct Fault: Error, CustomStringConvertible {
    let text: String
    /// What the threads have done.
    let trace: [String]

    var description: String { ([text] + trace).joined(separator: "\n    ") }
  }

  private let program: Program
  private let memory = Memory()
  private let threads: [Thread]
  private var execution: Execution
  private var steps: [Thread.Step]
  private var visited: Set<UInt128> = []

  private(set) var completeCount = 0
  var stateCount: Int { visited.count }
  /// The operations that were performed in some execution.
  private(set) var performed: Set<Operation> = []

  init(_ program: Program, _ table: OperationTable) {
    self.program = program
    let bodies = program.make(memory)
    threads =
      bodies.threads.enumerated().map { Thread($0, table, $1) } + [Thread(bodies.threads.count, table, bodies.end)]
    execution = Execution(initialValues: memory.initialValues, threadCount: threads.count)
    steps = []
  }

  func run() throws {
    for thread in threads.dropLast() {
      steps.append(thread.step())
      try look(at: thread.number)
    }
    try explore()
    if completeCount == 0 { throw Fault(text: "no execution comes to its end", trace: []) }
  }

  // MARK: Exploring

  private func explore() throws {
    let before = execution.events.count
    let stepsBefore = steps
    defer {
      while execution.events.count > before { takeBack() }
      steps = stepsBefore
    }
    // An access that is not atomic reads the one value that its thread knows, or is in a race: which threads go on first
    // makes no difference.
    while let (thread, access) = nextAccess(where: { $0.ordering == .plain }) {
      try perform(access, by: thread, at: execution.choices(for: access, by: thread)[0])
    }
    guard visited.insert(execution.fingerprint).inserted else { return }
    var isOver = true
    for thread in steps.indices {
      switch steps[thread] {
      case .waiting: isOver = false
      case .access(let access):
        isOver = false
        try explore(access, by: thread)
      case .end, .fault: break
      }
    }
    if isOver { try finish() }
  }

  private func explore(_ access: Access, by thread: Int) throws {
    for place in execution.choices(for: access, by: thread) {
      let step = steps[thread]
      try perform(access, by: thread, at: place)
      if execution.isSequentiallyConsistent { try explore() }
      takeBack()
      steps[thread] = step
    }
  }

  private func nextAccess(where condition: (Access) -> Bool) -> (Int, Access)? {
    for thread in steps.indices {
      if case .access(let access) = steps[thread], condition(access) { return (thread, access) }
    }
    return nil
  }

  private func perform(_ access: Access, by thread: Int, at place: Execution.Place) throws {
    if let operation = access.operation { performed.insert(operation) }
    threads[thread].add(execution.add(access, by: thread, at: place))
    if let other = execution.race { throw fault("a data race with \(describe(other))") }
    if thread < steps.count {
      steps[thread] = threads[thread].step()
      try look(at: thread)
    }
  }

  private func takeBack() {
    if let event = execution.events.last { threads[event.thread].removeLastAnswer() }
    execution.removeLast()
  }

  /// Looks at what the threads have left behind, when all have returned.
  private func finish() throws {
    completeCount += 1
    let before = execution.events.count
    let thread = threads.count - 1
    execution.join(thread)
    while true {
      switch threads[thread].step() {
      case .access(let access): try perform(access, by: thread, at: execution.choices(for: access, by: thread)[0])
      case .fault(let text): throw fault("at the end: \(text)")
      case .end, .waiting:
        while execution.events.count > before { takeBack() }
        return
      }
    }
  }

  // MARK: Telling

  private func look(at thread: Int) throws {
    if case .fault(let text) = steps[thread] { throw fault(text) }
  }

  private func fault(_ text: String) -> Fault {
    Fault(text: text, trace: execution.events.indices.map(describe))
  }

  private func describe(_ number: Int) -> String {
    let event = execution.events[number]
    let read = event.source == nil ? nil : "reads \(event.read)"
    let written = event.written.map { "writes \($0)" }
    let access = ["thread \(event.thread)", read, written, "\(memory.names[event.location])", "(\(event.ordering))"]
    return (access + [event.access.operation.map { "in \($0)" }]).compactMap(\.self).joined(separator: " ")
  }
}
