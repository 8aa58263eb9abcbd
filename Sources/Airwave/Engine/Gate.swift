public import Synchronization

/// The atomic word that decides which thread may access a channel's state.
///
/// The word is `quiet` or `idle` while the gate is *at rest*: no thread may access the state. The thread that changes
/// the word from rest to `busy` is the *owner*, and may access the state. Another thread that finds the gate owned
/// pushes a request onto a linked stack, and continues. The word is then the address of the newest request. The owner
/// cannot leave while a request is pending.
///
/// An owner that has worked for long *offers* the gate by setting the lowest bit of the word. There is then no owner,
/// although requests are pending, and the thread that clears the bit becomes the owner. The thread that made the offer
/// waits until the bit is cleared. If no other thread clears it, the offering thread does, so that no request is lost.
///
/// ```
///            enter           push                     offer
///  quiet ──┐       ┌──▶ busy ─────▶ request ─▶ … ◀──────────▶ request | 1
///          ├───────┤     ▲ │           │    ▲ push  takeOver      │    ▲ push
///  idle ───┘ ◀─────┴─────┼─┘ leave     └────┘                     └────┘
///                        └──────────────┘ takeRequests
/// ```
///
/// This is a Treiber stack (R. K. Treiber, "Systems Programming: Coping with Parallelism", 1986) whose elements are
/// only removed all at once. A push compares addresses only, so the reuse of an address does no harm (the ABA problem).
///
/// | Operation | Ordering | Pairs with | Publishes |
/// |---|---|---|---|
/// | `isQuiet`: load | relaxed | nothing: a caller that knows of a listener has synchronized with its joining | |
/// | `enterIfIdle`, `enter`: compare-exchange | acquiring | `leave` | nothing |
/// | `push`: compare-exchange | releasing | `takeRequests` | the request, and what its thread has done before |
/// | `takeRequests`: exchange | acquiring | `push` | nothing |
/// | `offer`: compare-exchange | releasing | `takeOver` | the state of the channel |
/// | `takeOver`: compare-exchange | acquiring | `offer` | nothing |
/// | `leave`: compare-exchange | releasing | `enterIfIdle`, `enter` | the state of the channel |
/// | `enter`, `push`, `offer`, `takeOver`: load | relaxed | nothing: the compare-exchange behind it decides | |
/// | `isOffered`: load | relaxed | nothing: `takeOver` decides | |
/// | `owner`: store, load | relaxed | nothing: an owner has acquired the stores of the owners before it | |
///
/// `takeRequests` acquires the requests, and needs no release: no thread becomes the owner by the word that it writes. The next
/// owner acquires the word of `leave` or of `offer`. What other threads push onto that word in between are read-modify-write
/// operations, which carry the release on (a release sequence). Hence the newest of several requests publishes all of them.
///
/// `Tests/Checks/orderings` searches the executions of small programs under the memory model, and shows that each of these
/// orderings suffices, and that each weaker one fails.
@usableFromInline
struct Gate: ~Copyable, Sendable {
  /// At rest, and a broadcast would change nothing: there is no listener and no replay, or the pair is finished.
  @inlinable static var quiet: UInt { 0 }
  /// At rest, and a broadcast would reach a listener or the replay buffer.
  @inlinable static var idle: UInt { 1 }
  /// Owned, without a pending request. Addresses of requests are larger.
  @inlinable static var busy: UInt { 2 }
  /// The bit that is added to `busy`, or to the address of a request, while the gate is offered.
  static var offered: UInt { 1 }

  @usableFromInline let word: Atomic<UInt>

  /// The thread that became the owner most recently. Each owner writes it. A thread compares it only with its own
  /// identity.
  @usableFromInline let owner = Atomic<UInt>(0)

  @usableFromInline init(quiet: Bool) {
    word = Atomic(quiet ? Self.quiet : Self.idle)
  }

