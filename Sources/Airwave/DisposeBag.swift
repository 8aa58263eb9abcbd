/// Ends all its members when it goes away.
///
/// ```swift
/// let (transmitter, receiver) = Receiver<Int>.make()
/// let bag = DisposeBag()
/// receiver.listen { print($0) }.disposed(by: bag)
///
/// transmitter.broadcast(1)
/// bag.dispose()
/// transmitter.broadcast(2)
/// // 1
/// ```
///
/// Keep a bag in the object that listens, so that its listeners end with it. A bag can be used from any thread.
public final class DisposeBag: Sendable {
  private struct Members {
    var disposables: [Disposable] = []
    /// At this many members, those that have ended are forgotten.
    var sweepCount = 16
  }

  private let members = Lock(Members())

  /// Makes an empty bag.
  public init() {}

  deinit {
    dispose()
  }

  /// Puts something into the bag, to be ended with it.
  ///
  /// - Parameter disposable: What to end. The bag forgets it in time if it ends earlier.
  /// - Complexity: O(1), amortized. The bag holds at most 16 members that have ended, or as many as those that have not.
  public func insert(_ disposable: Disposable) {
    members.withLock { members in
      members.disposables.append(disposable)
      guard members.disposables.count >= members.sweepCount else { return }
      members.disposables.removeAll { $0.isSilent }
      members.sweepCount = max(16, 2 * members.disposables.count)
    }
  }

  /// Ends all members and forgets them. The bag can be used again.
  public func dispose() {
    let disposables = members.withLock { members in
      defer { members = Members() }
      return members.disposables
    }
    disposables.forEach { $0.dispose() }
  }
}
