// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

/// https://developer.apple.com/documentation/uikit/uicontrol
@MainActor open class UIControl: UIView {
  /// https://developer.apple.com/documentation/uikit/uicontrol/event
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let valueChanged = Event(rawValue: 1 << 12)
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    public static let editingChanged = Event(rawValue: 1 << 17)
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  private var actions: [(action: UIAction, events: Event)] = []

  open var isEnabled = true

  /// https://developer.apple.com/documentation/uikit/uicontrol/addaction(_:for:)
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {
    var events = controlEvents
    if let index = actions.firstIndex(where: { $0.action.identifier == action.identifier }) {
      events.formUnion(actions.remove(at: index).events)
    }
    actions.append((action.copied(), events))
  }

  /// https://developer.apple.com/documentation/uikit/uicontrol/removeaction(identifiedby:for:)
  open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: UIControl.Event) {
    guard let index = actions.firstIndex(where: { $0.action.identifier == actionIdentifier }) else { return }
    actions[index].events.subtract(controlEvents)
    if actions[index].events.isEmpty { actions.remove(at: index) }
  }

  /// https://developer.apple.com/documentation/uikit/uicontrol/allcontrolevents
  open var allControlEvents: UIControl.Event {
    actions.reduce(into: []) { $0.formUnion($1.events) }
  }

  /// https://developer.apple.com/documentation/uikit/uicontrol/sendactions(for:)
  open func sendActions(for controlEvents: UIControl.Event) {
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) { action.perform() }
  }
}

/// https://developer.apple.com/documentation/uikit/uibutton
@MainActor open class UIButton: UIControl {}

/// https://developer.apple.com/documentation/uikit/uitextfield
@MainActor open class UITextField: UIControl {
  /// How often the text was set by code, for that moves the cursor.
  public private(set) var writeCount = 0

  private var content = ""

  /// Setting it sends no event. Never `nil` when it is read.
  open var text: String? {
    get { content }
    set {
      content = newValue ?? ""
      writeCount += 1
    }
  }

  open var placeholder: String?

  /// What a user does. Not UIKit's.
  public func type(_ text: String) {
    content = text
    sendActions(for: .editingChanged)
  }
}

/// https://developer.apple.com/documentation/uikit/uisearchtextfield
@MainActor open class UISearchTextField: UITextField {}

/// https://developer.apple.com/documentation/uikit/uiswitch
@available(tvOS, unavailable)
@MainActor open class UISwitch: UIControl {
  open var isOn = false
}

/// https://developer.apple.com/documentation/uikit/uislider
@available(tvOS, unavailable)
@MainActor open class UISlider: UIControl {
  open var value: Float = 0
}

/// https://developer.apple.com/documentation/uikit/uistepper
@available(tvOS, unavailable)
@MainActor open class UIStepper: UIControl {
  open var value = 0.0
}

/// https://developer.apple.com/documentation/uikit/uisegmentedcontrol
@MainActor open class UISegmentedControl: UIControl {
  open var selectedSegmentIndex = -1
}

/// https://developer.apple.com/documentation/uikit/uidatepicker
@available(tvOS, unavailable)
@MainActor open class UIDatePicker: UIControl {
  open var date = Date()
}
