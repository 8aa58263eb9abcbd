public import Synchronization

/// The atomic word that decides which thread may access a channel's state.
///
/// The word is `quiet` or `idle` while the gate is *at rest*: no thread may access the state. The thread that changes
/// the word from rest to `busy` or `brief` is the *holder*, and may access the state.
///
/// A holder that calls listeners is *busy*. Another thread pushes a request onto a linked stack, and continues. The
/// word is then the address of the newest request. The holder cannot leave while a request is pending.
///
/// A holder that runs no user code is *brief*. Another thread pushes nothing: it waits until the holder leaves or
/// becomes busy, which is usually some dozen instructions later. So no thread ever waits for user code. A call that is
/// not a broadcast holds the gate briefly, unless it must call a listener, and finds no request of others when it
/// leaves. A busy holder also becomes brief while it takes the stack. Otherwise a thread that joins and leaves without
/// pause could push a request whenever the holder has performed the one before.
///
/// A holder that has worked for long, or that must not call the listeners of others, *offers* the gate by setting the
/// lowest bit of the word, and returns. There is then no holder, although requests are pending, and the thread that
/// clears the bit becomes the holder: a thread that broadcasts, or the drainer that the offering thread has scheduled.
///
/// ```
///            enter            push                     offer
///  quiet ──┐        ┌──▶ busy ─────▶ request ─▶ … ◀──────────▶ request | 1
///          ├────────┤     ▲ │           │    ▲ push  takeOver      │    ▲ push
///  idle ───┘ ◀──────┼─────┼─┘ leave     └────┘                     └────┘
///     ▲             │     │ becomeBusy  │
///     │ leaveBriefly└──▶ brief ◀────────┘ takeRequests
///     └──────────────────┘   (others wait)
/// ```
///
/// Invariants:
///
/// 1. The word says whether there is a holder: none if it is `quiet`, `idle` or offered, and one thread otherwise.
/// 2. While there is a holder, other threads change the word by pushes alone, and not while it is `brief`.
/// 3. A request belongs to the thread that pushes it until the push, and to the holder after the holder has taken it.
///    Between the two no thread writes it.
/// 4. Only the thread that is the busy holder, or becomes it, writes `holder`.
///
/// This is a Treiber stack (R. K. Treiber, "Systems Programming: Coping with Parallelism", 1986) whose elements are
/// only removed all at once. A push compares addresses only, so the reuse of an address does no harm (the ABA problem).
///
/// The newest of several requests publishes all of them: what other threads push onto the word of the first one are
/// read-modify-write operations, which carry its release on (a release sequence).
@usableFromInline struct Gate: ~Copyable, Sendable {
  /// At rest, and a broadcast would change nothing: there is no listener and no replay, or the pair is finished.
  @inlinable static var quiet: UInt { 0 }
  /// At rest, and a broadcast would reach a listener or the replay buffer.
  @inlinable static var idle: UInt { 1 }
  /// Held, without a pending request. Addresses of requests are larger.
  @inlinable static var busy: UInt { 2 }
  /// Held by a thread that runs no user code, and soon leaves or becomes busy. Even, because the gate is not offered.
  @usableFromInline static var brief: UInt { 4 }
  /// The bit that is added to `busy`, or to the address of a request, while the gate is offered.
  static var offered: UInt { 1 }

  @usableFromInline let word: Atomic<UInt>

  /// The thread that became the busy holder most recently, or 0 after an offer. A thread compares it only with its own
  /// identity. Relaxed: a thread sees its own stores, and an identity that is not its own makes no difference to it.
  @usableFromInline let holder = Atomic<UInt>(0)

  /// Locked by the brief holder.
  private let donation = PriorityDonation()

  @usableFromInline init(quiet: Bool) {
    word = Atomic(quiet ? Self.quiet : Self.idle)
  }

