#if NATS
import Airwave

/// The objects that the C client calls back, by number.
///
/// The client is given the number, not the address. A call that it makes after the object is removed finds nothing, so
/// that it does not matter when its threads end. The inbox alone is given an address, which is valid until its thread
/// has ended: see `GatheredMessages`.
final class Registry<Member: AnyObject & Sendable>: Sendable {
  private struct State {
    var members: [Int: Member] = [:]
    var newest = 0
  }

  private let state = Lock(State())

  /// - Returns: A number that was not used before.
  func reserve() -> Int {
    state.withLock { state in
      state.newest += 1
      return state.newest
    }
  }

  func insert(_ member: Member, at number: Int) {
    state.withLock { $0.members[number] = member }
  }

  func remove(_ number: Int) {
    // The last reference may be released here, outside of the lock.
    _ = state.withLock { $0.members.removeValue(forKey: number) }
  }

  /// The member whose number the client was given.
  subscript(closure: UnsafeMutableRawPointer?) -> Member? {
    state.withLock { $0.members[Int(bitPattern: closure)] }
  }
}

/// The closure that carries a number.
func closure(_ number: Int) -> UnsafeMutableRawPointer? {
  UnsafeMutableRawPointer(bitPattern: number)
}
#endif
