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

  /// Makes a bag of all disposables that a closure lists.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let total = Variable(0)
  /// let bag = DisposeBag {
  ///   receiver.listen { print($0) }
  ///   receiver.scan(0, +).bind(to: total)
  /// }
  ///
  /// [1, 2].forEach(transmitter.broadcast)
  /// bag.dispose()
  /// transmitter.broadcast(3)
  /// print("total \(total.value)")
  /// // 1
  /// // 2
  /// // total 3
  /// ```
  ///
  /// - Parameter members: The disposables, each in a line of its own. The closure may contain `if`, `switch` and `for`.
  public convenience init(@Builder _ members: () -> [Disposable]) {
    self.init()
    insert(members)
  }

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

  /// Puts all disposables into the bag that a closure lists.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let (isVerbose, names) = (false, ["first", "second"])
  /// let bag = DisposeBag()
  /// bag.insert {
  ///   if isVerbose { receiver.print("receiver").listen { _ in } }
  ///   for name in names { receiver.listen { print("\(name) \($0)") } }
  ///   Disposable { print("the bag is empty") }
  /// }
  ///
  /// transmitter.broadcast(1)
  /// bag.dispose()
  /// // first 1
  /// // second 1
  /// // the bag is empty
  /// ```
  ///
  /// The closure may contain `if`, `switch` and `for`. A disposable that is `nil` is left out. The closure is called at
  /// once, on the isolation of the code that calls this.
  ///
  /// - Parameter members: The disposables, each in a line of its own. They are inserted when the closure has returned.
  /// - Complexity: O(*n*) for *n* disposables.
  public func insert(@Builder _ members: () -> [Disposable]) {
    for member in members() { insert(member) }
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

extension DisposeBag {
  /// Collects the disposables that a closure lists, for a new bag and for `insert`. The compiler calls its functions.
  @resultBuilder
  public enum Builder {
    /// One line of the closure.
    public static func buildExpression(_ disposable: Disposable?) -> [Disposable] { disposable.map { [$0] } ?? [] }

    /// A line with several disposables.
    public static func buildExpression(_ disposables: [Disposable]) -> [Disposable] { disposables }

    /// All lines.
    public static func buildBlock(_ parts: [Disposable]...) -> [Disposable] { parts.flatMap(\.self) }

    /// An `if` without `else`.
    public static func buildOptional(_ part: [Disposable]?) -> [Disposable] { part ?? [] }

    /// An `if` with `else`, or a `switch`.
    public static func buildEither(first part: [Disposable]) -> [Disposable] { part }

    /// An `if` with `else`, or a `switch`.
    public static func buildEither(second part: [Disposable]) -> [Disposable] { part }

    /// A `for`.
    public static func buildArray(_ parts: [[Disposable]]) -> [Disposable] { parts.flatMap(\.self) }
  }
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