  /// Whether the calling thread is the busy holder, or some thread is the brief one, which leaves no name. What is
  /// asserted where only the holder may be.
  @usableFromInline var mayBeHeldHere: Bool {
    let seen = word.load(ordering: .relaxed)
    return seen == Self.brief || seen >= Self.busy && !Self.isOffered(seen) && isHeldHere
  }

  /// Whether a broadcast can return at once.
  ///
  /// Relaxed: a caller that knows of a listener has synchronized with its joining.
  @inlinable var isQuiet: Bool { word.load(ordering: .relaxed) == Self.quiet }

  /// Becomes the busy holder if the gate is idle.
  @inlinable func enterIfIdle() -> Bool {
    // Acquires the channel's state from `leave` or `leaveBriefly`.
    guard word.compareExchange(expected: Self.idle, desired: Self.busy, ordering: .acquiring).exchanged else {
      return false
    }
    holder.store(currentThread, ordering: .relaxed)
    return true
  }

  /// Becomes the holder if the gate is at rest. Waits while another thread holds it briefly.
  ///
  /// - Parameter state: `busy` or `brief`.
  /// - Returns: Whether the caller is the holder now.
  @usableFromInline func enter(as state: UInt) -> Bool {
    // Relaxed: the exchange decides.
    var seen = word.load(ordering: .relaxed)
    while true {
      if seen < Self.busy {
        // Before the exchange, so that a thread that finds the gate held briefly finds the mutex locked.
        if state == Self.brief { donation.lock() }
        // Acquires the channel's state from `leave` or `leaveBriefly`.
        let (exchanged, original) = word.weakCompareExchange(expected: seen, desired: state, ordering: .acquiring)
        if exchanged {
          if state == Self.busy { holder.store(currentThread, ordering: .relaxed) }
          return true
        }
        if state == Self.brief { donation.unlock() }
        seen = original
      } else if seen == Self.brief {
        seen = waitWhileBrief()
      } else {
        return false
      }
    }
  }

  /// Waits until no thread holds the gate briefly.
  ///
  /// - Returns: The word.
  @inline(never) private func waitWhileBrief() -> UInt {
    while true {
      for _ in 0..<100 {
        let seen = word.load(ordering: .relaxed)
        if seen != Self.brief { return seen }
      }
      donation.waitUntilUnlocked()
    }
  }

  /// Becomes the holder if the gate is at rest, or else pushes a request.
  ///
  /// - Parameters:
  ///   - state: `busy` or `brief`.
  ///   - request: A reference to the request. If the request is pushed, the stack owns the reference, until
  ///     `takeRequests` passes it to its caller. The pushing thread must not use it afterwards.
  /// - Returns: Whether the caller is the holder now. Then the request was not pushed, and the caller must perform it.
  @usableFromInline func enter(as state: UInt, orPush request: Unmanaged<Request>) -> Bool {
    request._withUnsafeGuaranteedRef { $0.thread = currentThread }
    let address = UInt(bitPattern: request.toOpaque())
    while true {
      if enter(as: state) { return true }
      // Relaxed: the exchange decides.
      let seen = word.load(ordering: .relaxed)
      guard seen >= Self.busy, seen != Self.brief else { continue }
      let newest = seen & ~Self.offered
      request._withUnsafeGuaranteedRef { $0.next = newest == Self.busy ? 0 : newest }
      let desired = address | (seen & Self.offered)
      // Publishes the request, and what its thread has done before, to `takeRequests`.
      if word.weakCompareExchange(expected: seen, desired: desired, ordering: .releasing).exchanged { return false }
    }
  }

  /// For a busy holder: gives the gate up unless a request is pending.
  @inlinable func leave(quiet: Bool) -> Bool {
    // Publishes the channel's state to the next holder.
    word.compareExchange(expected: Self.busy, desired: quiet ? Self.quiet : Self.idle, ordering: .releasing).exchanged
  }

