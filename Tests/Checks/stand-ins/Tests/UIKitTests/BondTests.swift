import Airwave
import AirwaveUI
import Foundation
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Variable.bond with a control")
struct BondTests {
  @Test("carries the variable to the control and the control to the variable, without echo")
  func bothWays() {
    let (name, field) = (Variable("Ada"), UITextField())
    name.bond(with: field, \.text)
    #expect(field.text == "Ada")

    var heard: [String] = []
    name.receiver.listen { heard.append($0) }
    name.value = "Grace"
    #expect(field.text == "Grace")
    let written = field.writeCount

    field.type("Grace H")
    #expect(name.value == "Grace H")
    #expect(field.writeCount == written)
    #expect(heard == ["Ada", "Grace", "Grace H"])
  }

  @Test("begins with the value of the control if that is asked for, and does not write it back")
  func takesOther() {
    let (name, field) = (Variable("Ada"), UITextField())
    field.type("Grace")
    name.bond(with: field, \.text, taking: .other)
    #expect(name.value == "Grace")
    #expect(field.writeCount == 0)
  }

  @Test("gives the control what a listener makes of its value")
  func normalizes() {
    let (name, field) = (Variable(""), UITextField())
    name.bond(with: field, \.text)
    name.receiver.listen { [weak name] in if $0 != $0.uppercased() { name?.value = $0.uppercased() } }
    field.type("ada")
    #expect(field.text == "ADA")
    #expect(name.value == "ADA")
  }

  @Test("does not write what the control has, though another field of the document was set")
  func otherField() {
    struct Document {
      var title = "Ada"
      var note = ""
    }
    let (document, field, notes) = (Variable(Document()), UITextField(), UITextView())
    document.variable(at: \.title).bond(with: field, \.text, taking: .own)
    document.variable(at: \.note).bond(with: notes, \.text, taking: .own)
    let written = (field.writeCount, notes.writeCount)
    document.withValue { $0.note = "x" }
    #expect(notes.writeCount == written.1 + 1)
    #expect(field.writeCount == written.0)
    field.type("Grace")
    notes.type("y")
    #expect(document.value.title == "Grace")
    #expect(document.value.note == "y")
    #expect(field.writeCount == written.0)
    #expect(notes.writeCount == written.1 + 1)
  }

  @Test("writes each value whose type has no equality")
  func withoutEquality() {
    struct Level {
      var number: Int
    }
    final class Gauge: UIControl {
      var level = Level(number: 1)
      override init() { super.init() }
      required init?(coder: NSCoder) { nil }
    }
    let (level, gauge) = (Variable(Level(number: 2)), Gauge())
    level.bond(with: gauge, \.level, taking: .own)
    #expect(gauge.level.number == 2)
    gauge.level.number = 3
    gauge.sendActions(for: .valueChanged)
    #expect(level.value.number == 3)
  }

  @Test("knows the conventional event of each kind of control")
  func kinds() {
    let (slider, stepper, segments) = (UISlider(), UIStepper(), UISegmentedControl())
    let (toggle, picker, notes) = (UISwitch(), UIDatePicker(), UITextView())
    let (volume, count, index) = (Variable<Float>(0.5), Variable(2.0), Variable(1))
    let (isOn, date, text) = (Variable(true), Variable(Date(timeIntervalSince1970: 7)), Variable("x"))
    volume.bond(with: slider, \.value)
    count.bond(with: stepper, \.value)
    index.bond(with: segments, \.selectedSegmentIndex)
    isOn.bond(with: toggle, \.isOn)
    date.bond(with: picker, \.date)
    text.bond(with: notes, \.text)
    #expect(slider.value == 0.5)
    #expect(stepper.value == 2)
    #expect(segments.selectedSegmentIndex == 1)
    #expect(toggle.isOn)
    #expect(picker.date == date.value)
    #expect(notes.text == "x")

    (slider.value, stepper.value, segments.selectedSegmentIndex) = (1, 3, 0)
    (toggle.isOn, picker.date) = (false, Date(timeIntervalSince1970: 9))
    for control in [slider, stepper, segments, toggle, picker] { control.sendActions(for: .valueChanged) }
    notes.type("y")
    #expect(volume.value == 1)
    #expect(count.value == 3)
    #expect(index.value == 0)
    #expect(!isOn.value)
    #expect(date.value == Date(timeIntervalSince1970: 9))
    #expect(text.value == "y")
    #expect(notes.writeCount == 1)
  }

