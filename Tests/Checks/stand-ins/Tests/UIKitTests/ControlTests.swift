import Airwave
import AirwaveUI
import Testing
import UIKit

@MainActor
@Suite("UIControl.receiver")
struct ControlTests {
  @Test("hears each event at once, and no other")
  func hears() {
    let button = UIButton()
    var count = 0
    button.receiver(for: .touchUpInside).listen { count += 1 }

    button.sendActions(for: .touchUpInside)
    button.sendActions(for: .valueChanged)
    #expect(count == 1)
    button.sendActions(for: [.touchUpInside, .valueChanged])
    #expect(count == 2)
  }

  @Test("has an action from the first listener to the last")
  func oneAction() {
    let button = UIButton()
    let receiver = button.receiver(for: .touchUpInside)
    #expect(button.allControlEvents == [])

    var heard: [String] = []
    let first = receiver.listen { heard.append("first") }
    let second = receiver.listen { heard.append("second") }
    #expect(button.allControlEvents == .touchUpInside)
    button.sendActions(for: .touchUpInside)

    first.dispose()
    #expect(button.allControlEvents == .touchUpInside)
    second.dispose()
    #expect(button.allControlEvents == [])
    button.sendActions(for: .touchUpInside)
    #expect(heard == ["first", "second"])

    receiver.listen { heard.append("again") }
    button.sendActions(for: .touchUpInside)
    #expect(heard == ["first", "second", "again"])
  }

  @Test("gives the present value first, then that of each event")
  func values() {
    let field = UITextField()
    field.text = "A"
    var heard: [String?] = []
    let texts = field.receiver(of: \.text, for: .editingChanged)
    texts.listen { heard.append($0) }
    field.type("Ad")
    // Code sends no event, but the next listener begins with what it wrote.
    field.text = "Ada"
    #expect(heard == ["A", "Ad"])

    var late: [String?] = []
    texts.listen { late.append($0) }
    field.type("Adam")
    #expect(heard == ["A", "Ad", "Adam"])
    #expect(late == ["Ada", "Adam"])
    #expect(texts.latest == "Adam")
  }

  @Test("takes the conventional event: of a text field, and of other controls")
  func conventional() {
    let (field, toggle) = (UITextField(), UISwitch())
    var heard: [String] = []
    field.receiver(of: \.text).listen { heard.append($0 ?? "nil") }
    toggle.receiver(of: \.isOn).listen { heard.append("\($0)") }
    #expect(field.allControlEvents == .editingChanged)
    #expect(toggle.allControlEvents == .valueChanged)

    field.type("a")
    toggle.isOn = true
    toggle.sendActions(for: .valueChanged)
    #expect(heard == ["", "false", "a", "true"])
  }

  @Test("does not keep the control, and finishes with it")
  func finishes() {
    var button: UIButton? = UIButton()
    weak let weakButton = button
    let receiver = button?.receiver(for: .touchUpInside)
    let values = button?.receiver(of: \.isEnabled)
    var isFinished = 0
    receiver?.listen {
    } onFinish: {
      isFinished += 1
    }
    values?.listen { _ in
    } onFinish: {
      isFinished += 1
    }

    button = nil
    #expect(weakButton == nil)
    #expect(isFinished == 2)
    #expect(receiver?.listenerCount == 0)
    receiver?.listen {
    } onFinish: {
      isFinished += 1
    }
    #expect(isFinished == 3)
  }

  @Test("releases what its listeners captured when they end, and when the control goes")
  func releases() {
    final class Model { init() {} }
    var (model, other): (Model?, Model?) = (Model(), Model())
    weak let (weakModel, weakOther) = (model, other)
    do {
      let button = UIButton()
      let listening = button.receiver(for: .touchUpInside).listen { [model] in _ = model }
      button.receiver(for: .touchUpInside).listen { [other] in _ = other }
      model = nil
      other = nil
      #expect(weakModel != nil)
      listening.dispose()
      #expect(weakModel == nil)
      #expect(weakOther != nil)
    }
    #expect(weakOther == nil)
  }
}