  /// For a brief holder: gives the gate up. No request can be pending.
  @usableFromInline func leaveBriefly(quiet: Bool) {
    assert(word.load(ordering: .relaxed) == Self.brief, "only a brief holder leaves briefly")
    let rest = quiet ? Self.quiet : Self.idle
    // Publishes the channel's state to the next holder. Not a store alone, which the optimizer moves retains below.
    #if arch(x86_64)
    atomicMemoryFence(ordering: .releasing)
    word.store(rest, ordering: .releasing)
    #else
    _ = word.exchange(rest, ordering: .releasing)
    #endif
    donation.unlock()
  }

  /// For a brief holder: becomes busy, and may run user code. Other threads push requests from now on.
  @usableFromInline func becomeBusy() {
    assert(word.load(ordering: .relaxed) == Self.brief, "only a brief holder becomes busy")
    holder.store(currentThread, ordering: .relaxed)
    // Relaxed: a thread that pushes reads nothing of the channel's state.
    word.store(Self.busy, ordering: .relaxed)
    donation.unlock()
  }

  /// For a busy holder: takes all pending requests, and becomes brief.
  ///
  /// - Returns: The address of the oldest request, or 0 if there is none. It links to the others in the order in which
  ///   they were pushed. The caller owns the references.
  @usableFromInline func takeRequests() -> UInt {
    assert(word.load(ordering: .relaxed) != Self.brief && mayBeHeldHere, "only a busy holder takes requests")
    donation.lock()
    // Acquires the requests. No release: the next holder acquires the word of `leaveBriefly`, of `leave`, or of
    // `offer`.
    var newest = word.exchange(Self.brief, ordering: .acquiring)
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

  /// Whether the calling thread is the busy holder. Always true for the holder; may also be true for a previous one.
  var isHeldHere: Bool { holder.load(ordering: .relaxed) == currentThread }

  /// Relaxed: `takeOver` decides.
  var isOffered: Bool { Self.isOffered(word.load(ordering: .relaxed)) }

  private static func isOffered(_ word: UInt) -> Bool { word > busy && word & offered != 0 }

  /// For a busy holder: lets another thread become the holder. The caller no longer holds the gate.
  func offer() {
    assert(word.load(ordering: .relaxed) != Self.brief && mayBeHeldHere, "only a busy holder offers the gate")
    // What the caller broadcasts from now on, it broadcasts as one thread among others.
    holder.store(0, ordering: .relaxed)
    // Publishes the channel's state to `takeOver`.
    word.bitwiseOr(Self.offered, ordering: .releasing)
  }

  /// Becomes the busy holder if the gate is offered.
  func takeOver() -> Bool {
    // Relaxed: the exchange decides.
    var seen = word.load(ordering: .relaxed)
    while Self.isOffered(seen) {
      let taken = seen & ~Self.offered
      // Acquires the channel's state from `offer`.
      let (exchanged, original) = word.weakCompareExchange(expected: seen, desired: taken, ordering: .acquiring)
      if exchanged {
        holder.store(currentThread, ordering: .relaxed)
        return true
      }
      seen = original
    }
    return false
  }
}

/// How a thread waits while another thread holds a gate briefly.
///
/// A brief holder runs some dozen instructions, unless the system suspends it. On Darwin it holds a mutex meanwhile,
/// which a waiting thread locks and unlocks: the waiting thread so donates its priority to the holder. Elsewhere a
/// waiting thread sleeps. It does not yield, because dozens of other threads may then run for milliseconds each before
/// the holder does.
///
/// The mutex publishes nothing: the word of the gate does.
struct PriorityDonation: ~Copyable, Sendable {
  #if canImport(Darwin)
  // Not `withLock`: a holder is brief from one function of the gate to another.
  private let mutex = Mutex<Void>(())

  func lock() { mutex._unsafeLock() }
  func unlock() { mutex._unsafeUnlock() }
  func waitUntilUnlocked() { mutex.withLock { _ in } }
  #else
  func lock() {}
  func unlock() {}
  func waitUntilUnlocked() { Pause.sleep() }
  #endif
}
