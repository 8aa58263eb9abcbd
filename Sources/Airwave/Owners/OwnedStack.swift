import Synchronization

/// A lock-free stack of the disposables of listeners that have an owner. It retains them.
///
/// A Treiber stack, as that of ``Gate``: its elements are only removed all at once, so the reuse of an address does no
/// harm. The reference to the owner contains the link, so that a push allocates nothing. Each disposable that is pushed
/// therefore has an owner of its own, and is in one stack or list at a time.
struct OwnedStack: ~Copyable, Sendable {
  /// A list of disposables, newest first, which belongs to one thread. The list retains them.
  struct List {
    fileprivate var newest: UInt = 0
    fileprivate var oldest: UInt = 0
    private(set) var count = 0

    /// Adds a disposable that is newer than all others.
    mutating func add(_ disposable: Disposable) {
      disposable.link = newest
      newest = UInt(bitPattern: Unmanaged.passRetained(disposable).toOpaque())
      if count == 0 { oldest = newest }
      count += 1
    }
  }

  /// The address of the newest disposable, or 0.
  private let newest = Atomic<UInt>(0)

  /// Relaxed: a hint, unless the caller has synchronized with the thread that has pushed.
  var isEmpty: Bool { newest.load(ordering: .relaxed) == 0 }

  /// Pushes all disposables of a list, which must not be empty.
  ///
  /// - Returns: Whether the stack was empty.
  func push(_ list: consuming List) -> Bool {
    let oldest = OwnedStack.disposable(at: list.oldest)
    // Relaxed: the exchange decides.
    var seen = newest.load(ordering: .relaxed)
    while true {
      oldest?._withUnsafeGuaranteedRef { $0.link = seen }
      // Publishes the disposables and their links to `takeAll`.
      let (exchanged, original) = newest.weakCompareExchange(
        expected: seen,
        desired: list.newest,
        ordering: .releasing
      )
      if exchanged { return seen == 0 }
      seen = original
    }
  }

  /// Removes all disposables, and calls a function with each of them, oldest first. The function may run any code.
  func takeAll(_ body: (Disposable) -> Void) {
    // Acquires the disposables and their links from `push`. The newest push carries the release of the others on.
    var next = newest.exchange(0, ordering: .acquiring)
    var oldest: UInt = 0
    while let disposable = OwnedStack.disposable(at: next) {
      disposable._withUnsafeGuaranteedRef { disposable in
        (disposable.link, oldest, next) = (oldest, next, disposable.link)
      }
    }
    while let disposable = OwnedStack.disposable(at: oldest)?.takeRetainedValue() {
      oldest = disposable.link
      body(disposable)
    }
  }

  private static func disposable(at address: UInt) -> Unmanaged<Disposable>? {
    UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
  }
}

extension Disposable {
  /// The link of a disposable that has an owner.
  fileprivate var link: UInt {
    get { owner?.next ?? 0 }
    set { owner?.next = newValue }
  }
}
