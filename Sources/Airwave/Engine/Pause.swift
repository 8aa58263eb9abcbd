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
  /// sleeps once at most for that (see `PresentCall`), or never if the library itself makes it.
  @usableFromInline static func onceAtMost(isAllowed: Bool = true, _ body: () -> Void) {
    let state = ThreadState.current
    let isOutermost = state.pointee.call.begin(maySleep: isAllowed)
    body()
    if isOutermost { state.pointee.call.end() }
  }

  /// Calls a function that sends up to `count` values in a loop of the library. The call sleeps once at most for that.
  ///
  /// - Returns: Whether it has slept inside of the function.
  @usableFromInline @discardableResult
  static func onceAtMost(inLoopOf count: Int, _ body: () -> Void) -> Bool {
    let state = ThreadState.current
    let outer = state.pointee.call.enterLoop(of: count)
    body()
    return state.pointee.call.leaveLoop(in: outer)
  }

  /// Whether the present call may sleep now. If it may, it may not again.
  static func mayBegin(after push: PresentCall.Push) -> Bool { ThreadState.current.pointee.call.maySleep(after: push) }
}

/// The identity of the calling thread. Two threads that exist at the same time have different identities.
@inlinable var currentThread: UInt {
  #if canImport(Darwin) || canImport(Musl)
  UInt(bitPattern: pthread_self())
  #else
  UInt(pthread_self())
  #endif
}
