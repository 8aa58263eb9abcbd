import Synchronization

/// A piece of work that goes on after the call that begins it has returned: a task, a block of a dispatch queue, turns
/// that wait for an actor, or a value that a consumer of an asynchronous sequence has.
///
/// AirwaveTesting observes it, so that a test can wait until none is left. Nothing observes it outside of tests. Then
/// there is no object, and a beginning costs one relaxed load.
@usableFromInline package protocol BackgroundWork: AnyObject, Sendable {
  /// Calls a function that is a part of the work. Work that begins inside it has the same cause.
  func run(_ body: () -> Void)
  func run(_ body: @Sendable () async -> Void) async

  /// The calling task continues the work. While the task rests, the work does not count.
  func attend()

  /// Whether other work has the same cause, so that it need not be observed beside this work. Takes no lock.
  func covers(_ other: any BackgroundWork) -> Bool

  /// Ends the work. Does nothing if the work has ended. The caller holds no lock. A release ends the work, too.
  func end()
}

/// Counts the background work of the process, and is told of its listeners.
package protocol WorkObserver: Sendable {
  /// Begins a piece of work, or returns nil if no call can wait for it.
  func begin() -> (any BackgroundWork)?

  /// Begins a rest of the calling task: until the function that is returned is called, the task waits for others, and
  /// the work that it continues does not count.
  func rest() -> @Sendable () -> Void

  /// Called with each listener of the user that is made, in the call that makes it, and with its place.
  func made(_ listener: Disposable, _ fileID: StaticString, _ line: UInt)
}

/// Where the engine tells that background work begins.
@usableFromInline package enum WorkObservation {
  // Relaxed: a hint. The lock publishes the observer.
  private static let isOn = Atomic<Bool>(false)
  private static let observer = Lock<(any WorkObserver)?>(nil)

  /// Observes work from now on, until the process ends.
  package static func start(_ new: any WorkObserver) {
    observer.withLock { $0 = new }
    isOn.store(true, ordering: .relaxed)
  }

  private static var current: (any WorkObserver)? { observer.withLock { $0 } }

  // Each asks by itself whether work is observed: to make and destroy an existential of no observer costs more.

  /// Begins a piece of work, or returns nil if nothing observes it.
  @usableFromInline static func begin() -> (any BackgroundWork)? {
    isOn.load(ordering: .relaxed) ? current?.begin() : nil
  }

  @usableFromInline static func made(_ listener: Disposable, _ fileID: StaticString, _ line: UInt) {
    if isOn.load(ordering: .relaxed) { current?.made(listener, fileID, line) }
  }

  @usableFromInline static func rest() -> (@Sendable () -> Void)? {
    isOn.load(ordering: .relaxed) ? current?.rest() : nil
  }

  /// Returns a function that calls another one as a piece of work, which begins now.
  static func observed(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let work = begin() else { return body }
    return {
      work.run(body)
      work.end()
    }
  }
}
