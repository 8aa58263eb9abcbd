internal import Airwave

/// A test helper that finds forgotten listeners: it records where listeners are made, and lists the ones that are still
/// live.
///
/// ```swift
/// import AirwaveTesting
///
/// final class Screen: Sendable {
///   init(_ taps: Receiver<Int>) {
///     taps.listen { print("tap \($0)") }
///   }
/// }
///
/// let (transmitter, taps) = Receiver<Int>.make()
/// let tracker = ListenerTracker()
/// tracker.track { _ = Screen(taps) }
///
/// transmitter.broadcast(1)  // The screen was released, its listener was not.
/// for listener in tracker.liveListeners { print("made in line \(listener.line)") }
/// // tap 1
/// // made in line 5
/// ```
///
/// A tracker records only the listeners that are made by the functions that you pass to `track`. Tests that run side by
/// side therefore do not see each other's listeners.
///
/// A tracker does not extend the lifetime of a listener, a pair or an owner.
public final class ListenerTracker: Sendable {
  /// A listener that is still live.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, taps) = Receiver<Int>.make()
  /// let tracker = ListenerTracker()
  /// tracker.track {
  ///   taps.listen { print("tap \($0)") }
  ///   taps.skip(count: 1).listen { print("later tap \($0)") }
  /// }
  /// print(tracker.liveListeners.map(\.line))
  /// print(Set(tracker.liveListeners).count)
  /// // [6, 7]
  /// // 2
  /// ```
  public struct Listener: Sendable, Hashable, CustomStringConvertible {
    /// The module and the file in which the listener was made, such as `Player/Screen.swift`.
    ///
    /// ```swift
    /// import AirwaveTesting
    ///
    /// let (transmitter, taps) = Receiver<Int>.make()
    /// let tracker = ListenerTracker()
    /// tracker.track {
    ///   taps.listen(to: { print("tap \($0)") }, fileID: "Player/Screen.swift", line: 12)
    /// }
    /// for listener in tracker.liveListeners { print(listener.fileID) }
    /// // Player/Screen.swift
    /// ```
    public let fileID: String

    /// The line in which the listener was made.
    ///
    /// ```swift
    /// import AirwaveTesting
    ///
    /// let (transmitter, taps) = Receiver<Int>.make()
    /// let tracker = ListenerTracker()
    /// tracker.track {
    ///   taps.listen { print("tap \($0)") }
    /// }
    /// for listener in tracker.liveListeners { print(listener.line) }
    /// // 6
    /// ```
    public let line: Int

    /// The file and the line, such as `Player/Screen.swift:12`.
    ///
    /// ```swift
    /// import AirwaveTesting
    ///
    /// let (transmitter, taps) = Receiver<Int>.make()
    /// let tracker = ListenerTracker()
    /// tracker.track {
    ///   taps.listen(to: { print("tap \($0)") }, fileID: "Player/Screen.swift", line: 12)
    /// }
    /// print(tracker.liveListeners)
    /// // [Player/Screen.swift:12]
    /// ```
    public var description: String { "\(fileID):\(line)" }
  }

  @TaskLocal private static var current: ListenerTracker?

  private let listeners = Lock(LiveMembers<TrackedListener>(leastLimit: 64))

  /// Makes a tracker that has not recorded a listener.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let tracker = ListenerTracker()
  /// print(tracker.liveListeners)
  /// // []
  /// ```
  public init() {
    // The engine tells it of listeners.
    _ = WorkCounter.shared
  }

