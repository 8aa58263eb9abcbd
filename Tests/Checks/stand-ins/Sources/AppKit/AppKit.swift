// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stands in for AppKit where there is none, as UIKit does for UIKit.

public import Foundation
@_exported public import ObjectiveC

/// https://developer.apple.com/documentation/appkit/nsresponder
@MainActor open class NSResponder: NSObject, AssociationHolder {
  nonisolated public let associations = Associations()

  public override init() {
    super.init()
  }
}

/// https://developer.apple.com/documentation/appkit/nsview
@MainActor open class NSView: NSResponder {
  public private(set) var gestureRecognizers: [NSGestureRecognizer] = []

  open func addGestureRecognizer(_ gestureRecognizer: NSGestureRecognizer) {
    gestureRecognizers.append(gestureRecognizer)
  }
}

/// https://developer.apple.com/documentation/appkit/nscell
@MainActor open class NSCell: NSObject {
  /// https://developer.apple.com/documentation/appkit/nscell/sendsactiononendediting
  open var sendsActionOnEndEditing = false

  public override init() {
    super.init()
  }
}

/// https://developer.apple.com/documentation/appkit/nscontrol
@MainActor open class NSControl: NSView {
  /// https://developer.apple.com/documentation/appkit/nscontrol/textdidendeditingnotification
  public class var textDidEndEditingNotification: NSNotification.Name { .init("NSControlTextDidEndEditing") }

  /// https://developer.apple.com/documentation/appkit/nscontrol/cell
  open var cell: NSCell? = NSCell()
  /// https://developer.apple.com/documentation/appkit/nscontrol/target
  open weak var target: AnyObject?
  /// https://developer.apple.com/documentation/appkit/nscontrol/action
  open var action: Selector?

  fileprivate var content = ""

  /// Setting it sends no action.
  open var stringValue: String {
    get { content }
    set {
      content = newValue
      writeCount += 1
    }
  }
  open var doubleValue = 0.0

  /// How often the string was set.
  public private(set) var writeCount = 0

  /// https://developer.apple.com/documentation/appkit/nscontrol/sendaction(_:to:)
  @discardableResult
  open func sendAction(_ action: Selector?, to target: Any?) -> Bool {
    guard let action, let target else { return false }
    action.perform(on: target as AnyObject)
    return true
  }

  /// https://developer.apple.com/documentation/appkit/nscontrol/performclick(_:)
  open func performClick(_ sender: Any?) {
    sendAction(action, to: target)
  }
}

/// https://developer.apple.com/documentation/appkit/nsbutton
@MainActor open class NSButton: NSControl {}

/// https://developer.apple.com/documentation/appkit/nsslider
@MainActor open class NSSlider: NSControl {}

/// https://developer.apple.com/documentation/appkit/nstextfield
@MainActor open class NSTextField: NSControl {
  /// What ends editing. Not AppKit's.
  public enum Key: Sendable {
    case enter, tab
  }

  /// What a user does: types, and ends editing. Not AppKit's.
  public func type(_ text: String, endingWith key: Key) {
    content = text
    NotificationCenter.default.post(name: NSControl.textDidEndEditingNotification, object: self)
    if key == .enter || cell?.sendsActionOnEndEditing == true { sendAction(action, to: target) }
  }
}

/// https://developer.apple.com/documentation/appkit/nstext
@MainActor open class NSText: NSView {
  /// https://developer.apple.com/documentation/appkit/nstext/didchangenotification
  public class var didChangeNotification: NSNotification.Name { .init("NSTextDidChange") }

  fileprivate var content = ""

  /// How often the text was set by code.
  public private(set) var writeCount = 0

  /// Setting it posts nothing.
  open var string: String {
    get { content }
    set {
      content = newValue
      writeCount += 1
    }
  }
}

/// https://developer.apple.com/documentation/appkit/nstextview
@MainActor open class NSTextView: NSText {
  /// What a user does. Not AppKit's.
  public func type(_ text: String) {
    content = text
    NotificationCenter.default.post(name: NSText.didChangeNotification, object: self)
  }
}

/// https://developer.apple.com/documentation/appkit/nsgesturerecognizer
@MainActor open class NSGestureRecognizer: NSObject, AssociationHolder {
  /// https://developer.apple.com/documentation/appkit/nsgesturerecognizer/state-swift.enum
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
  }

  nonisolated public let associations = Associations()

  open weak var target: AnyObject?
  open var action: Selector?
  open internal(set) var state = State.possible

  public override init() {
    super.init()
  }

  /// What a user does. Not AppKit's.
  public func recognize(_ state: State = .ended) {
    self.state = state
    if let action, let target { action.perform(on: target) }
  }
}

/// https://developer.apple.com/documentation/appkit/nsclickgesturerecognizer
@MainActor open class NSClickGestureRecognizer: NSGestureRecognizer {}

/// https://developer.apple.com/documentation/appkit/nsapplication
@MainActor open class NSApplication: NSResponder {
  // https://developer.apple.com/documentation/appkit/nsapplication#Notifications
  public class var didFinishLaunchingNotification: NSNotification.Name { .init("NSDidFinishLaunching") }
  public class var willUnhideNotification: NSNotification.Name { .init("NSWillUnhide") }
  public class var didBecomeActiveNotification: NSNotification.Name { .init("NSDidBecomeActive") }
  public class var willResignActiveNotification: NSNotification.Name { .init("NSWillResignActive") }
  public class var didHideNotification: NSNotification.Name { .init("NSDidHide") }
  public class var willTerminateNotification: NSNotification.Name { .init("NSWillTerminate") }
}