  @Test("two controls of one variable follow each other")
  func twoControls() {
    let (level, slider, other) = (Variable<Float>(0), UISlider(), UISlider())
    level.bond(with: slider, \.value)
    level.bond(with: other, \.value)
    other.value = 0.25
    other.sendActions(for: .valueChanged)
    #expect(slider.value == 0.25)
    #expect(level.value == 0.25)
  }

  @Test("ends when it is disposed of")
  func disposed() {
    let (name, field) = (Variable("Ada"), UITextField())
    let bond = name.bond(with: field, \.text)
    bond.dispose()
    #expect(field.allControlEvents == [])
    #expect(name.receiver.listenerCount == 0)
    name.value = "Grace"
    #expect(field.text == "Ada")
    field.type("Alan")
    #expect(name.value == "Grace")
  }

  @Test("ends with the variable")
  func variableGone() {
    let field = UITextField()
    var name: Variable<String>? = Variable("Ada")
    weak let weakName = name
    let bond = name?.bond(with: field, \.text)
    name = nil
    #expect(weakName == nil)
    #expect(bond?.isDisposed == true)
    #expect(field.allControlEvents == [])
  }

  @Test("ends with the control, and leaves nothing on the variable")
  func controlGone() {
    let name = Variable("Ada")
    var field: UITextField? = UITextField()
    weak let weakField = field
    let bond = field.map { name.bond(with: $0, \.text) }
    #expect(name.receiver.listenerCount > 0)
    field = nil
    #expect(weakField == nil)
    #expect(bond?.isDisposed == true)
    #expect(name.receiver.listenerCount == 0)
  }

  @Test("ends with a text view, which leaves no observer behind")
  func textViewGone() {
    let name = Variable("Ada")
    var view: UITextView? = UITextView()
    weak let weakView = view
    let bond = view.map { name.bond(with: $0, \.text) }
    view = nil
    #expect(weakView == nil)
    #expect(bond?.isDisposed == true)
    #expect(name.receiver.listenerCount == 0)
  }

  @Test("thousands of controls come and go, and leave nothing")
  func manyControls() {
    let name = Variable("")
    final class Field: UITextField {
      static var count = 0
      override init() {
        super.init()
      }
      required init?(coder: NSCoder) { nil }
      isolated deinit { Field.count -= 1 }
    }
    for round in 0..<5_000 {
      let field = Field()
      Field.count += 1
      name.bond(with: field, \.text)
      field.type("\(round)")
      #expect(name.value == "\(round)")
    }
    #expect(Field.count == 0)
    #expect(name.receiver.listenerCount == 0)
  }

  @Test("agrees in the end, whichever threads set the variable while the user types")
  func concurrent() async {
    let (name, field) = (Variable(""), UITextField())
    name.bond(with: field, \.text)
    let setting = Task.detached {
      await onThreads(2) { thread in
        for count in 0..<500 { name.value = "\(thread) \(count)" }
      }
    }
    for count in 0..<500 {
      field.type("typed \(count)")
      if count.isMultiple(of: 16) { await Task.yield() }
    }
    await setting.value
    await until { field.text == name.value }
    #expect(field.text == name.value)
  }

  @Test("does not write a value that the user has overtaken")
  func overtaken() async {
    let (name, field) = (Variable("Ada"), UITextField())
    name.bond(with: field, \.text)
    // The main actor waits here, and has not written the value when the user types.
    onAnotherThread { name.value = "late" }
    field.type("typed")
    await Task { @MainActor in }.value
    #expect(name.value == "typed")
    #expect(field.text == "typed")
    #expect(field.writeCount == 1)
  }

  @Test("is made and ended on the main actor, whichever thread ends it")
  func endedElsewhere() async {
    let (name, field) = (Variable("Ada"), UITextField())
    let bond = name.bond(with: field, \.text)
    await onThreads(1) { _ in bond.dispose() }
    await until { field.allControlEvents == [] }
    #expect(field.allControlEvents == [])
    name.value = "Grace"
    #expect(field.text == "Ada")
  }
}
