import Synchronization

/// Finds listeners that were forgotten: it knows where those were made that still live.
///
/// ```swift
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
/// transmitter.broadcast(1)  // The screen has gone, its listener has not.
/// for listener in tracker.liveListeners { print("made in line \(listener.line)") }
/// // tap 1
/// // made in line 3
/// ```
///
/// Listeners are tracked if you ask for it, in a test for example, and only those that are made by what you track, so
/// that tests that run side by side do not see each other's. Nobody else pays for it: as long as no tracker exists, making a
/// listener takes one look at a number more than it would without.
///
/// A tracker keeps no listener, no pair and no owner alive beyond what they live anyway.
public final class ListenerTracker: Sendable {
  /// A listener that lives.
  public struct Listener: Sendable, Hashable, CustomStringConvertible {
    /// The module and the file that made it, such as `Player/Screen.swift`.
    public let fileID: String

    /// The line that made it.
    public let line: Int

    /// Whether it had an owner that no longer exists. Such a listener is not called again, and is released when the pair has
    /// 64 more of its kind than listeners whose owner exists, or earlier.
    public let hasLostOwner: Bool

    /// File and line, such as `Player/Screen.swift:12`, and whether the owner is gone.
    public var description: String { "\(fileID):\(line)" + (hasLostOwner ? " (its owner is gone)" : "") }
  }

  @TaskLocal private static var current: ListenerTracker?

  private let listeners = Lock(TrackedListeners())

  /// Makes a tracker that has not tracked anything.
  public init() {
    Self.count.add(1, ordering: .relaxed)
  }

  deinit {
    Self.count.subtract(1, ordering: .relaxed)
  }

  /// Tracks the listeners that are made by a function, and by the tasks that it starts with `Task {}` or in a group.
  ///
  /// - Parameter body: The function. Of several trackers around it the innermost tracks.
  /// - Returns: What it returns.
  public func track<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Tracks the listeners that are made by an asynchronous function, and by the tasks that it starts with `Task {}` or in a
  /// group.
  ///
  /// - Parameter body: The function. Of several trackers around it the innermost tracks.
  /// - Returns: What it returns.
  public func track<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body)
  }

  /// Where those tracked listeners were made that still live, the oldest first.
  ///
  /// A listener whose owner is gone is listed until it is released: see ``Listener/hasLostOwner``.
  ///
  /// - Complexity: O(*n*) for *n* listeners that were tracked.
  public var liveListeners: [Listener] {
    listeners.withLock { $0.all }.filter(\.isLive).map {
      Listener(fileID: "\($0.fileID)", line: Int($0.line), hasLostOwner: $0.hasLostOwner)
    }
  }
}

extension ListenerTracker {
  private static let count = Atomic<Int>(0)

  /// Whether there is a tracker.
  @usableFromInline static var isInUse: Bool { count.load(ordering: .relaxed) > 0 }

  @usableFromInline static func add(_ listener: TrackedListener) {
    guard let current else { return }
    // What was tracked before, and its owners, may do anything when they go.
    let ended = current.listeners.withLock { $0.add(listener) }
    _ = consume ended
  }
}

/// Where a listener was made, and how to know whether it lives.
@usableFromInline
struct TrackedListener: Sendable {
  let fileID: StaticString
  let line: UInt
  private let disposable: Disposable
  fileprivate weak var owner: (any AnyObject & Sendable)?
  private let hasOwner: Bool

  @usableFromInline
  init(_ disposable: Disposable, owner: (any AnyObject & Sendable)?, _ fileID: StaticString, _ line: UInt) {
    self.disposable = disposable
    self.owner = owner
    hasOwner = owner != nil
    self.fileID = fileID
    self.line = line
  }

  var isLive: Bool { !disposable.isDisposed }
  var hasLostOwner: Bool { hasOwner && owner == nil }
}

/// Tracked listeners, most of which live: whenever their number has doubled, those that have ended are let go of.
private struct TrackedListeners {
  private(set) var all: [TrackedListener] = []
  private var limit = 64

  /// Adds one.
  ///
  /// - Returns: What to let go of outside.
  mutating func add(_ listener: TrackedListener) -> [(TrackedListener, owner: AnyObject?)] {
    all.append(listener)
    if all.count < limit { return [] }
    // With their owners, for who looks at a weak reference may be the last to let go of the object.
    let ended = all.map { ($0, owner: $0.owner as AnyObject?) }
    all.removeAll { !$0.isLive }
    limit = max(64, all.count * 2)
    return ended
  }
}

extension Disposable {
  /// The same, known to the tracker of the caller if there is one.
  @inlinable
  func tracked(owner: (any AnyObject & Sendable)? = nil, _ fileID: StaticString, _ line: UInt) -> Disposable {
    if ListenerTracker.isInUse { ListenerTracker.add(TrackedListener(self, owner: owner, fileID, line)) }
    return self
  }
}
