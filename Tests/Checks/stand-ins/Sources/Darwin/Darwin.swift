// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NoLeadingUnderscores
// Stands in for Darwin where there is none, by way of the C library of Linux. Declarations are as the compiler imports the
// headers of Apple's SDK, which are named.

import Glibc

/// <pthread.h>: `pthread_t` is a pointer.
public struct _opaque_pthread_t {}

public func pthread_self() -> UnsafeMutablePointer<_opaque_pthread_t>! {
  UnsafeMutablePointer(bitPattern: UInt(Glibc.pthread_self()))
}

/// <sched.h>
@discardableResult
public func sched_yield() -> Int32 { Glibc.sched_yield() }

/// <unistd.h>
public typealias useconds_t = UInt32

/// <unistd.h>
@discardableResult
public func usleep(_ microseconds: useconds_t) -> Int32 { Glibc.usleep(microseconds) }

/// <sys/_types/_timespec.h>: both members are `long`.
public struct timespec {
  public var tv_sec = 0
  public var tv_nsec = 0

  public init() {}
}

/// <time.h>: an enumeration without a fixed type.
public struct clockid_t: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt32

  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// <time.h>
public var CLOCK_MONOTONIC: clockid_t { clockid_t(6) }

/// <time.h>
@discardableResult
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 {
  precondition(clock == CLOCK_MONOTONIC, "the stand-in has one clock")
  var now = Glibc.timespec()
  let result = Glibc.clock_gettime(Glibc.CLOCK_MONOTONIC, &now)
  time.pointee.tv_sec = now.tv_sec
  time.pointee.tv_nsec = now.tv_nsec
  return result
}
