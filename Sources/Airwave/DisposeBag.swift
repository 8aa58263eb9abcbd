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
  private static var noMembers: LiveMembers<Disposable> { LiveMembers(leastLimit: 16) }

  private let members = Lock(noMembers)

  /// Makes an empty bag.
  ///
  /// ```swift
  /// let bag = DisposeBag()
  /// Disposable { print("closed") }.disposed(by: bag)
  /// bag.dispose()
  /// // closed
  /// ```
  public init() {}

  deinit {
    dispose()
  }

  /// Puts a disposable into the bag.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let bag = DisposeBag()
  /// bag.insert(receiver.listen { print($0) })
  /// bag.insert(Disposable { print("the bag is empty") })
  ///
  /// transmitter.broadcast(1)
  /// bag.dispose()
  /// transmitter.broadcast(2)
  /// // 1
  /// // the bag is empty
  /// ```
  ///
  /// - Parameter disposable: The disposable. If it ends earlier, the bag removes it in a later insertion.
  /// - Complexity: O(1), amortized. An insertion removes the members that have ended if the number of members has
  ///   doubled since the last such removal, and is at least 16.
  public func insert(_ disposable: Disposable) {
    let former = members.withLock { $0.add(disposable) }
    _ = consume former
  }

  /// Disposes of all members and removes them. You can use the bag again afterwards.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  /// transmitter.broadcast(1)
  /// let bag = DisposeBag()
  /// for name in ["first", "second"] {
  ///   bag.dispose()
  ///   receiver.listen { print("\(name) \($0)") }.disposed(by: bag)
  /// }
  /// transmitter.broadcast(2)
  /// // first 1
  /// // second 1
  /// // second 2
  /// ```
  public func dispose() {
    members.withLock { exchange(&$0, with: Self.noMembers) }.dispose()
  }

  /// The number of members that have not ended.
  var liveCount: Int { members.withLock { $0.members }.count { !$0.isDisposed } }
}

extension DisposeBag: CustomStringConvertible, CustomReflectable {
  /// The number of members that have not ended, such as `DisposeBag(2 live)`.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let bag = DisposeBag()
  /// receiver.listen { print($0) }.disposed(by: bag)
  /// receiver.take(count: 1).listen { print($0) }.disposed(by: bag)
  /// print(bag)
  ///
  /// transmitter.broadcast(1)
  /// print(bag)
  /// // DisposeBag(2 live)
  /// // 1
  /// // 1
  /// // DisposeBag(1 live)
  /// ```
  ///
  /// - Complexity: O(*n*) for *n* members.
  public var description: String { "DisposeBag(\(liveCount) live)" }

  /// A mirror without children.
  ///
  /// ```swift
  /// dump(DisposeBag())
  /// // - DisposeBag(0 live) #0
  /// ```
  public var customMirror: Mirror { withoutChildren(self) }
}
