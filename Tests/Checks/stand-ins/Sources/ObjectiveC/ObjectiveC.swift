// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// As much of the Objective-C runtime's Swift interface as AirwaveUI uses.

public import Foundation
@_exported public import class Foundation.NSObject
@_exported public import protocol Foundation.NSObjectProtocol

// https://developer.apple.com/documentation/objectivec/nsobject-swift.class The members of NSObject that the compiler
// imports as unavailable. An unqualified call in an extension of a subclass finds them before a global function.
extension NSObject {
  @available(*, unavailable, message: "'release' is unavailable: not available in automatic reference counting mode")
  public func release() { fatalError() }

  @available(*, unavailable, message: "'retain' is unavailable: not available in automatic reference counting mode")
  public func retain() -> Self! { fatalError() }

  @available(
    *,
    unavailable,
    message: "'autorelease' is unavailable: not available in automatic reference counting mode"
  )
  public func autorelease() -> Self! { fatalError() }

  @available(
    *,
    unavailable,
    message: "'retainCount' is unavailable: not available in automatic reference counting mode"
  )
  public func retainCount() -> UInt { fatalError() }

  @available(*, unavailable, message: "use 'deinit' to define a de-initializer")
  public func dealloc() { fatalError() }
}

/// https://developer.apple.com/documentation/objectivec/selector
///
/// Here it holds the method itself, since there is no Objective-C to look it up.
public struct Selector: Sendable {
  private let method: @MainActor (AnyObject) -> Void

  /// Stands for `#selector(Target.method)`.
  public init<Target: AnyObject>(_ method: @escaping @MainActor (Target) -> @MainActor () -> Void) {
    self.method = { target in if let target = target as? Target { method(target)() } }
  }

  /// What the runtime does when a control sends an action.
  @MainActor public func perform(on target: AnyObject) { method(target) }
}
