#if !canImport(Darwin)
public import Synchronization

/// A spinlock in one word. A waiting thread spins for some ten microseconds, and then sleeps again and again.
///
/// The unlocking operation must not be a store alone. The optimizer moves the retain of a copied reference below an
/// atomic store that follows it, whatever the ordering of the store. Swift 6.3.1 compiles a reader that copies a
/// reference out of the guarded state, and then unlocks by a store, to this:
///
/// ```
/// %7 = load ptr, ptr %6
/// store atomic i8 0, ptr %1 release
/// %8 = tail call ptr @swift_retain(ptr returned %7)
/// ```
///
/// Between the store and the retain another thread can lock, replace the reference, and release the object for the last
/// time. The cause is `performLocalRetainMotion` in `lib/LLVMPasses/LLVMARCOpts.cpp` of the compiler. It moves a retain
/// down within a basic block, past every load and store, because these cannot release an object. It moves none past a
/// fence, past a read-modify-write operation such as an exchange, or past a call that it does not know. On x86-64 the
/// fence takes no instruction, and the store costs a third of an exchange. On arm64 the fence would be an instruction,
/// and the exchange costs less.
///
/// In all of the library, a reference, or the address that `passRetained` returns, is therefore published by an
/// exchange or a compare-and-exchange. A store alone is for a flag or a number that publishes no reference. Debug
/// builds and the thread sanitizer do not show the fault: `Tests/Checks/interleavings` and `Tests/Checks/memory` do.
@usableFromInline struct LockWord: ~Copyable, Sendable {
  @inlinable static var free: UInt8 { 0 }
  @inlinable static var held: UInt8 { 1 }

  @usableFromInline let word = Atomic<UInt8>(0)

  @usableFromInline init() {}

  @inlinable @inline(__always) func lock() {
    // Acquires the guarded state from `unlock`, as the exchange in `wait` does.
    if !word.compareExchange(expected: Self.free, desired: Self.held, ordering: .acquiring).exchanged { wait() }
  }

  @inlinable @inline(__always) func unlock() {
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

  /// Whether the lock is free now, or within some ten microseconds. If other threads take the lock all the time, a
  /// single load would seldom find it free. Relaxed: the exchange decides.
  private var isSoonFree: Bool {
    for _ in 0..<10_000 where word.load(ordering: .relaxed) == Self.free { return true }
    return false
  }
}
#endif
