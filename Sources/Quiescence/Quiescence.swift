package import Synchronization

/// How a task waits until no other task of its test can go on.
///
/// The seam between EveryOrder, which knows that while it conducts a test, and AirwaveTesting, which wants to know it.
/// So neither needs the other. No product has this module for itself.
package enum Quiescence {
  /// Set once by EveryOrder. Returns false at once where no test is conducted, and otherwise true as soon as nothing
  /// else is ready.
  package static let wait = Mutex<(@Sendable () async -> Bool)?>(nil)

  /// Waits until no other task of the test that is conducted is ready.
  ///
  /// - Returns: Whether that is known. Otherwise the call returns at once.
  package static func reached() async -> Bool {
    guard let wait = wait.withLock(\.self) else { return false }
    return await wait()
  }
}
