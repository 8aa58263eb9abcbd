public import Synchronization

/// One atomic word that decides who may touch a channel's state.
///
/// The word is `quiet` or `idle` when nobody does, `busy` when one thread does, and otherwise the address of the newest
/// of a linked stack of requests that wait for the thread that does:
///
/// ```
///             enter                     push
///  quiet ──┐        ┌────────▶ busy ───────────▶ request ─▶ request ─▶ …
///          ├────────┤           ▲ │                │    ▲ push
///  idle ───┘ ◀──────┴── leave ──┼─┘                │    │
///                               └── takeRequests ──┘────┘
/// ```
///
/// (A reader swings it from resting to `reading` and back.)
///
/// Whoever swings the word from resting to `busy` is the *owner*. Whoever finds an owner pushes a request and goes on, so
/// that nobody waits for anybody's code. The owner cannot leave while a request is pending. This is a Treiber stack (R. K. Treiber,
/// "Systems Programming: Coping with Parallelism", 1986) that is only ever emptied whole, hence free of the ABA problem.
@usableFromInline
struct Gate: ~Copyable, Sendable {
  /// At rest, and a broadcast would change nothing: nobody listens and nothing is kept, or the pair is finished.
  @inlinable static var quiet: UInt { 0 }
  /// At rest, and a broadcast would reach a listener or the replay buffer.
  @inlinable static var idle: UInt { 1 }
  /// At rest, but for somebody who copies the replayed values: whoever comes waits for the copy.
  @inlinable static var reading: UInt { 2 }
  /// Owned, without a pending request. Addresses of requests are larger.
  @inlinable static var busy: UInt { 3 }

  @usableFromInline let word: Atomic<UInt>

  @usableFromInline init(quiet: Bool) {
    word = Atomic(quiet ? Self.quiet : Self.idle)
  }

  /// Whether a broadcast can return at once. Whoever is told that a listener has joined finds another word here.
  @inlinable var isQuiet: Bool { word.load(ordering: .relaxed) == Self.quiet }

  /// Becomes the owner if the gate is idle.
  @inlinable func enterIfIdle() -> Bool {
    word.compareExchange(expected: Self.idle, desired: Self.busy, ordering: .acquiring).exchanged
  }

  /// Becomes the owner if the gate is at rest.
  @usableFromInline func enter() -> Bool {
    var seen = word.load(ordering: .relaxed)
    var wait = Wait()
    while seen < Self.busy {
      if seen == Self.reading {
        wait.turn()
        seen = word.load(ordering: .relaxed)
        continue
      }
      let (exchanged, original) = word.weakCompareExchange(expected: seen, desired: Self.busy, ordering: .acquiring)
      if exchanged { return true }
      seen = original
    }
    return false
  }

  /// Keeps everybody out while the replayed values are copied, if the gate is at rest. Nobody leaves a request meanwhile,
  /// so that a reader never becomes an owner, who would have to deliver what others broadcast.
  ///
  /// - Returns: What to end reading with.
  @usableFromInline func beginReading() -> UInt? {
    let seen = word.load(ordering: .relaxed)
    guard seen < Self.reading else { return nil }
    return word.compareExchange(expected: seen, desired: Self.reading, ordering: .acquiring).exchanged ? seen : nil
  }

  @usableFromInline func endReading(_ resting: UInt) {
    word.store(resting, ordering: .releasing)
  }

  /// Becomes the owner if the gate is at rest, or else leaves a request for the owner.
  ///
  /// - Returns: Whether the caller is the owner now. Then the request was not pushed, and performing it is up to the caller.
  @usableFromInline func enter(orPush request: Request) -> Bool {
    // From here on the stack owns a reference to the request; `takeRequests` takes it over.
    let reference = Unmanaged.passRetained(request)
    let address = UInt(bitPattern: reference.toOpaque())
    while true {
      if enter() {
        reference.release()
        return true
      }
      let seen = word.load(ordering: .relaxed)
      guard seen >= Self.busy else { continue }
      request.next = seen == Self.busy ? 0 : seen
      if word.weakCompareExchange(expected: seen, desired: address, ordering: .releasing).exchanged { return false }
    }
  }

  /// For the owner: takes all pending requests, and performs them in the order in which they were pushed.
  @inlinable func takeRequests(_ perform: (Request) -> Void) {
    var newest = word.exchange(Self.busy, ordering: .acquiringAndReleasing)
    guard newest != Self.busy else { return }
    var oldest: UInt = 0
    while let pointer = UnsafeRawPointer(bitPattern: newest) {
      Unmanaged<Request>.fromOpaque(pointer)._withUnsafeGuaranteedRef { request in
        (request.next, oldest, newest) = (oldest, newest, request.next)
      }
    }
    while let pointer = UnsafeRawPointer(bitPattern: oldest) {
      let request = Unmanaged<Request>.fromOpaque(pointer).takeRetainedValue()
      oldest = request.next
      perform(request)
    }
  }

  /// For the owner: gives the gate up unless a request is pending.
  @inlinable func leave(quiet: Bool) -> Bool {
    word.compareExchange(expected: Self.busy, desired: quiet ? Self.quiet : Self.idle, ordering: .releasing).exchanged
  }
}

/// Something asked of a channel while another thread, or a caller further up the stack, owned it.
@usableFromInline
class Request {
  @usableFromInline
  enum Action {
    case broadcast
    case join(AnyListener)
    case leave(Disposable)
    case removeAllListeners
    case clearReplay
    case finish
  }

  @usableFromInline let action: Action

  /// The address of the request below this one in the stack, or 0. Written before the push and by the owner only.
  @exclusivity(unchecked) @usableFromInline var next: UInt = 0

  @usableFromInline init(_ action: Action) {
    self.action = action
  }
}

/// A value that waits for its turn.
@usableFromInline
final class BroadcastRequest<Value>: Request {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) {
    self.value = value
    super.init(.broadcast)
  }
}
