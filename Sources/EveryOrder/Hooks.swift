internal import Dispatch
internal import Foundation
internal import Synchronization

/// The hooks of the concurrency runtime, by which the jobs of tasks are caught.
///
/// A hook is a variable of the runtime that holds a function, or nil. The runtime calls the function with a job, and
/// with the function that would have taken the job otherwise. Hooks are set once and stay: each job that belongs to no
/// conducted test is passed on.
enum Hooks {
  // A thin function has the calling convention of the runtime's own functions, and no context.
  typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor

  /// What is used of the runtime.
  private struct Symbols {
    let enqueueGlobal, enqueueMain: UnsafeMutablePointer<EnqueueHook?>
    let mainExecutor: UnsafeMutablePointer<MainExecutorHook?>
    /// The lowest byte is the kind of the job, which is zero for a task.
    let flags: @convention(thin) (UnownedJob) -> UInt32
    let number: @convention(thin) (UnownedJob) -> UInt64
  }

  /// Which of the hooks have been called.
  private static let hasSeenGlobal = Atomic(false)
  private static let hasSeenMain = Atomic(false)

  nonisolated(unsafe) private static let symbols: Symbols? = {
    // Unsafe because thin functions are not sendable. Each is the address of a function of the runtime.
    guard let global = address("swift_task_enqueueGlobal_hook"),
      let main = address("swift_task_enqueueMainExecutor_hook"),
      let executor = address("swift_task_getMainExecutor_hook"), let flags = address("swift_task_getJobFlags"),
      let number = address("swift_task_getJobTaskId")
    else { return nil }
    return Symbols(
      enqueueGlobal: global.assumingMemoryBound(to: EnqueueHook?.self),
      enqueueMain: main.assumingMemoryBound(to: EnqueueHook?.self),
      mainExecutor: executor.assumingMemoryBound(to: MainExecutorHook?.self),
      flags: unsafeBitCast(flags, to: (@convention(thin) (UnownedJob) -> UInt32).self),
      number: unsafeBitCast(number, to: (@convention(thin) (UnownedJob) -> UInt64).self)
    )
  }()

  private static func address(_ name: String) -> UnsafeMutableRawPointer? { dlsym(dlopen(nil, RTLD_NOW), name) }

  /// The reason why no test can be conducted, or nil. Sets the hooks, and lets two tasks run, which they must see.
  static let problem = Task<String?, Never>.detached {
    guard install() else { return "this runtime lacks a hook" }
    await Task.detached {}.value
    await Task.detached { @MainActor in }.value
    if !hasSeenGlobal.load(ordering: .relaxed) { return "this runtime does not call the hook of tasks" }
    return hasSeenMain.load(ordering: .relaxed) ? nil : "this runtime does not call the hook of the main actor"
  }

  private static func install() -> Bool {
    guard let symbols else { return false }
    symbols.enqueueGlobal.pointee = { job, enqueue in
      if !Hooks.claim(job, isMain: false) { enqueue(job) }
    }
    // Later runtimes ask which executor the main actor has, and call that. Earlier ones call this hook.
    symbols.mainExecutor.pointee = { _ in MainExecutorProxy.shared.asUnownedSerialExecutor() }
    symbols.enqueueMain.pointee = { job, enqueue in
      if !Hooks.claim(job, isMain: true) { enqueue(job) }
    }
    return true
  }

  fileprivate static func claim(_ job: UnownedJob, isMain: Bool) -> Bool {
    if isMain { hasSeenMain.store(true, ordering: .relaxed) } else { hasSeenGlobal.store(true, ordering: .relaxed) }
    return Conductor.claim(job, isMain: isMain)
  }

  /// The number of the task whose job this is. Nil for a job that is no task, such as that of an actor.
  static func task(of job: UnownedJob) -> UInt64? {
    guard let symbols, symbols.flags(job) & 0xff == 0 else { return nil }
    return symbols.number(job)
  }
}

/// Stands for the executor of the main actor, and does the same: the main queue runs its jobs.
private final class MainExecutorProxy: SerialExecutor {
  static let shared = MainExecutorProxy()

  func enqueue(_ job: UnownedJob) {
    if Hooks.claim(job, isMain: true) { return }
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }
}
