#if !canImport(Darwin)
public import Synchronization

/// A spinlock in one word. A waiting thread first yields the processor, and sleeps after a while.
///
/// | Operation | Ordering | Pairs with | Publishes |
/// |---|---|---|---|
/// | `lock`: compare-exchange from `free` | acquiring | `unlock` | nothing |
/// | `wait`: exchange to `contended` | acquiring | `unlock` | that a thread waits |
/// | `unlock`: exchange to `free` | releasing | `lock`, `wait` | all changes to the guarded state |
/// | `wait`: load | relaxed | nothing: the exchange behind it decides | |
/// | `isContended`: load | relaxed | nothing: a hint | |
///
/// The unlocking operation must not be a store. The optimizer treats every store, an atomic one too, as an instruction
/// that cannot release an object, and moves the retain of a copied reference below it. A reader that copies a reference
/// out of the guarded state would retain it after another thread could have replaced and released it. An exchange is a
/// read-modify-write operation, which the optimizer does not move a retain across.
///
/// The three states are those of the mutex in U. Drepper, "Futexes Are Tricky", 2011.
@usableFromInline
struct LockWord: ~Copyable, Sendable {
  @inlinable static var free: UInt8 { 0 }
  @inlinable static var held: UInt8 { 1 }
  /// Held, and another thread waits for it.
  @inlinable static var contended: UInt8 { 2 }

  @usableFromInline let word = Atomic<UInt8>(0)

  @usableFromInline init() {}

  @inlinable @inline(__always)
  func lock() {
    if !word.compareExchange(expected: Self.free, desired: Self.held, ordering: .acquiring).exchanged { wait() }
  }

  @inlinable @inline(__always)
  func unlock() {
    _ = word.exchange(Self.free, ordering: .releasing)
  }

  @usableFromInline func wait() {
    var pause = Pause()
    repeat {
      pause.next()
      // If other threads take the lock all the time, a single load would seldom find it free.
      for _ in 0..<100 where word.load(ordering: .relaxed) == Self.free { break }
    } while word.exchange(Self.contended, ordering: .acquiring) != Self.free
  }

  @inlinable var isContended: Bool { word.load(ordering: .relaxed) == Self.contended }
}
#endif
