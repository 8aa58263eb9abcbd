#if canImport(ObjectiveC)
package import Foundation
import ObjectiveC

/// Objects that another object retains, until it is deinitialized or they are removed. May be called on any thread.
///
/// The functions are members of a type. In an extension of a subclass of `NSObject`, an unqualified call finds the
/// members of `NSObject` first, unavailable ones too: there `release(_:)` would be `NSObject.release()`.
package enum Association {
  /// Retains an object for as long as its holder lives.
  package static func add(_ object: AnyObject, to holder: NSObject) {
    objc_setAssociatedObject(holder, key(of: object), object, .OBJC_ASSOCIATION_RETAIN)
  }

  /// Releases an object that was added.
  package static func remove(_ object: AnyObject, from holder: NSObject) {
    objc_setAssociatedObject(holder, key(of: object), nil, .OBJC_ASSOCIATION_RETAIN)
  }

  /// No other object has the same address while this one is retained.
  private static func key(of object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
  }
}
#endif
