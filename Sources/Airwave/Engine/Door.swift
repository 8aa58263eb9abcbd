public import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The second word of a channel that keeps values: it lets others read them while the owner of the gate is busy
/// elsewhere.
///
/// Whoever has closed the door has the replay buffer. A gate at rest has a closed door, for then a reader
/// uses the gate. The owner opens it before it runs code that is not the channel's own, and closes it before it changes the
/// buffer and before it leaves. A reader closes it, copies, and opens it again. Neither runs anybody's code
/// meanwhile, so that waiting for the door ends with the change or the copy, and cannot deadlock.
@usableFromInline
struct Door: ~Copyable, Sendable {
  @usableFromInline let isOpen: Atomic<Bool>

  @usableFromInline init(isOpen: Bool = false) {
    self.isOpen = Atomic(isOpen)
  }

  @inlinable func open() {
    isOpen.store(true, ordering: .releasing)
  }

  @inlinable func closeIfOpen() -> Bool {
    isOpen.compareExchange(expected: true, desired: false, ordering: .acquiring).exchanged
  }

  @inlinable func close() {
    var wait = Wait()
    while !closeIfOpen() { wait.turn() }
  }
}

/// Waits for a thread that changes or copies values, and runs nobody's code meanwhile.
@usableFromInline
struct Wait {
  private var turns = 0

  @usableFromInline init() {}

  /// Lets another thread go first. Sleeps after a while, so that one of low priority gets on, too.
  @usableFromInline mutating func turn() {
    turns += 1
    if turns < 100 { sched_yield() } else { usleep(50) }
  }
}
