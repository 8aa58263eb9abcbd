/// What a thread may do while it holds a gate.
@usableFromInline
enum Role {
  /// A call that calls listeners on a gate at rest. It performs the requests that its user code makes, and, unless it
  /// is a guest, those of other threads within the budget.
  case caller
  /// A broadcast that has taken an offered gate over: performs the pending requests within the budget.
  case successor
  /// A thread of the system's pool that has taken an offered gate over: performs up to 1,000 pending requests.
  case drainer
  /// A brief holder that only clears the replay. It runs no user code.
  case clearing
}

/// How long a holder of a gate performs requests.
///
/// The budget is 64 requests or one millisecond. It begins with the first request of another thread that calls
/// listeners. Before that there is no limit, so that a chain of broadcasts from inside listeners stays on its thread.
/// For a holder that has taken an offered gate over, the budget begins at once: also its own requests were made
/// before, and not by the listeners that it calls.
///
/// The budget of the drainer is longer, and has no limit of time. No call waits for the drainer, and each thread that
/// it hands the gate to must be woken.
///
/// On the main queue, the budget is spent before such a request, so that a flood from other threads does not become the
/// work of the main thread.
@usableFromInline
struct DrainBudget {
  private static let mostRequests = 64
  private static let mostRequestsOfDrainer = 1_000

  private let thread = currentThread
  private let role: Role
  /// The number of requests that were performed since the budget began.
  private var count = 0
  /// Measures the time since the budget began. Nil before that.
  private var stopwatch: Stopwatch?
  /// Whether this thread is on the main queue, once it was asked.
  private var isOnMainQueue: Bool?
  /// Whether this thread is a guest, once it was asked.
  private var isGuest: Bool?
  /// The number of performed requests that `AnyChannel.pendingCount` still contains.
  var uncounted: Int32 = 0
  #if DEBUG
  /// How often the holder has taken the pending requests. See `EndlessLoop`.
  var roundCount = 0
  #endif

  @usableFromInline init(as role: Role) {
    self.role = role
    stopwatch = role == .successor ? Stopwatch() : nil
  }

  /// Whether performing a request may release objects of other threads inside a call that must not run their code.
  mutating func mustCompleteOnPool(_ request: Request) -> Bool {
    request.thread != thread && role == .caller && isCalledByGuest()
  }

  private mutating func isCalledByGuest() -> Bool {
    let isGuest = isGuest ?? Guest.isCurrent
    self.isGuest = isGuest
    return isGuest
  }

  /// Counts a request that is about to be performed.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isReplaying: Whether a listener that joins is called.
  /// - Returns: Whether the budget is spent. Another thread must then perform the request.
  mutating func isSpent(before request: Request, isReplaying: Bool) -> Bool {
    if role == .drainer {
      count += 1
      return count > Self.mostRequestsOfDrainer
    }
    if request.thread != thread {
      if role == .caller, isCalledByGuest() { return true }
      if request.callsListeners(isReplaying: isReplaying) {
        isOnMainQueue = isOnMainQueue ?? MainQueue.isCurrent
        if isOnMainQueue == true { return true }
        stopwatch = stopwatch ?? Stopwatch()
      }
    }
    guard let stopwatch else { return false }
    count += 1
    return count > Self.mostRequests || stopwatch.hasReached(milliseconds: 1)
  }
}
