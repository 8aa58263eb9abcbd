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
  /// sleeps once at most for that (Contract 4), or never if the library itself makes it. A broadcast of user code inside
  /// is a call of its own, as far as its own pair is concerned: what junctions behind that pair push belongs to this
  /// call.
  @usableFromInline static func onceAtMost(isAllowed: Bool = true, _ body: () -> Void) {
    let call = begin(isAllowed: isAllowed)
    body()
    end(call)
  }

  /// Begins a call that sleeps once at most, as `onceAtMost`.
  ///
  /// - Returns: What the caller passes to `end` when the call is over: the state of the thread, or nil inside of
  ///   another such call.
  @usableFromInline static func begin(isAllowed: Bool = true) -> UnsafeMutableRawPointer? {
    let state = ThreadState.current
    guard state.pointee.beginCall(maySleep: isAllowed) else { return nil }
    return UnsafeMutableRawPointer(state)
  }

  /// - Returns: Whether the call has slept.
  @inlinable @inline(__always)
  @discardableResult
  static func end(_ call: UnsafeMutableRawPointer?) -> Bool {
    if let call { end(of: call) } else { false }
  }

  @usableFromInline static func end(of call: UnsafeMutableRawPointer) -> Bool {
    call.assumingMemoryBound(to: ThreadState.self).pointee.endCall()
  }

  /// Whether the present call, which is not a broadcast of user code, may sleep now. If it may, it may not again.
  static func mayBegin() -> Bool { ThreadState.current.pointee.maySleep() }
}

/// The identity of the calling thread. Two threads that exist at the same time have different identities.
@inlinable var currentThread: UInt {
  #if canImport(Darwin) || canImport(Musl)
  UInt(bitPattern: pthread_self())
  #else
  UInt(pthread_self())
  #endif
}
