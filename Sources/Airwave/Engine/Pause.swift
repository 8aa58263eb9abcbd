#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#elseif canImport(Android)
public import Android
#endif

/// The pauses of a thread that waits while another thread executes a few instructions, or that is slowed down.
@usableFromInline
enum Pause {
  /// Sleeps for 50 microseconds, or a little longer if the system's timer is coarse.
  ///
  /// - Parameter doublings: How often this time is doubled. It is 51 milliseconds after 10 doublings, and no longer.
  @usableFromInline static func sleep(doublings: Int32 = 0) {
    usleep(50 << UInt32(min(doublings, 10)))
  }
}

extension Pause {
  /// Calls a function that may push requests to many pairs, such as one that disposes of many listeners. The call
  /// sleeps once at most for that (see `PresentCall`). A call that the library itself makes, outside of any other, does
  /// not sleep before it has pushed more values than a loop of the library may.
  @usableFromInline static func onceAtMost(isAllowed: Bool = true, _ body: () -> Void) {
    let state = ThreadState.current
    let isOutermost = state.pointee.call.begin(maySleep: isAllowed)
    body()
    if isOutermost { state.pointee.call.end() }
  }

  /// Whether the present call may sleep now, after a push. If it may, it may not again.
  static func mayBegin(afterValue isValue: Bool) -> Bool {
    ThreadState.current.pointee.call.maySleep(afterValue: isValue)
  }
}

// Functions that are no members take no type as an argument, and so no instruction for it.

/// The state of the thread, and that of its call around the loop.
@usableFromInline typealias LibraryLoop = (state: UnsafeMutableRawPointer, outer: UInt64)

/// Begins a loop of the library, which sends up to `count` values. The call sleeps once at most for that (see
/// `PresentCall`).
///
/// - Returns: What the caller passes to `leaveLoop` behind the loop.
@usableFromInline func enterLoop(of count: Int32) -> LibraryLoop {
  let state = ThreadState.current
  return (UnsafeMutableRawPointer(state), unsafeBitCast(state.pointee.call.enterLoop(of: count), to: UInt64.self))
}

/// - Returns: Whether the call has slept in the loop.
@usableFromInline @discardableResult
func leaveLoop(_ loop: LibraryLoop) -> Bool {
  let state = loop.state.assumingMemoryBound(to: ThreadState.self)
  return state.pointee.call.leaveLoop(in: unsafeBitCast(loop.outer, to: PresentCall.self))
}

/// The identity of the calling thread. Two threads that exist at the same time have different identities.
@inlinable var currentThread: UInt {
  #if canImport(Darwin) || canImport(Musl)
  UInt(bitPattern: pthread_self())
  #else
  UInt(pthread_self())
  #endif
}
