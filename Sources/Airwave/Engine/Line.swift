import Dispatch
public import Synchronization

/// The turns of listeners that wait for an actor, or for a dispatch queue: taken in order, one at a time, and as many in one
/// go as have gathered, never with one task for each.
///
/// The listeners of one pair on the same actor share a line. So they are called in the order in which they joined, for each
/// value before the next (Contract 2), as those that need not wait are. One gate calls them all. Those that have a gate for
/// themselves, behind a junction, share none: a value for one of them need not wait while another runs (Contract 4).
@usableFromInline
final class Line: @unchecked Sendable {
  // Unchecked: `isMoving` is for the actor, or the queue, only.

  private struct Waiting {
    /// A listener for each of its turns.
    var turns: [AnyMailbox] = []
    /// Whether a task fetches what waits, or is about to.
    var hasFetcher = false
  }

  enum Place {
    /// Held weakly for the sake of listeners that end with their actor. The others' closures hold it.
    case actor(WeakReference)
    case queue(DispatchQueue)
  }

  private let place: Place
  @usableFromInline let isMain: Bool
  private let waiting = Lock(Waiting())

  /// Whether anything waits: exact for a caller on the actor that keeps those from posting whose turns it asks about.
  @usableFromInline let hasWaiting = Atomic<Bool>(false)

  /// Whether a turn is being taken, by a caller further up the stack if anybody sees it.
  @exclusivity(unchecked) @usableFromInline var isMoving = false

  /// What it is known by, if listeners share it.
  private let key: Key?

  /// Keeps the address in the key from being used again. Nobody loads it.
  private unowned let source: (any AnyObject & Sendable)?

  private init(at place: Place, key: Key?, source: (any AnyObject & Sendable)?) {
    self.place = place
    self.key = key
    self.source = source
    isMain = if case .actor(let actor) = place { actor.object === MainActor.shared } else { false }
  }

  convenience init(at place: Place) {
    self.init(at: place, key: nil, source: nil)
  }

  /// Whether a turn can be taken without waiting: the caller is on the main actor, which is the line's.
  @inlinable var isHere: Bool { isMain && MainQueue.isCurrent }

  @inlinable var isFree: Bool { !isMoving && !hasWaiting.load(ordering: .relaxed) }

  /// Gives a listener a turn behind those that wait. If the line is here it is taken before this returns, unless one is
  /// being taken. `post` puts in what the turn is for, while nobody else looks.
  ///
  /// - Returns: Whether the actor is still there.
  @usableFromInline
  func add(_ mailbox: AnyMailbox, isHere: Bool, _ post: () -> Void) -> Bool {
    let hadFetcher = change { waiting in
      post()
      waiting.turns.append(mailbox)
      defer { if !isHere { waiting.hasFetcher = true } }
      return waiting.hasFetcher
    }
    if isHere {
      while takeTurns(endingFetch: false) {}
      return true
    }
    return hadFetcher || sendFetcher()
  }

  /// Keeps others from posting.
  func exclusively<Result>(_ body: () -> Result) -> Result {
    waiting.withLock { _ in body() }
  }

  private func sendFetcher() -> Bool {
    switch place {
    case .actor(let place):
      guard let actor = place.object as? any Actor else {
        // Let go of outside of the lock.
        let abandoned = change { exchange(&$0, with: Waiting()) }
        return withExtendedLifetime(abandoned) { false }
      }
      Task { await fetch(on: actor) }
    case .queue(let queue):
      queue.async { [self] in
        // Under a flood of values the queue has a turn for others between one batch and the next.
        if takeTurns(endingFetch: true) { _ = sendFetcher() }
      }
    }
    return true
  }

  private func fetch(on actor: isolated any Actor) async {
    var rounds = 0
    while takeTurns(endingFetch: true) {
      rounds += 1
      // Under a flood of values the actor has a turn for others now and then.
      if rounds.isMultiple(of: 64) { await Task.yield() }
    }
  }

  /// On the actor: takes the turns that wait.
  ///
  /// - Returns: Whether there may be more.
  private func takeTurns(endingFetch: Bool) -> Bool {
    if isMoving { return endingFetch }
    let turns = change { waiting in
      let isLast = endingFetch && waiting.turns.isEmpty
      waiting.hasFetcher = waiting.hasFetcher && !isLast
      return exchange(&waiting.turns, with: [])
    }
    if turns.isEmpty { return false }
    isMoving = true
    for mailbox in turns { mailbox.takeTurn() }
    isMoving = false
    return true
  }

  private func change<Result>(_ body: (inout Waiting) -> Result) -> Result {
    waiting.withLock { waiting in
      defer { hasWaiting.store(!waiting.turns.isEmpty, ordering: .relaxed) }
      return body(&waiting)
    }
  }

  deinit {
    guard let key else { return }
    // Another may be known by the key by now; it, too, goes behind the lock.
    let other = Self.known.withLock { shared in
      let other = shared[key]?.object
      if other == nil { shared[key] = nil }
      return other
    }
    withExtendedLifetime(other) {}
  }
}

extension Line {
  private struct Key: Hashable {
    let source: ObjectIdentifier
    let actor: ObjectIdentifier
  }

  /// The lines that listeners share, as long as there are any.
  private static let known = Lock<[Key: WeakReference]>([:])

  /// The line of those who listen to the same source on the same actor, or one of its own for who has no such source.
  @usableFromInline
  static func shared(by source: (any AnyObject & Sendable)?, on actor: any Actor) -> Line {
    guard let source else { return Line(at: .actor(WeakReference(actor))) }
    let key = Key(source: ObjectIdentifier(source), actor: ObjectIdentifier(actor))
    let (line, former) = known.withLock { shared in
      let former = shared[key]?.object as? Line
      // The listeners of an actor that is gone may have left a line to one at the same address.
      if let former, case .actor(let place) = former.place, place.object === actor { return (former, nil as Line?) }
      let line = Line(at: .actor(WeakReference(actor)), key: key, source: source)
      shared[key] = WeakReference(line)
      return (line, former)
    }
    // If nobody else holds it, it goes behind the lock.
    return withExtendedLifetime(former) { line }
  }
}
