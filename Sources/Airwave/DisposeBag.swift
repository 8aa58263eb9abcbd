/// A container that disposes of all its members when it is deinitialized.
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
/// Keep a bag in the object that listens, so that the listeners end with the object. You can use a bag from any thread.
public final class DisposeBag: Sendable {
  private struct Members {
    var disposables: [Disposable] = []
    /// An insertion that reaches this number of members removes the ones that have ended.
    var sweepCount = 16
  }

  private let members = Lock(Members())

  /// Makes an empty bag.
  public init() {}

  deinit {
    dispose()
  }

  /// Puts a disposable into the bag.
  ///
  /// - Parameter disposable: The disposable. If it ends earlier, the bag removes it in a later insertion.
  /// - Complexity: O(1), amortized. An insertion removes the members that have ended if the number of members has
  ///   doubled since the last such removal, and is at least 16.
  public func insert(_ disposable: Disposable) {
    members.withLock { members in
      members.disposables.append(disposable)
      guard members.disposables.count >= members.sweepCount else { return }
      members.disposables.removeAll { $0.isSilent }
      members.sweepCount = max(16, 2 * members.disposables.count)
    }
  }

  /// Disposes of all members and removes them. You can use the bag again afterwards.
  public func dispose() {
    let disposables = members.withLock { members in
      defer { members = Members() }
      return members.disposables
    }
    disposables.forEach { $0.dispose() }
  }

  /// The number of members that have not ended.
  var liveCount: Int { members.withLock { $0.disposables }.count { !$0.isDisposed } }
}
