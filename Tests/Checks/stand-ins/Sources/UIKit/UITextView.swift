// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

/// https://developer.apple.com/documentation/uikit/uitextview
@MainActor open class UITextView: UIScrollView {
  /// https://developer.apple.com/documentation/uikit/uitextview/textdidchangenotification
  nonisolated public class var textDidChangeNotification: NSNotification.Name {
    NSNotification.Name("UITextViewTextDidChangeNotification")
  }

  /// How often the text was set by code.
  public private(set) var writeCount = 0

  private var content = ""

  /// Setting it posts nothing. Never `nil` when it is read.
  open var text: String! {
    get { content }
    set {
      content = newValue ?? ""
      writeCount += 1
    }
  }

  /// What a user does. Not UIKit's.
  public func type(_ text: String) {
    content = text
    NotificationCenter.default.post(name: UITextView.textDidChangeNotification, object: self)
  }
}
