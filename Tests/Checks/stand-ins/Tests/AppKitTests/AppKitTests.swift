import Airwave
import AirwaveUI
import AppKit
import Foundation
import Testing

@MainActor
@Suite("Controls of AppKit", .serialized)
struct AppKitTests {
  @MainActor final class Former: NSObject {
    var count = 0
    func act() { count += 1 }
  }

  @Test("a button has its former target back after the last listener")
  func button() {
    let (button, former) = (NSButton(), Former())
    button.target = former
    button.action = Selector(Former.act)
    var count = 0
    let listening = button.receiver().listen { count += 1 }
    button.performClick(nil)
    listening.dispose()
    button.performClick(nil)
    #expect(count == 1)
    #expect(former.count == 1)
    #expect(button.associations.count == 0)
  }

  @Test("a property is told at first, and at each action")
  func property() {
    let slider = NSSlider()
    var heard: [Double] = []
    slider.receiver(of: \.doubleValue).listen { heard.append($0) }
    slider.doubleValue = 0.5
    slider.performClick(nil)
    #expect(heard == [0, 0.5])
  }

  @Test("a bond carries both ways, without echo")
  func bond() {
    let (name, field) = (Variable("Ada"), NSTextField())
    name.bond(with: field, \.stringValue)
    #expect(field.stringValue == "Ada")
    field.stringValue = "Grace"
    let written = field.writeCount
    field.performClick(nil)
    #expect(name.value == "Grace")
    #expect(field.writeCount == written)
    name.value = "Alan"
    #expect(field.stringValue == "Alan")
  }

  @Test(
    "the end of editing is heard once, whichever key ends it",
    arguments: [true, false],
    [NSTextField.Key.enter, .tab]
  )
  func endOfEditing(sendsActionOnEndEditing: Bool, key: NSTextField.Key) {
    let (name, field) = (Variable("Ada"), NSTextField())
    field.cell?.sendsActionOnEndEditing = sendsActionOnEndEditing
    name.bond(with: field, \.stringValue, taking: .own)
    var (heard, told): ([String], [String]) = ([], [])
    name.receiver.listen { heard.append($0) }
    let listening = field.receiver(of: \.stringValue).listen { told.append($0) }
    let written = field.writeCount
    field.type("Grace", endingWith: key)
    #expect(heard == ["Ada", "Grace"])
    #expect(told == ["Ada", "Grace"])
    #expect(field.writeCount == written)
    listening.dispose()
  }

  @Test("a field that is not bonded any more keeps no observer")
  func observers() {
    let (name, field) = (Variable("Ada"), NSTextField())
    let bond = name.bond(with: field, \.stringValue, taking: .own)
    #expect(field.associations.count == 2)
    bond.dispose()
    #expect(field.associations.count == 0)
    field.type("Grace", endingWith: .tab)
    #expect(name.value == "Ada")
  }

  @Test("a control is not kept, and a bond ends with it")
  func gone() {
    let name = Variable("Ada")
    var field: NSTextField? = NSTextField()
    weak let weakField = field
    var isFinished = false
    let bond = field.map { name.bond(with: $0, \.stringValue) }
    field?.receiver().listen {
    } onFinish: {
      isFinished = true
    }
    field = nil
    #expect(weakField == nil)
    #expect(isFinished)
    #expect(bond?.isDisposed == true)
    #expect(name.receiver.listenerCount == 0)
  }

  @Test("a text view tells its text, and a bond carries it both ways, without echo")
  func textView() {
    let (notes, view) = (Variable("Ada"), NSTextView())
    let bond = notes.bond(with: view, \.string)
    #expect(view.string == "Ada")
    var heard: [String] = []
    view.receiver(of: \.string).listen { heard.append($0) }
    let written = view.writeCount
    view.type("Grace")
    #expect(notes.value == "Grace")
    #expect(heard == ["Ada", "Grace"])
    #expect(view.writeCount == written)
    notes.value = "Alan"
    #expect(view.string == "Alan")
    bond.dispose()
    view.type("Edsger")
    #expect(notes.value == "Alan")
  }

  @Test("a gesture recognizer has its former target back after the last listener")
  func gesture() {
    let (click, former) = (NSClickGestureRecognizer(), Former())
    click.target = former
    click.action = Selector(Former.act)
    var heard: [NSGestureRecognizer.State] = []
    let listening = click.receiver(of: \.state).listen { heard.append($0) }
    click.recognize(.began)
    click.recognize()
    listening.dispose()
    click.recognize()
    #expect(heard == [.possible, .began, .ended])
    #expect(former.count == 1)
    #expect(click.associations.count == 0)
  }

  @Test("neither a text view nor a gesture recognizer is kept, and their receivers finish")
  func viewsGone() {
    var (view, click): (NSTextView?, NSClickGestureRecognizer?) = (NSTextView(), NSClickGestureRecognizer())
    weak let weakView = view
    weak let weakClick = click
    var endCount = 0
    view?.receiver(of: \.string).listen { _ in
    } onFinish: {
      endCount += 1
    }
    click?.receiver().listen {
    } onFinish: {
      endCount += 1
    }
    (view, click) = (nil, nil)
    #expect(weakView == nil && weakClick == nil)
    #expect(endCount == 2)
  }

  @Test("the application's life, as it is posted")
  func lifecycle() {
    let posted: KeyValuePairs<Notification.Name, LifecycleEvent> = [
      NSApplication.didFinishLaunchingNotification: .didFinishLaunching,
      NSApplication.willUnhideNotification: .willEnterForeground,
      NSApplication.didBecomeActiveNotification: .didBecomeActive,
      NSApplication.willResignActiveNotification: .willResignActive,
      NSApplication.didHideNotification: .didEnterBackground,
      NSApplication.willTerminateNotification: .willTerminate,
    ]
    _ = NSApplication.lifecycle
    for (name, event) in posted {
      NotificationCenter.default.post(name: name, object: nil)
      #expect(NSApplication.lifecycle.replayed == [event])
    }
  }
}
