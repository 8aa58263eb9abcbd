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
  @usableFromInline let isOpen = Atomic<Bool>(false)

  @usableFromInline init() {}

  @inlinable func open() {
    isOpen.store(true, ordering: .releasing)
  }

  @inlinable func closeIfOpen() -> Bool {
    isOpen.compareExchange(expected: true, desired: false, ordering: .acquiring).exchanged
  }

  @inlinable func close() {
    while !closeIfOpen() { yieldThread() }
  }
}

/// Lets another thread go first, one that changes or copies the replayed values.
@usableFromInline
func yieldThread() {
  sched_yield()
}
