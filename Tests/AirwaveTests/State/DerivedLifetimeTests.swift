import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Derived: lifetime (Contract 10)", .inTurn)
struct DerivedLifetimeTests {
  private struct Document: Sendable {
    var title = "a"
    var pages = 1
  }

  @Test("a listener keeps no variable alive, and ends when all have ended")
  func keepsNone() {
    var (a, b): (Variable<Int>?, Variable<Int>?) = (Variable(1), Variable(10))
    weak let weakA = a
    weak let weakB = b
    var sum: Derived<Int>? = a.flatMap { a in b.map { Derived(a, Derived($0) { $0 }) { $0 + $1 } } }
    let events = sum.map { recordEvents($0.receiver) }
    weak let weakSum = sum
    sum = nil
    #expect(weakSum == nil)
    a?.value = 2
    a = nil
    #expect(weakA == nil)
    b?.value = 20
    b = nil
    #expect(weakB == nil)

    #expect(events?.heard.values == [.value(11), .value(12), .value(22), .end])
  }

  @Test("a receiver whose variables have ended sends the last value, and the end")
  func late() {
    var receivers: [Receiver<Int>] = []
    do {
      let document = Variable(Document())
      let storage = Variable(get: { 7 }, set: { _ in })
      let pages = document.variable(at: \.pages)
      receivers = [
        Derived(pages) { 10 * $0 }.receiver, Derived(storage, pages) { $0 + $1 }.receiver,
        Derived(pages, pages) { $0 + $1 }.receiver,
      ]
      pages.value = 2
    }

    #expect(
      receivers.map { recordEvents($0).heard.values } == [[.value(20), .end], [.value(9), .end], [.value(4), .end]]
    )
    #expect(receivers.map(\.latest) == [20, 9, 4])
    // A listener that ends by the last value does not hear the end, too.
    #expect(eventsOfTakingOne(of: receivers[0]) == eventsOfTakingOne(of: .just(20)))
  }

  private func eventsOfTakingOne(of receiver: Receiver<Int>) -> [String] {
    let events = Heard<String>()
    receiver.handleEvents {
      events.append("joined")
    } onValue: {
      events.append("\($0)")
    } onDispose: {
      events.append("disposed")
    } onFinish: {
      events.append("finished")
    }
    .take(count: 1).listen { _ in }
    return events.values
  }

  @Test("the failures of a storage finish with its variable, beside a receiver and a listener")
  func failures() {
    let (other, ends) = (Variable(1), Tally())
    weak var weakCaptured: Witness?
    let receiver = {
      let captured = Witness()
      weakCaptured = captured
      let storage = Variable(get: { 7 }, set: { _ in withExtendedLifetime(captured) {} })
      storage.failures.listen { _ in
      } onFinish: {
        ends.add()
      }
      Derived(storage, other) { $0 + $1 }.receiver.listen { _ in }
      return Derived(storage).receiver
    }()

    #expect(ends.count == 1 && weakCaptured == nil)
    #expect(receiver.latest == 7)
  }

  @Test("a field or a storage is kept by no listener, either")
  func fieldsAndStorages() {
    weak var weakDocument: Variable<Document>?
    weak var weakStorage: Variable<Int>?
    let events: Heard<Event<String>>
    do {
      let document = Variable(Document())
      let storage = Variable(get: { 7 }, set: { _ in })
      (weakDocument, weakStorage) = (document, storage)
      events = recordEvents(Derived(document.variable(at: \.title), storage) { "\($0)\($1)" }.receiver).heard
      document.value.title = "b"
    }

    #expect(weakDocument == nil && weakStorage == nil)
    #expect(events.values == [.value("a7"), .value("b7"), .end])
  }

  @Test("the derived state keeps its sources")
  func keepsSources() {
    func makeView(of other: Variable<Int>) -> Derived<Int> {
      let bonded = Variable(0)
      bonded.bond(with: other)
      let (one, two) = (Derived(bonded), Derived(bonded) { $0 })
      return Derived(one, two, bonded, bonded) { $0 + $1 + $2 + $3 }
    }

    let number = Variable(1)
    let state = makeView(of: number)
    let heard = state.receiver.record()
    number.value = 2

    #expect(heard.values == [4, 8] && state.value == 8)
  }

  @Test("its closure, and what a listener has captured, are released")
  func released() {
    let number = Variable(1)
    weak var computing: Witness?
    weak var listening: Witness?
    do {
      let (captured, heard) = (Witness(), Witness())
      (computing, listening) = (captured, heard)
      let state = Derived(number, number) { left, right in withExtendedLifetime(captured) { left + right } }
      let disposable = state.receiver.listen { _ in withExtendedLifetime(heard) {} }
      number.value = 2
      disposable.dispose()
    }

    #expect(computing == nil && listening == nil)
  }

  @Test("an owner ends its listener, and a class that listens to its own state is released")
  func owner() {
    final class Model: Sendable {
      let number = Variable(1)
      let state: Derived<Int>
      let heard: Heard<Int>

      init(_ heard: Heard<Int>) {
        self.heard = heard
        state = Derived(number) { 2 * $0 }
        state.receiver.listen(with: self) { model, value in model.heard.append(value) }
      }
    }

    let heard = Heard<Int>()
    var model: Model? = Model(heard)
    weak let weakModel = model
    model?.number.value = 2
    model = nil

    #expect(weakModel == nil && heard.values == [2, 4])
  }
}
