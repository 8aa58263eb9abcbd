#if !canImport(Darwin)
public import Synchronization

/// A spinlock in one word. A waiting thread spins for some ten microseconds, and then sleeps again and again.
///
/// The unlocking operation must not be a store alone. The optimizer treats every store, an atomic one too, as an
/// instruction that cannot release an object, and moves the retain of a copied reference below it. A reader that copies
/// a reference out of the guarded state would retain it after another thread could have replaced and released it. The
/// optimizer moves no retain past a fence, nor past an exchange, which is a read-modify-write operation. On x86-64 the
/// fence takes no instruction, and the store costs less than an exchange. On arm64 the exchange costs less.
@usableFromInline
struct LockWord: ~Copyable, Sendable {
  @inlinable static var free: UInt8 { 0 }
  @inlinable static var held: UInt8 { 1 }

  @usableFromInline let word = Atomic<UInt8>(0)

  @usableFromInline init() {}

  @inlinable @inline(__always)
  func lock() {
    // Acquires the guarded state from `unlock`, as the exchange in `wait` does.
    if !word.compareExchange(expected: Self.free, desired: Self.held, ordering: .acquiring).exchanged { wait() }
  }

  @inlinable @inline(__always)
  func unlock() {
    // Publishes the guarded state.
    #if arch(x86_64)
    atomicMemoryFence(ordering: .releasing)
    word.store(Self.free, ordering: .releasing)
    #else
    _ = word.exchange(Self.free, ordering: .releasing)
    #endif
  }

  @usableFromInline func wait() {
    while word.exchange(Self.held, ordering: .acquiring) != Self.free {
      if !isSoonFree { Pause.sleep() }
    }
  }

  /// Whether the lock is free now, or within some ten microseconds. If other threads take the lock all the time, a single
  /// load would seldom find it free. Relaxed: the exchange decides.
  private var isSoonFree: Bool {
    for _ in 0..<10_000 where word.load(ordering: .relaxed) == Self.free { return true }
    return false
  }
}
#endif
