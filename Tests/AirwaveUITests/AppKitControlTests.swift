#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import Airwave
import AirwaveUI
import AppKit
import Foundation
import Testing

/// What is tested in more detail against stand-ins, with AppKit itself.
@MainActor
@Suite("AppKit itself")
struct AppKitControlTests {
  @Test("a button tells its clicks, until the listener leaves, and has no target then")
  func button() {
    let button = NSButton()
    var count = 0
    let listening = button.receiver().listen { count += 1 }
    button.performClick(nil)
    listening.dispose()
    button.performClick(nil)
    #expect(count == 1)
    #expect(button.target == nil)
  }

  @Test("a bond carries both ways")
  func bond() {
    let (volume, slider) = (Variable(0.5), NSSlider())
    volume.bond(with: slider, \.doubleValue)
    #expect(slider.doubleValue == 0.5)
    slider.doubleValue = 1
    slider.sendAction(slider.action, to: slider.target)
    #expect(volume.value == 1)
  }

  @Test("a text view tells a change that it posts")
  func textView() {
    let (notes, view) = (Variable("Ada"), NSTextView())
    notes.bond(with: view, \.string)
    #expect(view.string == "Ada")
    view.string = "Grace"
    NotificationCenter.default.post(name: NSText.didChangeNotification, object: view)
    #expect(notes.value == "Grace")
  }

  @Test("views and recognizers are not kept, and their receivers finish")
  func gone() {
    var ends: [String] = []
    autoreleased {
      let (button, view, click) = (NSButton(), NSTextView(), NSClickGestureRecognizer())
      button.receiver().listen {
      } onFinish: {
        ends.append("button")
      }
      view.receiver(of: \.string).listen { _ in
      } onFinish: {
        ends.append("view")
      }
      click.receiver().listen {
      } onFinish: {
        ends.append("click")
      }
    }
    #expect(ends.sorted() == ["button", "click", "view"])
  }
}
#endif
