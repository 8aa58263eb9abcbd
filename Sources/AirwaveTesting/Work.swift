internal import Airwave

/// A piece of background work that a test may wait for.
final class Work: BackgroundWork, @unchecked Sendable {
  // Unchecked: the lock of the counter guards all variables, but for a cause that does not change.

  /// The cause of the work that the present code is a part of, or was begun by.
  @TaskLocal static var context: (cause: Cause, work: Work?)?

  let cause: Cause
  private(set) var kind: WorkCounter.Kind
  private var isEnded = false
  /// The number of tasks of the work that rest.
  private var restCount = 0

  init(cause: Cause) {
    self.cause = cause
    kind = WorkCounter.Kind(cause: cause, task: 0)
  }

  deinit {
    end()
  }

  static var currentTask: TaskNumber { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }

  func run(_ body: () -> Void) {
    Work.run(body, dueTo: cause)
  }

  /// Calls a function. The work that begins inside it has a cause.
  static func run(_ body: () -> Void, dueTo cause: Cause) {
    // Without the work: a task that begins inside the function may rest, and the work goes on.
    $context.withValue((cause, nil), operation: body)
  }

  func run(_ body: @Sendable () async -> Void) async {
    // With the work, which rests if a child task of it does.
    await Work.$context.withValue((cause, self), operation: body)
  }

  func attend() {
    let task = Work.currentTask
    change { state in
      let counts = isCounted
      if counts { state.remove(kind) }
      kind = WorkCounter.Kind(cause: cause, task: task)
      if counts { state.add(kind) }
    }
  }

  func covers(_ other: any BackgroundWork) -> Bool {
    (other as? Work)?.cause == cause
  }

  func end() {
    change { state in
      if isCounted { state.remove(kind) }
      isEnded = true
    }
  }

  private var isCounted: Bool { !isEnded && restCount == 0 }

  private func change(_ body: (inout WorkCounter.State) -> Void) {
    WorkCounter.shared.change(body)
  }

  func beginRest(_ state: inout WorkCounter.State) {
    if isCounted { state.remove(kind) }
    restCount += 1
  }

  func endRest(_ state: inout WorkCounter.State) {
    restCount -= 1
    if isCounted { state.add(kind) }
  }
}

/// A rest of a task, and of the work that it is a part of: it waits for the clock, or for a value.
final class Rest: @unchecked Sendable {
  // Unchecked: the lock of the counter guards the variable.
  private enum Phase { case prepared, resting, ended }

  private let (work, task) = (Work.context?.work, Work.currentTask)
  private var phase = Phase.prepared

  /// Begins the rest, unless it has ended.
  func begin() {
    WorkCounter.shared.change { state in
      guard phase == .prepared else { return }
      phase = .resting
      work?.beginRest(&state)
      if task != 0 { state.beginRest(of: task) }
    }
  }

  /// Ends the rest. Called before the task is woken.
  func end() {
    WorkCounter.shared.change { state in
      if phase == .resting {
        work?.endRest(&state)
        if task != 0 { state.endRest(of: task) }
      }
      phase = .ended
    }
  }
}
