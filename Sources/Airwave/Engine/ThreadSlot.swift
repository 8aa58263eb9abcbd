#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A pointer that each thread has for itself (thread-specific data of POSIX). It is nil at first.
///
/// The engine stores pointers to variables on the stack of the thread, and restores the former pointer before such a
/// variable goes out of scope. So nothing is left when a thread ends.
struct ThreadSlot: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "Airwave: the process has no thread-specific key left")
    self.key = key
  }

  var pointer: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { _ = pthread_setspecific(key, newValue) }
  }
}