  /// Whether a broadcast can return at once.
  @inlinable var isQuiet: Bool { word.load(ordering: .relaxed) == Self.quiet }

  /// Becomes the owner if the gate is idle.
  @inlinable func enterIfIdle() -> Bool {
    guard word.compareExchange(expected: Self.idle, desired: Self.busy, ordering: .acquiring).exchanged else {
      return false
    }
    owner.store(currentThread, ordering: .relaxed)
    return true
  }

  /// Becomes the owner if the gate is at rest.
  @usableFromInline func enter() -> Bool {
    var seen = word.load(ordering: .relaxed)
    while seen < Self.busy {
      let (exchanged, original) = word.weakCompareExchange(expected: seen, desired: Self.busy, ordering: .acquiring)
      if exchanged {
        owner.store(currentThread, ordering: .relaxed)
        return true
      }
      seen = original
    }
    return false
  }

  /// Becomes the owner if the gate is at rest, or else pushes a request.
  ///
  /// - Returns: Whether the caller is the owner now. Then the request was not pushed, and the caller must perform it.
  @usableFromInline func enter(orPush request: Request) -> Bool {
    // A reference for the stack, which `takeRequests` passes to its caller.
    let reference = Unmanaged.passRetained(request)
    let address = UInt(bitPattern: reference.toOpaque())
    while true {
      if enter() {
        reference.release()
        return true
      }
      let seen = word.load(ordering: .relaxed)
      guard seen >= Self.busy else { continue }
      let newest = seen & ~Self.offered
      request.next = newest == Self.busy ? 0 : newest
      let desired = address | (seen & Self.offered)
      if word.weakCompareExchange(expected: seen, desired: desired, ordering: .releasing).exchanged { return false }
    }
  }

  /// For the owner: gives the gate up unless a request is pending.
  @inlinable func leave(quiet: Bool) -> Bool {
    word.compareExchange(expected: Self.busy, desired: quiet ? Self.quiet : Self.idle, ordering: .releasing).exchanged
  }

  /// For the owner: takes all pending requests.
  ///
  /// - Returns: The address of the oldest request, or 0 if there is none. It links to the others in the order in which
  ///   they were pushed. The caller owns the references.
  @usableFromInline func takeRequests() -> UInt {
    var newest = word.exchange(Self.busy, ordering: .acquiring)
    guard newest != Self.busy else { return 0 }
    var oldest: UInt = 0
    while let pointer = UnsafeRawPointer(bitPattern: newest) {
      Unmanaged<Request>.fromOpaque(pointer)._withUnsafeGuaranteedRef { request in
        (request.next, oldest, newest) = (oldest, newest, request.next)
      }
    }
    return oldest
  }

  // MARK: Handing over

  /// Whether the calling thread is the owner. Always true for the owner; may also be true for a previous owner.
  var isOwnedHere: Bool { owner.load(ordering: .relaxed) == currentThread }

  var isOffered: Bool { Self.isOffered(word.load(ordering: .relaxed)) }

  private static func isOffered(_ word: UInt) -> Bool { word > busy && word & offered != 0 }

  /// For the owner: lets another thread become the owner. The caller is no longer the owner.
  func offer() {
    var seen = word.load(ordering: .relaxed)
    while true {
      let (exchanged, original) = word.weakCompareExchange(
        expected: seen,
        desired: seen | Self.offered,
        ordering: .releasing
      )
      if exchanged { return }
      seen = original
    }
  }

  /// Becomes the owner if the gate is offered.
  func takeOver() -> Bool {
    var seen = word.load(ordering: .relaxed)
    while Self.isOffered(seen) {
      let (exchanged, original) = word.weakCompareExchange(
        expected: seen,
        desired: seen & ~Self.offered,
        ordering: .acquiring
      )
      if exchanged {
        owner.store(currentThread, ordering: .relaxed)
        return true
      }
      seen = original
    }
    return false
  }
}
