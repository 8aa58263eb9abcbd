import Airwave
import TestSupport
import Testing

@Suite("Receiver.bind", .inTurn)
struct BindTests {
  private final class Label: @unchecked Sendable {
    // Unchecked: used by one thread at a time.
    var text = ""
    var title: String?
    let written = Heard<String>()
    var logged = "" { didSet { written.append(logged) } }
  }

  @MainActor
  private final class View {
    var written: [Int] = []
    var number = -1 {
      didSet {
        MainActor.preconditionIsolated()
        written.append(number)
      }
    }
    var optional: Int?
  }

  @Test("write into a property", arguments: everyStrategy)
  func property(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<String>.make(strategy: strategy)
    let label = Label()
    ["a", "b"].forEach(transmitter.broadcast)
    receiver.bind(to: \.text, on: label)
    receiver.bind(to: \.title, on: label)
    receiver.bind(to: \.logged, on: label)
    let replayed = strategy.replayed(of: ["a", "b"])
    #expect(label.text == replayed.last ?? "" && label.title == replayed.last)
    transmitter.broadcast("c")

    #expect(label.text == "c" && label.title == "c")
    #expect(label.written.values == replayed + ["c"])
  }

  @Test("a variable is bound with its present value, an empty one too")
  func variable() {
    let (name, label) = (Variable<String?>("x"), Label())
    let token = name.receiver.bind(to: \.title, on: label)
    #expect(label.title == "x")
    name.value = nil
    #expect(label.title == nil)
    token.dispose()
    name.value = "y"
    #expect(label.title == nil && token.isDisposed)
  }

  @Test("holds the target weakly, and ends with it", arguments: [false, true])
  func weakTarget(isOptional: Bool) {
    let (transmitter, receiver) = Receiver<String>.make()
    weak var gone: Label?
    let token: Disposable
    do {
      let label = Label()
      gone = label
      token = isOptional ? receiver.bind(to: \.title, on: label) : receiver.bind(to: \.text, on: label)
      transmitter.broadcast("x")
      #expect((isOptional ? label.title : label.text) == "x")
    }
    #expect(gone == nil)
    transmitter.broadcast("y")

    #expect(token.isDisposed && receiver.listenerCount == 0 && !transmitter.hasListeners)
  }

  @Test("a broadcast on the main actor writes a view at once")
  @MainActor func atOnce() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let view = View()
    transmitter.broadcast(1)
    receiver.bind(to: \.number, on: view)
    receiver.bind(to: \.optional, on: view)
    #expect(view.number == 1 && view.optional == 1)
    transmitter.broadcast(2)
    #expect(view.written == [1, 2] && view.optional == 2)
  }

  @Test("broadcasts on another thread write a view on the main actor, in order")
  @MainActor func inOrder() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let view = View()
    receiver.bind(to: \.number, on: view)
    receiver.bind(to: \.optional, on: view)
    onAnotherThread { (0..<30).forEach(transmitter.broadcast) }
    #expect(view.written == [])
    transmitter.broadcast(30)

    // The waiting values are written before the value that is broadcast here: 62 turns, and a drain takes 64.
    #expect(view.written == Array(0...30) && view.optional == 30)
    onAnotherThread { transmitter.broadcast(31) }
    await until { view.optional == 31 }
    #expect(view.written.last == 31 && view.optional == 31)
  }

  @Test("a view is not kept, and its binding ends, also when the broadcast is made on another thread")
  @MainActor func weakView() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    weak var gone: View?
    var tokens: [Disposable] = []
    do {
      let view = View()
      gone = view
      tokens = [receiver.bind(to: \.number, on: view), receiver.bind(to: \.optional, on: view)]
      onAnotherThread { transmitter.broadcast(1) }
      withExtendedLifetime(view) {}
    }
    #expect(gone == nil)
    await until { tokens.allSatisfy(\.isDisposed) }

    #expect(tokens.map(\.isDisposed) == [true, true] && receiver.listenerCount == 0)
  }

  @Test("after the binding of a view is disposed of on the main actor, waiting values are not written")
  @MainActor func dispose() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (view, other) = (View(), View())
    let token = receiver.bind(to: \.number, on: view)
    receiver.bind(to: \.number, on: other)
    onAnotherThread { (1...3).forEach(transmitter.broadcast) }
    token.dispose()
    await until { other.written.count == 3 }

    #expect(view.written == [] && other.written == [1, 2, 3])
  }

  @Test("closures in operators before a binding run anywhere, the writing on the main actor")
  @MainActor func operators() async {
    let name = Variable("")
    let view = View()
    name.receiver.map(\.count).skipRepeats().bind(to: \.number, on: view)
    onAnotherThread { ["a", "b", "cc"].forEach { name.value = $0 } }
    await until { view.written.count == 3 }

    #expect(view.written == [0, 1, 2])
  }

  private actor Setup {
    func bind(_ receiver: Receiver<Int>, _ box: Box<Int>) -> Disposable {
      receiver.bind(to: \.content, on: box)
    }
  }

  @Test("a binding made in an actor ends with its target, not with the actor")
  func actorGoes() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let box = Box<Int>()
    let binding = await Setup().bind(receiver, box)
    transmitter.broadcast(1)
    await until { box.content == 1 }
    transmitter.broadcast(2)
    await until { box.content == 2 }

    #expect(!binding.isDisposed)
  }
}