  /// Tracks the listeners that are made by a function, and by the tasks that it starts with `Task {}` or in a group.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, taps) = Receiver<Int>.make()
  /// let tracker = ListenerTracker()
  /// taps.listen { print("not tracked: \($0)") }
  /// let listening = tracker.track { taps.listen { print("tracked: \($0)") } }
  /// print(tracker.liveListeners.count)
  ///
  /// listening.dispose()
  /// print(tracker.liveListeners.count)
  /// // 1
  /// // 0
  /// ```
  ///
  /// - Parameter body: The function. If calls of `track` are nested, only the innermost tracker records a listener.
  /// - Returns: The result of the function.
  @discardableResult
  public func track<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Tracks the listeners that are made by an asynchronous function, and by the tasks that it starts with `Task {}` or
  /// in a group.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// @MainActor final class Screen {
  ///   init(_ taps: Receiver<Int>) async {
  ///     await Task { _ = taps.listen { print("tap \($0)") } }.value
  ///   }
  /// }
  ///
  /// let (transmitter, taps) = Receiver<Int>.make()
  /// let tracker = ListenerTracker()
  /// await tracker.track { await Screen(taps) }
  /// print("\(tracker.liveListeners.count) forgotten")
  /// // 1 forgotten
  /// ```
  ///
  /// - Parameter body: The function. If calls of `track` are nested, only the innermost tracker records a listener.
  /// - Returns: The result of the function.
  @discardableResult
  public func track<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body)
  }

  /// The tracked listeners that are still live, in the order in which they were made.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let tracker = ListenerTracker()
  /// let listening = tracker.track { receiver.listen { print($0) } }
  /// print(tracker.liveListeners.count)
  ///
  /// listening.dispose()
  /// print(tracker.liveListeners.count)
  /// // 1
  /// // 0
  /// ```
  ///
  /// Reading this checks the owner of each listener. A listener with an owner ends with its owner. If the owner was
  /// released, the listener is therefore not listed, and is released now if it was not before.
  ///
  /// An owner that is not `Sendable` belongs to an actor, and is checked on that actor only. If it is the main actor,
  /// and you read this there, the owner is checked at once. Otherwise the listener is listed until the library has
  /// checked the owner on its actor: first call ``checkOwners()``, which does that now.
  ///
  /// - Complexity: O(*n*) for *n* listeners that were tracked.
  public var liveListeners: [Listener] {
    let tracked = listeners.withLock { $0.members }
    // Outside the lock: checking an owner may release it, and run its `deinit`.
    return tracked.filter(\.isLiveAfterLook).map { Listener(fileID: "\($0.fileID)", line: Int($0.line)) }
  }

  /// Checks the owner of each tracked listener, on the actor that it belongs to, and ends the listener if the owner was
  /// released.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// final class Log {
  ///   func write(_ line: String) { print(line) }
  /// }
  ///
  /// actor Station {
  ///   private var log: Log?
  ///
  ///   func open(_ lines: Receiver<String>) {
  ///     let log = Log()
  ///     lines.listen(with: log) { log, line in log.write(line) }
  ///     self.log = log
  ///   }
  ///
  ///   func close() { log = nil }
  /// }
  ///
  /// let (transmitter, lines) = Receiver<String>.make()
  /// let station = Station()
  /// let tracker = ListenerTracker()
  /// await tracker.track { await station.open(lines) }
  ///
  /// await station.close()
  /// await tracker.checkOwners()
  /// print(tracker.liveListeners)
  /// // []
  /// ```
  ///
  /// You need this only if an owner that is not `Sendable` belongs to another actor than the one on which you read
  /// ``liveListeners``.
  ///
  /// - Complexity: O(*n*) for *n* listeners that were tracked, and a task on an actor for each owner that is not
  ///   `Sendable`.
  public func checkOwners() async {
    for listener in listeners.withLock({ $0.members }) { await listener.checkOwner() }
  }
}

extension ListenerTracker {
  /// Records a listener, if the caller is inside a call of `track`.
  static func made(_ listener: Disposable, _ fileID: StaticString, _ line: UInt) {
    guard let current else { return }
    let former = current.listeners.withLock { $0.add(TrackedListener(listener, fileID, line)) { $0.isLive } }
    _ = consume former
  }
}

/// The place where a listener was made, and the disposable that tells whether it is live.
private struct TrackedListener: Sendable {
  let fileID: StaticString
  let line: UInt
  private let disposable: Disposable

  init(_ disposable: Disposable, _ fileID: StaticString, _ line: UInt) {
    self.disposable = disposable
    self.fileID = fileID
    self.line = line
  }

  var isLive: Bool { !disposable.isDisposed }

  /// Disposes of the listener if its owner is gone, and returns whether it is live. An owner that belongs to another
  /// actor is not checked.
  var isLiveAfterLook: Bool {
    if isLive { _ = disposable.endIfOwnerIsGone() }
    return isLive
  }

  /// Disposes of the listener if its owner is gone, on the actor that the owner belongs to.
  func checkOwner() async {
    if isLive, let actor = disposable.endIfOwnerIsGone() { await disposable.endIfConfinedOwnerIsGone(on: actor) }
  }
}
