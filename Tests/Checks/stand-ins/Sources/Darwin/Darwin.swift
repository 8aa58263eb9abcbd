// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NoLeadingUnderscores
// Stands in for Darwin where there is none, by way of the C library of Linux. Declarations are as the compiler imports
// the headers of Apple's SDK, which are named.

import CDispatch
public import Dispatch
import Glibc

/// <pthread.h>: `pthread_t` is a pointer.
public struct _opaque_pthread_t {}

public func pthread_self() -> UnsafeMutablePointer<_opaque_pthread_t>! {
  UnsafeMutablePointer(bitPattern: UInt(Glibc.pthread_self()))
}

/// <pthread.h>: `pthread_key_t` is an `unsigned long`.
public typealias pthread_key_t = UInt

/// <pthread.h>: the destructor takes a pointer that is not null.
@discardableResult
public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>!,
  _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 {
  var number = Glibc.pthread_key_t()
  typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void
  let code = Glibc.pthread_key_create(&number, unsafeBitCast(destructor, to: Destructor?.self))
  key.pointee = UInt(number)
  return code
}

/// <pthread.h>
public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? {
  Glibc.pthread_getspecific(Glibc.pthread_key_t(key))
}

/// <pthread.h>
@discardableResult
public func pthread_setspecific(_ key: pthread_key_t, _ value: UnsafeRawPointer?) -> Int32 {
  Glibc.pthread_setspecific(Glibc.pthread_key_t(key), value)
}

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

/// <dispatch/queue.h>: belongs to Dispatch, whose module is that of Linux here. Knows the main queue, and that of the
/// caller.
public func __dispatch_queue_get_label(_ queue: DispatchQueue?) -> UnsafePointer<CChar> {
  precondition(queue == nil || queue?.label == DispatchQueue.main.label)
  return queue == nil ? dispatch_queue_get_label(nil) : dispatch_queue_get_label(dispatch_get_main_queue())
}
