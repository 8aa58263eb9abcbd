#if canImport(Darwin)
import Synchronization
#endif

/// How a thread waits while another thread holds a gate briefly.
///
/// A brief holder runs some dozen instructions, unless the system suspends it. On Darwin it holds a mutex meanwhile,
/// which a waiting thread locks and unlocks: the waiting thread so donates its priority to the holder. Elsewhere a
/// waiting thread sleeps. It does not yield, because dozens of other threads may then run for milliseconds each before
/// the holder does.
///
/// The mutex publishes nothing: the word of the gate does.
struct Door: ~Copyable, Sendable {
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
