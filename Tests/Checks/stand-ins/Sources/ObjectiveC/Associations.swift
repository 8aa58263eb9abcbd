// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation

/// https://developer.apple.com/documentation/objectivec/objc_associationpolicy
public enum objc_AssociationPolicy: UInt {
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  case OBJC_ASSOCIATION_RETAIN = 769
}

/// https://developer.apple.com/documentation/objectivec/objc_setassociatedobject(_:_:_:_:)
public func objc_setAssociatedObject(
  _ object: Any,
  _ key: UnsafeRawPointer,
  _ value: Any?,
  _ policy: objc_AssociationPolicy
) {
  guard let holder = object as? any AssociationHolder else {
    fatalError("a stand-in that can have associated objects must have associations: \(type(of: object))")
  }
  holder.associations.set(value, for: key)
}

/// Where the stand-ins keep the objects that are associated with them. They are released with it.
public final class Associations: @unchecked Sendable {
  // Unchecked: accessed under the lock.
  private var objects: [UnsafeRawPointer: Any] = [:]
  private let lock = NSLock()

  public init() {}

  public var count: Int { lock.withLock { objects.count } }

  var all: [Any] { lock.withLock { Array(objects.values) } }

  func set(_ object: Any?, for key: UnsafeRawPointer) {
    lock.lock()
    let former = objects[key]
    objects[key] = object
    lock.unlock()
    // Released outside of the lock.
    withExtendedLifetime(former) {}
  }
}

/// A stand-in that can have associated objects.
public protocol AssociationHolder: AnyObject {
  var associations: Associations { get }

  /// Whether it has one property that can be observed. On Linux the compiler makes different key paths of one property,
  /// in generic code and elsewhere.
  var hasOneObservedProperty: Bool { get }
}

extension AssociationHolder {
  public var hasOneObservedProperty: Bool { false }
}
