// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

/// https://developer.apple.com/documentation/uikit/uibaritem
@MainActor open class UIBarItem: NSObject, AssociationHolder {
  nonisolated public let associations = Associations()
  open var title: String?

  public override init() {
    super.init()
  }
}

/// https://developer.apple.com/documentation/uikit/uibarbuttonitem
@MainActor open class UIBarButtonItem: UIBarItem {
  /// https://developer.apple.com/documentation/uikit/uibarbuttonitem/style-swift.enum
  public enum Style: Int, Sendable {
    case plain = 0
  }

  /// https://developer.apple.com/documentation/uikit/uibarbuttonitem/target
  open weak var target: AnyObject?
  /// https://developer.apple.com/documentation/uikit/uibarbuttonitem/action
  open var action: Selector?

  public convenience init(title: String?, style: UIBarButtonItem.Style, target: Any?, action: Selector?) {
    self.init()
    self.title = title
    self.target = target.map { $0 as AnyObject }
    self.action = action
  }

  /// What a user does. Not UIKit's.
  public func tap() {
    if let target, let action { action.perform(on: target) }
  }
}
