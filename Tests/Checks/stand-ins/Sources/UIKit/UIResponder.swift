// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stands in for UIKit where there is none. Declarations are those of Apple's documentation, whose pages are named, as
// far as they are used. Foundation is not exported: a file that uses its Swift interface imports it, as upcoming
// feature `MemberImportVisibility` requires.

public import Foundation
@_exported public import class Foundation.NSCoder
@_exported public import ObjectiveC

/// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor open class UIResponder: NSObject, AssociationHolder {
  nonisolated public let associations = Associations()
  nonisolated open var hasOneObservedProperty: Bool { false }

  public override init() {
    super.init()
  }
}

// https://developer.apple.com/documentation/uikit/uiresponder/keyboardframeenduserinfokey
extension UIResponder {
  nonisolated public static let keyboardWillShowNotification = NSNotification.Name("keyboardWillShow")
  nonisolated public static let keyboardWillHideNotification = NSNotification.Name("keyboardWillHide")
  nonisolated public static let keyboardFrameEndUserInfoKey = "keyboardFrameEnd"
}

/// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: UIResponder {
  public private(set) var subviews: [UIView] = []
  public private(set) weak var superview: UIView?
  public private(set) var gestureRecognizers: [UIGestureRecognizer]?
  open var isHidden = false

  public override init() {
    super.init()
  }

  public init(frame: CGRect) {
    super.init()
  }

  public required init?(coder: NSCoder) {
    super.init()
  }

  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
  }

  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
  }
}

/// https://developer.apple.com/documentation/uikit/uiscrollview
@MainActor open class UIScrollView: UIView {
  nonisolated open override var hasOneObservedProperty: Bool { true }

  open var contentSize = CGSize.zero

  /// Observers are told of it, whether the user or code changes it.
  open var contentOffset = CGPoint.zero {
    didSet { didChangeValue(for: \UIScrollView.contentOffset) }
  }
}

/// https://developer.apple.com/documentation/uikit/uisearchbar
@MainActor open class UISearchBar: UIView {
  private let field = UISearchTextField()

  @available(tvOS, unavailable)
  public var searchTextField: UISearchTextField { field }

  open var text: String? {
    get { field.text }
    set { field.text = newValue }
  }
}

/// https://developer.apple.com/documentation/uikit/uilabel
@MainActor open class UILabel: UIView {
  open var text: String?
}

/// https://developer.apple.com/documentation/uikit/uiimage
open class UIImage: NSObject, @unchecked Sendable {}
