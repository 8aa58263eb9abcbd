import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.bind: a variable")
struct BindToVariableTests {
  private struct Document: Sendable {
    var title = ""
    var subtitle: String?
  }

  @Test("sets the variable to every value, replayed ones too", arguments: everyStrategy)
  func sets(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2].forEach(transmitter.broadcast)
    let (variable, optional) = (Variable(0), Variable<Int?>())
    let recorder = variable.receiver.record()
    receiver.bind(to: variable)
    receiver.bind(to: optional)
    transmitter.broadcast(3)

    #expect(recorder.values == [0] + strategy.replayed(of: [1, 2]) + [3])
    #expect(optional.value == 3)
  }

  @Test("ends with the disposable, and the variable can still be set")
  func ends() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let variable = Variable(0)
    let binding = receiver.bind(to: variable)
    transmitter.broadcast(1)
    variable.value = 5
    binding.dispose()
    transmitter.broadcast(2)

    #expect(variable.value == 5 && receiver.listenerCount == 0)
  }

  @Test("holds the variable weakly, and ends with it", arguments: [false, true])
  func weakVariable(isOptional: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    weak var gone: AnyObject?
    let binding: Disposable
    do {
      let (variable, optional) = (Variable(0), Variable<Int?>())
      gone = isOptional ? optional : variable
      binding = isOptional ? receiver.bind(to: optional) : receiver.bind(to: variable)
      transmitter.broadcast(1)
      #expect((isOptional ? optional.value : variable.value) == 1)
    }
    #expect(gone == nil)
    transmitter.broadcast(2)

    #expect(binding.isDisposed && receiver.listenerCount == 0)
  }

  @Test("sets a field, of a field too, until the document is gone, although no field is kept")
  func field() {
    let (transmitter, receiver) = Receiver<String>.make()
    weak var gone: AnyObject?
    let bindings: [Disposable]
    do {
      let book = Variable([Document()])
      gone = book
      bindings = [
        receiver.bind(to: book.variable(at: \.[0]).variable(at: \.title)),
        receiver.bind(to: book.variable(at: \.[0].subtitle)),
      ]
      transmitter.broadcast("a")
      #expect(book.value[0].title == "a" && book.value[0].subtitle == "a")
    }
    #expect(gone == nil)
    transmitter.broadcast("b")

    #expect(bindings.allSatisfy { $0.isDisposed } && receiver.listenerCount == 0)
  }

  @Test("is tracked with the line that made it")
  func tracked() {
    let (source, variable, tracker) = (Variable(1), Variable(0), ListenerTracker())
    let line = #line + 1
    tracker.track { _ = source.receiver.bind(to: variable) }

    #expect(tracker.liveListeners.map(\.line) == [line] && variable.value == 1)
  }
}
