import Synchronization

/// A test helper that finds forgotten listeners: it records where listeners are made, and lists the ones that are still
/// live.
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
/// A tracker records only the listeners that are made by the functions that you pass to `track`. Tests that run side by
/// side therefore do not see each other's listeners. While no tracker exists, making a listener costs one additional
/// atomic load.
///
/// A tracker does not extend the lifetime of a listener, a pair or an owner.
public final class ListenerTracker: Sendable {
  /// A listener that is still live.
  public struct Listener: Sendable, Hashable, CustomStringConvertible {
    /// The module and the file in which the listener was made, such as `Player/Screen.swift`.
    public let fileID: String

    /// The line in which the listener was made.
    public let line: Int

    /// Whether the listener had an owner that no longer exists. Such a listener is not called again. It is released at
    /// the latest when the pair has 64 more such listeners than listeners whose owner exists.
    public let hasLostOwner: Bool

    /// The file and the line, such as `Player/Screen.swift:12`, followed by a note if the owner no longer exists.
    public var description: String { "\(fileID):\(line)" + (hasLostOwner ? " (its owner is gone)" : "") }
  }

  @TaskLocal private static var current: ListenerTracker?

  private let listeners = Lock(TrackedListeners())

  /// Makes a tracker that has not recorded a listener.
  public init() {
    Self.count.add(1, ordering: .relaxed)
  }

  deinit {
    Self.count.subtract(1, ordering: .relaxed)
  }

  /// Tracks the listeners that are made by a function, and by the tasks that it starts with `Task {}` or in a group.
  ///
  /// - Parameter body: The function. If calls of `track` are nested, only the innermost tracker records a listener.
  /// - Returns: The result of the function.
  public func track<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Tracks the listeners that are made by an asynchronous function, and by the tasks that it starts with `Task {}` or
  /// in a group.
  ///
  /// - Parameter body: The function. If calls of `track` are nested, only the innermost tracker records a listener.
  /// - Returns: The result of the function.
  public func track<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body)
  }

  /// The tracked listeners that are still live, in the order in which they were made.
  ///
  /// A listener whose owner no longer exists is listed until it is released: see ``Listener/hasLostOwner``.
  ///
  /// - Complexity: O(*n*) for *n* listeners that were tracked.
  public var liveListeners: [Listener] {
    listeners.withLock { $0.all }.filter(\.isLive).map {
      Listener(fileID: "\($0.fileID)", line: Int($0.line), hasLostOwner: $0.hasLostOwner)
    }
  }
}

/// | Operation | Ordering | Pairs with | Publishes |
/// |---|---|---|---|
/// | `count`: addition, subtraction | relaxed | nothing: it counts | |
/// | `count`: load | relaxed | nothing: what a tracker tracks runs after its addition, and sees it by coherence | |
extension ListenerTracker {
  private static let count = Atomic<Int>(0)

  /// Whether a tracker exists.
  @usableFromInline static var isInUse: Bool { count.load(ordering: .relaxed) > 0 }

  @usableFromInline static func add(_ listener: TrackedListener) {
    guard let current else { return }
    // Releasing a disposable or an owner may run any code, so it happens after the lock is released.
    let ended = current.listeners.withLock { $0.add(listener) }
    _ = consume ended
  }
}

/// The place where a listener was made, and the disposable that tells whether it is live.
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

/// The listeners that a tracker has recorded. When their number has doubled, the ones that have ended are removed.
private struct TrackedListeners {
  private(set) var all: [TrackedListener] = []
  private var limit = 64

  /// Adds a listener.
  ///
  /// - Returns: References that the caller releases outside the lock.
  mutating func add(_ listener: TrackedListener) -> [(TrackedListener, owner: AnyObject?)] {
    all.append(listener)
    if all.count < limit { return [] }
    // Loading or copying a weak reference retains the object for a moment, and may therefore release it for the last
    // time. These strong references keep the owners alive until the lock is released.
    let ended = all.map { ($0, owner: $0.owner as AnyObject?) }
    all.removeAll { !$0.isLive }
    limit = max(64, all.count * 2)
    return ended
  }
}

extension Disposable {
  /// Returns this disposable after adding it to the current tracker of the caller, if there is one.
  @inlinable
  func tracked(owner: (any AnyObject & Sendable)? = nil, _ fileID: StaticString, _ line: UInt) -> Disposable {
    if ListenerTracker.isInUse { ListenerTracker.add(TrackedListener(self, owner: owner, fileID, line)) }
    return self
  }
}
