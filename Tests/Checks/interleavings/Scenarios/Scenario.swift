import Glibc

/// What a few threads do with the library, and what must hold in every order of their steps.
///
/// The name begins with the numbers of the contract that it is about. `make` is called for each execution: it makes the
/// objects, and adds the threads and the conditions.
struct Scenario {
  let name: String
  /// How often a thread that could go on is interrupted.
  var preemptions = 2
  /// How often a load returns an older value than the newest.
  var olderValues = 1
  /// How often a millisecond passes between two looks at the clock.
  var jumps = 0
  /// A part of the fault that the search must find, if it is about the checker itself.
  var fault: StaticString?
  /// Compares the results of all executions, if it is about the checker itself.
  var outcomes: Outcomes?
  let make: (Run) -> Void

  init(
    _ name: String,
    preemptions: Int = 2,
    olderValues: Int = 1,
    jumps: Int = 0,
    fault: StaticString? = nil,
    outcomes: Outcomes? = nil,
    make: @escaping (Run) -> Void
  ) {
    self.name = name
    self.preemptions = preemptions
    self.olderValues = olderValues
    self.jumps = jumps
    self.fault = fault
    self.outcomes = outcomes
    self.make = make
  }
}

/// The results that the executions of a scenario must have, and no others: the sets of bits of a number.
struct Outcomes {
  let expected: Set<Int>

  init(_ expected: Set<Int>) { self.expected = expected }

  /// A bit for each result that there was, in memory that stays from one execution to the next.
  nonisolated(unsafe) static var seen: UInt64 = 0

  static func add(_ outcome: Int) { seen |= 1 << UInt64(outcome) }

  var difference: StaticString? {
    let seen = Set((0..<64).filter { Self.seen & 1 << UInt64($0) != 0 })
    if !seen.isSubset(of: expected) { return "a result is forbidden" }
    return seen == expected ? nil : "a result is missing"
  }
}

/// One execution of a scenario.
final class Run {
  fileprivate var threads: [() -> Void] = []
  fileprivate var mainThreads: Set<Int> = []
  fileprivate var conditions: [(text: StaticString, holds: () -> Bool)] = []

  /// Adds a thread.
  func thread(_ body: @escaping () -> Void) {
    threads.append(body)
  }

  /// Adds the thread of the main queue. Blocks and tasks of the main queue wait until it returns.
  func mainThread(_ body: @escaping () -> Void) {
    mainThreads.insert(threads.count)
    threads.append(body)
  }

  /// Adds a condition that must hold when all threads have returned, and all blocks of queues and tasks have ended.
  func finally(_ text: StaticString, _ holds: @escaping () -> Bool) {
    conditions.append((text, holds))
  }
}

/// Fails the execution unless a condition holds.
func expect(_ condition: Bool, _ text: StaticString) {
  if !condition { fail(cString(text)) }
}

@_silgen_name("checker_fail") private func fail(_ text: UnsafePointer<CChar>)
@_silgen_name("checker_is_on_main_queue") func isOnMainQueue() -> Bool
/// The number of the thread, from 0. Blocks of queues and tasks run on threads of their own.
@_silgen_name("checker_thread") func thread() -> CInt
/// Lets no other thread interrupt this one, or lets them again. Returns whether none could before.
@_silgen_name("checker_set_undisturbed") @discardableResult func setUndisturbed(_ isUndisturbed: Bool) -> Bool
@_silgen_name("checker_bounds") private func widen(
  _ preemptions: UnsafeMutablePointer<CInt>,
  _ olderValues: UnsafeMutablePointer<CInt>,
  _ jumps: UnsafeMutablePointer<CInt>
)

private func cString(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

private func run(_ pointer: UnsafeMutableRawPointer) -> Unmanaged<Run> { .fromOpaque(pointer) }

@_cdecl("scenario_count") func count() -> CInt { CInt(scenarios.count) }

private nonisolated(unsafe) let names = scenarios.map { UnsafePointer(strdup($0.name)) }

@_cdecl("scenario_name") func name(_ index: CInt) -> UnsafePointer<CChar>? { names[Int(index)] }

@_cdecl("scenario_bounds") func bounds(
  _ index: CInt,
  _ preemptions: UnsafeMutablePointer<CInt>,
  _ olderValues: UnsafeMutablePointer<CInt>,
  _ jumps: UnsafeMutablePointer<CInt>
) {
  let scenario = scenarios[Int(index)]
  preemptions.pointee = CInt(scenario.preemptions)
  olderValues.pointee = CInt(scenario.olderValues)
  jumps.pointee = CInt(scenario.jumps)
  widen(preemptions, olderValues, jumps)
}

private nonisolated(unsafe) let firstOwners = FirstOwners()

@_cdecl("scenario_make") func make(_ index: CInt) -> UnsafeMutableRawPointer {
  firstOwners.restore()
  let run = Run()
  scenarios[Int(index)].make(run)
  return Unmanaged.passRetained(run).toOpaque()
}

@_cdecl("scenario_threads") func threads(_ pointer: UnsafeMutableRawPointer) -> CInt {
  run(pointer)._withUnsafeGuaranteedRef { CInt($0.threads.count) }
}

@_cdecl("scenario_is_main") func isMain(_ pointer: UnsafeMutableRawPointer, _ thread: CInt) -> Bool {
  run(pointer)._withUnsafeGuaranteedRef { $0.mainThreads.contains(Int(thread)) }
}

@_cdecl("scenario_run") func run(_ pointer: UnsafeMutableRawPointer, _ thread: CInt) {
  run(pointer)._withUnsafeGuaranteedRef { $0.threads[Int(thread)]() }
}

@_cdecl("scenario_check") func check(_ pointer: UnsafeMutableRawPointer) -> UnsafePointer<CChar>? {
  run(pointer)._withUnsafeGuaranteedRef { run in
    run.conditions.first { !$0.holds() }.map { cString($0.text) }
  }
}

@_cdecl("scenario_expected") func expected(_ index: CInt) -> UnsafePointer<CChar>? {
  scenarios[Int(index)].fault.map(cString)
}

@_cdecl("scenario_missing") func missing(_ index: CInt) -> UnsafePointer<CChar>? {
  scenarios[Int(index)].outcomes?.difference.map(cString)
}

@_cdecl("scenario_free") func free(_ pointer: UnsafeMutableRawPointer) {
  run(pointer).release()
}
