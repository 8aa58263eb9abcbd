import Airwave
import AirwaveTesting
import Observation
import TestSupport
import Testing

@Suite("Variable: one field of the value", .inTurn)
struct VariableFieldTests {
  private struct Document: Equatable, Sendable {
    struct Author: Equatable, Sendable { var name = "" }

    var title = ""
    var count = 0
    var author = Author()
  }

  @Test("a field is set with the variable, and the variable with the field")
  func bothWays() {
    let document = Variable(Document(title: "a"))
    let title = document.variable(at: \.title)
    let (documents, titles) = (document.receiver.record(), title.receiver.record())
    title.value = "b"
    #expect(document.value == Document(title: "b"))
    document.value.count = 1
    document.value = Document(title: "c")
    #expect(title.value == "c")
    title.withValue { $0 += "d" }
    title.rebroadcast()

    #expect(titles.values == ["a", "b", "b", "c", "cd", "cd"])
    #expect(
      documents.values.map { "\($0.title)\($0.count)" } == ["a0", "b0", "b1", "c0", "cd0", "cd0"]
    )
  }

  @Test("a field of a field, and two of the same field")
  func nested() {
    let document = Variable(Document())
    let author = document.variable(at: \.author)
    let names = [author.variable(at: \.name), document.variable(at: \.author.name)]
    let heard = names.map { $0.receiver.skip(count: 1).record() }
    names[0].value = "Ada"
    names[1].value = "Grace"

    #expect(document.value.author.name == "Grace" && author.value.name == "Grace")
    #expect(heard.map(\.values) == [["Ada", "Grace"], ["Ada", "Grace"]])
  }

  @Test("a field of a variable that keeps its value elsewhere")
  func external() {
    let storage = Box(Document())
    let document = Variable(get: { storage.content ?? Document() }, set: { storage.content = $0 })
    let title = document.variable(at: \.title)
    title.value = "a"
    #expect(storage.content?.title == "a")
    storage.content?.title = "b"
    #expect(title.value == "b")
  }

  @Test("no set of a field is lost, whichever fields other threads set, nor heard out of order")
  func threads() async {
    let document = Variable(Document())
    let (count, title) = (document.variable(at: \.count), document.variable(at: \.title))
    let heard = count.receiver.record()
    await onThreads(4) { thread in
      for _ in 0..<500 {
        switch thread {
        case 0: count.withValue { $0 += 1 }
        case 1: document.withValue { $0.count += 1 }
        case 2: title.withValue { $0 += "x" }
        default: document.variable(at: \.author).value = Document.Author(name: "Ada")
        }
      }
    }

    #expect(
      document.value == Document(title: String(repeating: "x", count: 500), count: 1_000, author: .init(name: "Ada"))
    )
    #expect(heard.values == heard.values.sorted() && heard.values.last == 1_000 && heard.values.count == 2_001)
  }

  @Test("a field that is set inside a listener is set behind the present value")
  func reentrant() {
    let document = Variable(Document())
    let count = document.variable(at: \.count)
    count.receiver.listen { if $0 == 1 { count.value = 2 } }
    let heard = document.receiver.record()
    count.value = 1

    #expect(heard.values.map(\.count) == [0, 1, 2] && count.value == 2)
  }

  @Test("a field is bonded with other variables, fields of others too", arguments: [BondedValue.own, .other])
  func bonds(taking: BondedValue) {
    let (left, right) = (Variable(Document(title: "left")), Variable(Document(title: "right")))
    let text = Variable("text")
    let title = left.variable(at: \.title)
    title.bond(with: right.variable(at: \.title), taking: taking)
    let taken = taking == .own ? "left" : "right"
    #expect(left.value.title == taken && right.value.title == taken)
    title.bond(with: text)
    #expect(left.value.title == "text" && right.value.title == "text")

    left.value.count = 1
    right.value.title = "a"
    #expect([left.value.title, text.value] == ["a", "a"] && left.value.count == 1 && right.value.count == 0)
    text.value = "b"
    #expect([left.value.title, right.value.title] == ["b", "b"])
    title.value = "c"
    #expect([right.value.title, text.value] == ["c", "c"])
  }

  @Test("a field cannot be bonded with another field of its variable, nor with that: the bond has ended")
  func bondsWithinOne() {
    let document = Variable(Document(title: "a", author: .init(name: "b")))
    let (title, name) = (document.variable(at: \.title), document.variable(at: \.author.name))
    let heard = document.receiver.record()
    let bonds = [
      title.bond(with: name), name.bond(with: title, taking: .own),
      document.bond(with: title, to: \.title, from: { Document(title: $0) }),
    ]

    #expect(bonds.map(\.isDisposed) == [true, true, true])
    #expect(heard.values.count == 1 && document.receiver.listenerCount == 1)
  }

  /// The form of a screen: what the model has, and what a user does with the controls. A title of "none" clears the
  /// count, in a listener that has joined before the bonds.
  private struct Form: Sendable {
    let (title, count): (Variable<String>, Variable<Int>)
    let enter: @Sendable (String) -> Void
    let step: @Sendable () -> Void

    /// A document whose fields are set and heard.
    static func ofFields() -> Form {
      let document = Variable(Document())
      let (title, count) = (document.variable(at: \.title), document.variable(at: \.count))
      // Each set of a field is heard at all fields, so that a set inside their listeners has to end.
      title.receiver.listen { [weak count] in if $0 == "none", count?.value != 0 { count?.value = 0 } }
      return Form(title: title, count: count, enter: { title.value = $0 }, step: { count.withValue { $0 += 1 } })
    }

    /// A variable for each field, each bonded with its control.
    static func ofVariables() -> Form {
      let (title, count, field, stepper) = (Variable(""), Variable(0), Variable(""), Variable(0))
      field.receiver.listen { if $0 == "none" { stepper.value = 0 } }
      field.bond(with: title)
      stepper.bond(with: count)
      return Form(title: title, count: count, enter: { field.value = $0 }, step: { stepper.withValue { $0 += 1 } })
    }
  }

  @Test(
    "a form loses no edit if its fields are not bonded, or are variables",
    arguments: [Form.ofFields, Form.ofVariables]
  )
  private func forms(make: () -> Form) async {
    let (form, count) = (make(), rounds(25_000))
    await onThreads(2) { thread in
      for number in 1...count { if thread == 0 { form.step() } else { form.enter("\(number)") } }
    }
    #expect(form.count.value == count && form.title.value == "\(count)")
    form.enter("none")
    #expect(form.title.value == "none" && form.count.value == 0)
  }

  @Test("a field holds its variable, and neither the variable nor a receiver holds the field")
  func lifetime() {
    weak var goneDocument: Variable<Document>?
    weak var goneField: Variable<String>?
    let heard: Recorder<String>
    do {
      let title: Variable<String>
      do {
        let document = Variable(Document(title: "a"))
        goneDocument = document
        title = document.variable(at: \.title)
      }
      goneField = title
      heard = title.receiver.record()
      #expect(goneDocument != nil)
      title.value = "b"
      withExtendedLifetime(title) {}
    }

    #expect(goneField == nil && goneDocument == nil)
    #expect(heard.values == ["a", "b"])
  }

  @Test("the receiver of a field finishes with the variable, not with the field")
  func finishes() {
    let ends = Tally()
    do {
      let document = Variable(Document())
      document.variable(at: \.title).receiver.listen { _ in
      } onFinish: {
        ends.add()
      }
      #expect(document.receiver.listenerCount == 1 && ends.count == 0)
    }

    #expect(ends.count == 1)
  }

  @Test("Observation notices a set of the variable where the field was read, and the other way round")
  func observation() {
    let document = Variable(Document())
    let title = document.variable(at: \.title)
    let noticed = Heard<String>()
    withObservationTracking {
      _ = title.value
    } onChange: {
      noticed.append("field")
    }
    document.value.count = 1
    withObservationTracking {
      _ = document.value
    } onChange: {
      noticed.append("document")
    }
    title.value = "a"

    #expect(noticed.values == ["field", "document"])
  }

  @Test("a field is compared, printed and stored as a variable is")
  func protocols() throws {
    let document = Variable(Document(title: "a", count: 1))
    let (title, count) = (document.variable(at: \.title), document.variable(at: \.count))

    #expect(title == Variable("a") && "\(title) \(count)" == "a 1" && count < Variable(2))
  }
}
