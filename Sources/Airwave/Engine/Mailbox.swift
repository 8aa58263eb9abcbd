public import Dispatch
public import Synchronization

/// Carries the values of one listener to the actor that its closure is isolated to, or to a dispatch queue: in order, one
/// at a time, and as many in one go as have gathered, never one task for each.
///
/// Values are posted by the owner of a gate, hence by one thread at a time, and handled on the actor. What is posted on
/// the main actor for the main actor is handled before `post` returns, unless the listener is running.
@usableFromInline
final class Mailbox<Value: Sendable>: @unchecked Sendable {
  // Unchecked: `isHandling`, `handle` and `onFinish` are used on the actor only.

  @usableFromInline
  struct Waiting {
    @usableFromInline var values: [Value] = []
    @usableFromInline var isFinished = false
    /// Whether a task fetches what waits, or is about to.
    @usableFromInline var hasFetcher = false

    @inlinable init() {}

    @inlinable var isEmpty: Bool { values.isEmpty && !isFinished }
  }

  @usableFromInline
  enum Place {
    /// Held weakly for the sake of listeners that end with their actor. The others' closures hold it.
    case actor(WeakActor)
    case queue(DispatchQueue)
  }

  @usableFromInline let place: Place
  @usableFromInline let isMain: Bool
  @usableFromInline let handle: (Value) -> Void
  @usableFromInline let onFinish: () -> Void
  @usableFromInline let disposable: Disposable
  @usableFromInline let waiting = Lock(Waiting())

  /// Whether anything waits: exact for a caller on the actor that keeps others from posting, as `post` does.
  @usableFromInline let hasWaiting = Atomic<Bool>(false)

  /// Whether a value is being handled, by a caller further up the stack if anybody sees it.
  @exclusivity(unchecked) @usableFromInline var isHandling = false

  @usableFromInline
  init(at place: Place, handle: @escaping (Value) -> Void, onFinish: @escaping () -> Void, disposable: Disposable) {
    self.place = place
    isMain = if case .actor(let actor) = place { actor.actor === MainActor.shared } else { false }
    self.handle = handle
    self.onFinish = onFinish
    self.disposable = disposable
  }

  @inlinable
  func post(_ value: Value) {
    guard isMain, MainQueue.isCurrent else { return put { $0.values.append(value) } }
    if isHandling || hasWaiting.load(ordering: .relaxed) {
      change { $0.values.append(value) }
      handleAll()
    } else {
      isHandling = true
      if !disposable.registration.isDisposed { handle(value) }
      isHandling = false
    }
  }

  /// Ends the listening when all that was posted before is handled.
  @inlinable
  func finish() {
    if disposable.end() { deliverEnd() }
  }

  /// Has the end handled behind all that was posted before.
  @inlinable
  func deliverEnd() {
    guard isMain, MainQueue.isCurrent else { return put { $0.isFinished = true } }
    change { $0.isFinished = true }
    handleAll()
  }

  /// Puts something in, for the actor to fetch.
  @inlinable
  func put(_ body: (inout Waiting) -> Void) {
    let hadFetcher = change { waiting in
      body(&waiting)
      defer { waiting.hasFetcher = true }
      return waiting.hasFetcher
    }
    if !hadFetcher { sendFetcher() }
  }

  @usableFromInline
  func sendFetcher() {
    switch place {
    case .actor(let place):
      guard let actor = place.actor else { return disposable.dispose() }
      Task { await fetch(on: actor) }
    case .queue(let queue):
      queue.async { [self] in
        // Under a flood of values the queue has a turn for others between one batch and the next.
        if handleSome(endingFetch: true) { sendFetcher() }
      }
    }
  }

  @inlinable
  func fetch(on actor: isolated any Actor) async {
    var rounds = 0
    while handleSome(endingFetch: true) {
      rounds += 1
      // Under a flood of values the actor has a turn for others now and then.
      if rounds.isMultiple(of: 64) { await Task.yield() }
    }
  }

  /// On the actor: handles all that waits, and what comes meanwhile.
  @inlinable
  func handleAll() {
    while handleSome(endingFetch: false) {}
  }

  /// On the actor: handles what waits.
  ///
  /// - Returns: Whether there may be more.
  @inlinable
  func handleSome(endingFetch: Bool) -> Bool {
    if isHandling { return endingFetch }
    let batch = change { waiting in
      var batch = Waiting()
      swap(&batch, &waiting)
      waiting.hasFetcher = batch.hasFetcher && !(endingFetch && batch.isEmpty)
      return batch
    }
    if batch.isEmpty { return false }
    isHandling = true
    for value in batch.values where !disposable.registration.isDisposed { handle(value) }
    if batch.isFinished, !disposable.registration.isDisposed { onFinish() }
    isHandling = false
    return true
  }

  @inlinable
  func change<Result>(_ body: (inout Waiting) -> Result) -> Result {
    waiting.withLock { waiting in
      defer { hasWaiting.store(!waiting.isEmpty, ordering: .relaxed) }
      return body(&waiting)
    }
  }
}

@usableFromInline
struct WeakActor: Sendable {
  @usableFromInline weak var actor: (any Actor)?

  @inlinable init(actor: any Actor) {
    self.actor = actor
  }
}
