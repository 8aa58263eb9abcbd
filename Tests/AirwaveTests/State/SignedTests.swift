import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Signed")
struct SignedTests {
  /// An author that equals every other author. Authors differ by identity only.
  private final class Author: Hashable, Sendable {
    static func == (left: Author, right: Author) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  @Test("who caused it", arguments: everyStrategy)
  func authors(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Signed<Int>>.make(strategy: strategy)
    let (me, joe) = (Author(), Author())
    transmitter.broadcast(1, from: me)
    transmitter.broadcast(2, from: joe)
    transmitter.broadcast(3)
    let replayed = strategy.replayed(of: [1, 2, 3])
    let heard = [
      receiver.from(joe).withoutAuthors().record(), receiver.notFrom(me).withoutAuthors().record(),
      receiver.filterAuthors { $0 == nil }.withoutAuthors().record(), receiver.withoutAuthors().record(),
    ]
    transmitter.broadcast(4, from: me)
    transmitter.broadcast(Signed(5, by: joe))
    transmitter.broadcast(6, from: nil)

    #expect(heard[0].values == replayed.filter { $0 == 2 } + [5])
    #expect(heard[1].values == replayed.filter { $0 != 1 } + [5, 6])
    #expect(heard[2].values == replayed.filter { $0 == 3 } + [6])
    #expect(heard[3].values == replayed + [4, 5, 6])
    withExtendedLifetime((me, joe)) {}
  }

  @Test("say who changed it")
  func variable() {
    let variable = Variable(Signed(0))
    let (me, joe) = (Author(), Author())
    let (mine, others) = (
      variable.receiver.from(me).withoutAuthors().record(), variable.receiver.notFrom(me).withoutAuthors().record()
    )
    variable.set(1, as: me)
    #expect(variable.value.author === me && variable.value.value == 1)
    variable.set(2, as: joe)
    variable.value = Signed(3)
    variable.withValue { $0 = Signed($0.value + 1, by: me) }

    #expect(mine.values == [1, 4] && others.values == [0, 2, 3])
    #expect(variable.value.author === me)
  }

  @Test("say who changed a property")
  func property() {
    final class Model {
      @Variable var count = Signed(0)
      func count(as author: Author) { _count.set(count.value + 1, as: author) }
    }

    let (model, me) = (Model(), Author())
    let others = model.$count.notFrom(me).withoutAuthors().record()
    model.count(as: me)
    model.count = Signed(2)
    #expect(others.values == [0, 2])
  }

  @Test("a value without an author is from no author")
  func noAuthor() {
    let me = Author()
    let (transmitter, receiver) = Receiver<Signed<Int>>.make()
    let authors = Heard<Bool>()
    receiver.listen { authors.append($0.author == nil) }
    let (from, notFrom) = (receiver.from(me).record(), receiver.notFrom(me).record())
    transmitter.broadcast(1)
    transmitter.broadcast(Signed(2))

    #expect(Signed(1).author == nil && authors.values == [true, true])
    #expect(from.values.count == 0 && notFrom.values.map(\.value) == [1, 2])
  }

  @Test("authors are held weakly, by values, operators and variables")
  func weakAuthors() {
    let (transmitter, receiver) = Receiver<Signed<Int>>.make(strategy: .cold)
    let variable = Variable(Signed(0))
    let (from, notFrom, nobody) = (Heard<Int>(), Heard<Int>(), Heard<Int>())
    weak var gone: Author?
    do {
      let author = Author()
      gone = author
      transmitter.broadcast(1, from: author)
      variable.set(1, as: author)
      receiver.from(author).withoutAuthors().listen { from.append($0) }
      receiver.notFrom(author).withoutAuthors().listen { notFrom.append($0) }
      withExtendedLifetime(author) {}
    }
    #expect(gone == nil && variable.value.author == nil && receiver.latest?.author == nil)
    receiver.filterAuthors { $0 == nil }.withoutAuthors().listen { nobody.append($0) }
    let other = Author()
    transmitter.broadcast(2, from: other)
    transmitter.broadcast(3)
    withExtendedLifetime(other) {}

    // After an author is deinitialized, a value without an author does not count as a value of that author.
    #expect(from.values == [1] && notFrom.values == [2, 3] && nobody.values == [1, 3])
  }

  @Test("authors may be of different types, and actors")
  func kinds() {
    actor Agent {}

    let (transmitter, receiver) = Receiver<Signed<Int>>.make()
    let (agent, person) = (Agent(), Author())
    let (agents, known) = (
      receiver.from(agent).withoutAuthors().record(),
      receiver.filterAuthors { $0 is Agent || $0 is Author }.withoutAuthors().record()
    )
    transmitter.broadcast(1, from: agent)
    transmitter.broadcast(2, from: person)
    transmitter.broadcast(3)

    #expect(agents.values == [1] && known.values == [1, 2])
    withExtendedLifetime((agent, person)) {}
  }

  /// Edits a text that other editors edit, too. It marks the texts of other editors as read.
  private final class Editor: Sendable {
    let name: String
    let text: Variable<Signed<String>>
    let seen = Heard<String>()

    init(_ name: String, _ text: Variable<Signed<String>>) {
      (self.name, self.text) = (name, text)
      text.receiver.notFrom(self).withoutAuthors().listen(with: self) { editor, text in
        editor.seen.append(text)
        if text.hasSuffix("?") { editor.write("\(text) \(editor.name)!") }
      }
    }

    func write(_ text: String) { self.text.set(text, as: self) }
  }

  @Test("editors of a common text do not hear their own edits, even if one of them edits inside a listener")
  func collaboration() {
    let text = Variable(Signed("draft"))
    let (ada, grace) = (Editor("Ada", text), Editor("Grace", text))
    let all = text.receiver.withoutAuthors().record()
    ada.write("hello")
    grace.write("hello Ada")
    ada.write("who?")
    text.value = Signed("end")

    #expect(ada.seen.values == ["draft", "hello Ada", "who? Grace!", "end"])
    #expect(grace.seen.values == ["draft", "hello", "who?", "end"])
    #expect(all.values == ["draft", "hello", "hello Ada", "who?", "who? Grace!", "end"])
  }
}
