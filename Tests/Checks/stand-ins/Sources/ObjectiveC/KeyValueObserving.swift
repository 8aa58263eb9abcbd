// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Key-value observation, which belongs to Foundation, where Objective-C is. A class of the stand-ins, or of a test,
// calls `didChangeValue(for:)` itself.

public import Foundation

/// https://developer.apple.com/documentation/foundation/nskeyvalueobservingoptions
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// https://developer.apple.com/documentation/foundation/nskeyvalueobservedchange
public struct NSKeyValueObservedChange<Value> {}

/// https://developer.apple.com/documentation/foundation/nskeyvalueobservation
///
/// As the original it has an observer, which the observed object retains, too, and which retains the closure.
public class NSKeyValueObservation: NSObject {
  final class Observer: @unchecked Sendable {
    // Unchecked: the closure is not called by two threads at a time in the tests.
    let keyPath: AnyKeyPath
    let onChange: (NSObject) -> Void
    weak let object: NSObject?

    init(_ object: NSObject, _ keyPath: AnyKeyPath, _ onChange: @escaping (NSObject) -> Void) {
      self.object = object
      self.keyPath = keyPath
      self.onChange = onChange
    }

    var key: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
  }

  private let observer: Observer

  init(_ observer: Observer) { self.observer = observer }

  public func invalidate() {
    if let object = observer.object { objc_setAssociatedObject(object, observer.key, nil, .OBJC_ASSOCIATION_RETAIN) }
  }

  deinit { invalidate() }
}

extension NSObjectProtocol where Self: NSObject {
  /// https://developer.apple.com/documentation/foundation/nsobjectprotocol/observe(_:options:changehandler:)
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>,
    options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let observer = NSKeyValueObservation.Observer(self, keyPath) { object in
      if let object = object as? Self { changeHandler(object, NSKeyValueObservedChange()) }
    }
    objc_setAssociatedObject(self, observer.key, observer, .OBJC_ASSOCIATION_RETAIN)
    if options.contains(.initial) { observer.onChange(self) }
    return NSKeyValueObservation(observer)
  }

  /// https://developer.apple.com/documentation/foundation/nsobjectprotocol/didchangevalue(for:)
  public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    guard let holder = self as? any AssociationHolder else { return }
    for case let observer as NSKeyValueObservation.Observer in holder.associations.all
    where holder.hasOneObservedProperty || observer.keyPath == keyPath {
      observer.onChange(self)
    }
  }
}
