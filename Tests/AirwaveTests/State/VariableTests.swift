import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Variable", .inTurn)
struct VariableTests {
  @Test("a value that reports its changes")
  func reports() {
    let name = Variable("x")
    let heard = name.receiver.record()
    name.value = "y"
    let late = name.receiver.record()
    name.value = "z"

    #expect(heard.values == ["x", "y", "z"])
    #expect(late.values == ["y", "z"])
    #expect(name.value == "z" && name.receiver.latest == "z")
  }

  @Test("the same as a property")
  func property() {
    final class Model {
      @Variable var name = "x"
    }

    let model = Model()
    let receiver: Receiver<String> = model.$name
    let heard = receiver.record()
    model.name = "y"

    #expect(heard.values == ["x", "y"])
    #expect(model.name == "y")
  }

  @Test("a property that begins in init")
  func initialized() {
    final class Model {
      @Variable var name: String

      init(name: String) { self.name = name }
    }
    struct Row {
      @Variable var name: String
    }

    let (model, row) = (Model(name: "x"), Row(name: "y"))
    let heard = [model.$name.record(), row.$name.record()]
    model.name = "z"

    #expect(heard.map(\.values) == [["x", "z"], ["y"]])
  }

  @Test("start empty")
  func empty() {
    struct Model {
      @Variable var name: String?
    }

    let (name, model) = (Variable<String?>(), Model())
    let heard = [name.receiver.record(), model.$name.record()]
    name.value = "x"
    model.name = "x"
    name.value = nil
    model.name = nil

    #expect(heard.map(\.values) == [[nil, "x", nil], [nil, "x", nil]])
    #expect(name.value == nil && model.name == nil)
  }

  @Test("every set, or only changes")
  func everySet() {
    @Variable var name = "x"
    let (sets, changes) = ($name.record(), $name.skipRepeats().record())
    for next in ["x", "y", "y", "x"] { name = next }

    #expect(sets.values == ["x", "x", "y", "y", "x"])
    #expect(changes.values == ["x", "y", "x"])
  }

  @Test("the changes from now on, also of a field and of a storage")
  func changes() {
    struct Song: Equatable, Sendable { var title = "x", volume = 5 }
    let storage = Box(Song())
    let songs = [Variable(Song()), Variable(get: { storage.content ?? Song() }, set: { storage.content = $0 })]
    for song in songs {
      let first = song.variable(at: \.title).changes.record()
      song.value.title = "x"
      song.value.volume = 6
      song.value.title = "y"
      let second = song.variable(at: \.title).changes.record()
      let values = song.changes.map(\.volume).record()
      song.rebroadcast()
      song.value.title = "y"
      song.value.volume = 7
      song.value.title = "x"

      #expect(first.values == ["y", "x"] && second.values == ["x"] && values.values == [7, 7])
    }
  }

  @Test("a listener of the changes that joins inside a delivery hears the sets from then on")
  func changesInside() {
    let (number, heard, late) = (Variable(0), Heard<Int>(), Heard<Int>())
    number.changes.listen { value in
      heard.append(value)
      if value == 1 {
        number.changes.listen { late.append($0) }
        number.value = 2
      }
    }
    number.value = 1
    #expect(heard.values == [1, 2] && late.values == [2])
  }

  @Test("send the present value again")
  func rebroadcast() {
    let name = Variable("x")
    let heard = name.receiver.record()
    name.rebroadcast()
    name.value = "y"
    name.rebroadcast()

    #expect(heard.values == ["x", "x", "y", "y"])
    #expect(name.receiver.record().values == ["y"])
  }

  @Test("sets from inside listeners are heard by all in one order")
  func reentrant() {
    let number = Variable(0)
    let first = number.receiver.record()
    number.receiver.listen { if $0 == 1 { [10, 20].forEach { number.value = $0 } } }
    let second = number.receiver.record()
    number.receiver.listen { if $0 == 10 { number.withValue { $0 += 100 } } }
    let third = number.receiver.record()

    [1, 2].forEach { number.value = $0 }

    // The change in place is made to the newest set, which is 20 at that time.
    let order = [0, 1, 10, 20, 120, 2]
    #expect([first, second, third].map(\.values) == [order, order, order])
    #expect(number.value == 2)
  }

  @Test("reading the value in a listener gives the newest set, which may be ahead of what is heard")
  func readInside() {
    let number = Variable(0)
    number.receiver.listen { if $0 == 1 { number.value = 2 } }
    let seen = Heard<[Int]>()
    number.receiver.listen { seen.append([$0, number.value]) }
    number.receiver.listen { value in if value == 2 { onAnotherThread { number.value = 3 } } }
    number.receiver.listen { seen.append([$0, number.value]) }

    number.value = 1

    #expect(seen.values == [[0, 0], [0, 0], [1, 2], [1, 2], [2, 2], [2, 3], [3, 3], [3, 3]])
  }

  @Test("a set made on another thread during a delivery returns at once and is heard after it")
  func setDuringDelivery() {
    let number = Variable(0)
    let read = Heard<Int>()
    number.receiver.listen { value in
      guard value == 1 else { return }
      onAnotherThread {
        number.value = 2
        read.append(number.value)
      }
    }
    let heard = number.receiver.record()
    number.value = 1

    #expect(read.values == [2])
    #expect(heard.values == [0, 1, 2])
  }

  @Test("a hundred thousand sets from inside a listener use constant stack")
  func deep() {
    let number = Variable(0)
    number.receiver.listen { if $0 > 0, $0 < 100_000 { number.value = $0 + 1 } }
    number.value = 1

    #expect(number.value == 100_000)
  }

  @Test("the deinit of an old value may read and set the variable", arguments: [false, true])
  func liveliness(isSetInside: Bool) {
    let (heard, last) = (Heard<Int>(), Box<Variable<Lively>>())
    let use: @Sendable (String) -> Void = { moment in
      guard moment == "1 deinit", let variable = last.content else { return }
      heard.append(variable.value.id * 10)
      variable.value = Lively(3)
      onAnotherThread { variable.value = Lively(variable.value.id + 1) }
      heard.append(variable.value.id * 10)
    }
    let variable = Variable(Lively(1, use))
    last.content = variable
    if isSetInside {
      let trigger = Variable(0)
      trigger.receiver.skip(count: 1).listen { _ in variable.withValue { $0 = Lively(2) } }
      trigger.value = 1
    } else {
      variable.value = Lively(2)
    }

    #expect(heard.values == [20, 40])
    #expect(variable.value.id == 4 && variable.receiver.latest?.id == 4)
    last.content = nil
  }

  @Test("a chain of old values that set the variable again when they are released uses constant stack")
  func deepDeinit() {
    final class Link: Sendable {
      let number: Int
      let next: @Sendable (Int) -> Void

      init(_ number: Int, next: @escaping @Sendable (Int) -> Void) {
        (self.number, self.next) = (number, next)
      }

      deinit { if number > 0 { next(number - 1) } }
    }

    let (variable, count) = (Variable<Link?>(), Tally())
    @Sendable func set(_ number: Int) {
      count.add(1)
      variable.value = Link(number, next: set)
      variable.value = nil
    }
    set(100_000)

    #expect(count.count == 100_001 && variable.value == nil)
  }
}
