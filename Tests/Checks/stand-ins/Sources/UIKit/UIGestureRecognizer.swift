// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

/// https://developer.apple.com/documentation/uikit/uigesturerecognizer
@MainActor open class UIGestureRecognizer: NSObject, AssociationHolder {
  /// https://developer.apple.com/documentation/uikit/uigesturerecognizer/state-swift.enum
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
  }

  private struct Target {
    /// Targets are not retained.
    weak var object: AnyObject?
    let action: Selector
  }

  nonisolated public let associations = Associations()
  private var targets: [Target] = []

  open internal(set) var state = State.possible

  public init(target: Any?, action: Selector?) {
    super.init()
    if let target, let action { addTarget(target, action: action) }
  }

  public override init() {
    super.init()
  }

  /// https://developer.apple.com/documentation/uikit/uigesturerecognizer/addtarget(_:action:)
  open func addTarget(_ target: Any, action: Selector) {
    targets.append(Target(object: target as AnyObject, action: action))
  }

  /// https://developer.apple.com/documentation/uikit/uigesturerecognizer/removetarget(_:action:)
  open func removeTarget(_ target: Any?, action: Selector?) {
    targets.removeAll { $0.object == nil || target == nil || $0.object === target as AnyObject }
  }

  /// What a user does. Not UIKit's.
  public func recognize(_ state: State = .ended) {
    self.state = state
    for target in targets {
      if let object = target.object { target.action.perform(on: object) }
    }
  }

  /// Not UIKit's.
  public var targetCount: Int { targets.count }
}

/// https://developer.apple.com/documentation/uikit/uitapgesturerecognizer
@MainActor open class UITapGestureRecognizer: UIGestureRecognizer {}
