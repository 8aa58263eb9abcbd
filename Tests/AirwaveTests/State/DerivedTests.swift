import Airwave
import AirwaveTesting
import Observation
import TestSupport
import Testing

@Suite("Derived", .inTurn)
struct DerivedTests {
  @Test("of one to four states: its value at once, and each change")
  func sources() {
    let (a, b, c, d) = (Variable(1), Variable("x"), Variable(2.5), Variable(true))
    let states: [any Readable<String>] = [
      Derived(a) { "\($0)" }, Derived(a, b) { "\($0)\($1)" }, Derived(a, b, c) { "\($0)\($1)\($2)" },
      Derived(a, b, c, d) { "\($0)\($1)\($2)\($3)" },
    ]
    let heard = states.map { $0.receiver.record() }
    (a.value, b.value) = (2, "y")
    (c.value, d.value) = (3.5, false)

    #expect(
      heard.map(\.values) == [
        ["1", "2"], ["1x", "2x", "2y"], ["1x2.5", "2x2.5", "2y2.5", "2y3.5"],
        ["1x2.5true", "2x2.5true", "2y2.5true", "2y3.5true", "2y3.5false"],
      ]
    )
    #expect(states.map { $0.value } == ["2", "2y", "2y3.5", "2y3.5false"])
    #expect(states.map { $0.receiver.latest } == states.map { $0.value })
    #expect(states.map { $0.receiver.replayed } == states.map { [$0.value] })
  }

  @Test("the forms for values that cannot be compared send one for each set")
  func notCompared() {
    let (a, b, c, d) = (Variable(1), Variable(2), Variable(3), Variable(4))
    let heard = Heard<[Int]>()
    Derived(a) { (number: $0, text: "") }.receiver.listen { heard.append([$0.number]) }
    Derived(a, b) { ($0, $1) }.receiver.listen { heard.append([$0, $1]) }
    Derived(a, b, c) { ($0, $1, $2) }.receiver.listen { heard.append([$0, $1, $2]) }
    Derived(a, b, c, d) { ($0, $1, $2, $3) }.receiver.listen { heard.append([$0, $1, $2, $3]) }
    Derived(Derived(a) { ($0, 0) }).receiver.listen { heard.append([$0.0, $0.1]) }
    a.value = 1

    #expect(
      heard.values == [
        [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 0], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 0],
      ]
    )
  }

  @Test("values that equal the one before are left out")
  func compared() {
    let (a, b, c, d) = (Variable(1), Variable(2), Variable(3), Variable(4))
    let heard = [
      Derived(a), Derived(a) { $0 % 2 }, Derived(a, b) { $0 % 2 + $1 }, Derived(a, b, c) { $0 % 2 + $1 + $2 },
      Derived(a, b, c, d) { $0 % 2 + $1 + $2 + $3 },
    ].map { $0.receiver.record() }
    for number in [1, 3, 3, 2] { a.value = number }

    #expect(heard.map(\.values) == [[1, 3, 2], [1, 0], [3, 2], [6, 5], [10, 9]])
  }

  @Test("a diamond: no listener hears, and no reader reads, a value of an old and a new value")
  func diamond() {
    let number = Variable(1)
    let (double, negative) = (Derived(number) { 2 * $0 }, Derived(number) { -$0 })
    let sum = Derived(double, negative) { $0 + $1 }
    let labels = Derived(sum, number, double) { "\($0) \($1) \($2)" }
    let read = Heard<String>()
    // Joins before the others, and reads what follows from the value that they have not heard.
    number.receiver.listen { read.append("\($0): \(labels.value)") }
    let heard = labels.receiver.record()
    let sums = sum.receiver.record()
    for value in 2...4 { number.value = value }

    #expect(heard.values == ["1 1 2", "2 2 4", "3 3 6", "4 4 8"])
    #expect(sums.values == [1, 2, 3, 4])
    #expect(read.values == (1...4).map { "\($0): \($0) \($0) \(2 * $0)" })
  }

  @Test("two fields of a document, which is set as a whole, are one state")
  func fields() {
    struct Document: Sendable {
      var title = "a"
      var pages = 1
      var part = Part()
    }
    struct Part: Sendable { var number = 7 }

    let document = Variable(Document())
    let (title, part) = (document.variable(at: \.title), document.variable(at: \.part))
    let label = Derived(title, document.variable(at: \.pages), part.variable(at: \.number)) { "\($0)\($1)\($2)" }
    let heard = label.receiver.record()
    document.value = Document(title: "b", pages: 2)
    title.value = "c"
    document.withValue { $0.part.number = 8 }
    part.value = Part(number: 8)

    #expect(heard.values == ["a17", "b27", "c27", "c28"])
    #expect(document.receiver.listenerCount == 1)
  }

  @Test("each state of a deep graph is computed once for a set, and each variable is joined once")
  func deep() {
    let (number, calls) = (Variable(1), Tally())
    var top: any Readable<Int> = number
    func doubled(_ state: some Readable<Int>) -> any Readable<Int> {
      Derived(state, state) { left, right in
        calls.add()
        return left &+ right
      }
    }
    for _ in 0..<40 { top = doubled(top) }
    let listening = top.receiver.listen { _ in }
    #expect(calls.count == 40 && number.receiver.listenerCount == 1 && top.receiver.listenerCount == 1)
    number.value = 3
    #expect(top.value == 3 << 40 && calls.count == 120)
    listening.dispose()
    number.value = 4
    #expect(calls.count == 120 && number.receiver.listenerCount == 0)
  }

  @Test("does nothing before something listens or reads")
  func lazy() {
    let (number, calls) = (Variable(1), Tally())
    let state = Derived(number) { number in
      calls.add()
      return number
    }
    number.value = 2
    _ = state.receiver.map { $0 }
    #expect(calls.count == 0 && number.receiver.listenerCount == 0)
  }

  @Test("sets inside of a listener are heard as the newest, in order, and once")
  func setInside() {
    let (a, b) = (Variable(1), Variable(10))
    let sum = Derived(a, b) { $0 + $1 }
    sum.receiver.listen { if $0 == 12 { (a.value, b.value) = (5, 20) } }
    let heard = sum.receiver.record()
    let all = Heard<[Int]>()
    Derived(a, b) { ($0, $1) }.receiver.listen { all.append([$0, $1]) }
    a.value = 2

    #expect(heard.values == [11, 25])
    #expect(all.values.first == [1, 10] && all.values.last == [5, 20])
  }

  @Test("a listener that joins inside a listener of the variable takes its place after the present value, heard once")
  func joinInside() {
    let (number, heard) = (Variable(1), Heard<String>())
    let pair = Derived(number, Variable(0)) { ($0, $1) }
    number.receiver.listen { value in
      if value == 2 { pair.receiver.listen { heard.append("derived \($0.0)") } }
    }
    number.receiver.listen { heard.append("\($0)") }
    number.value = 2
    number.value = 3

    #expect(heard.values == ["1", "2", "derived 2", "3", "derived 3"])
  }

  @Test("a set that another thread makes while the first value is computed is heard")
  func setWhileJoining() async {
    let (number, calls) = (Variable(1), Tally())
    let state = Derived(number) { value in
      calls.add()
      if calls.count == 1 { onAnotherThread { number.value = 2 } }
      return value
    }
    let heard = state.receiver.record()
    // The call of `listen` leaves what another thread has sent to a thread of the pool.
    await untilDrained()

    #expect(heard.values == [1, 2])
  }

  @Test("as a property, whose class alone has the variables")
  @MainActor func property() {
    final class Person {
      @Variable var first = "Ada"
      @Variable var last = "Byron"
      @Derived var name: String
      @Derived var initials: (Character?, Character?)

      init() {
        _name = Derived(_first, _last) { "\($0) \($1)" }
        _initials = Derived(_first, _name) { ($0.first, $1.split(separator: " ").last?.first) }
      }
    }

    let person = Person()
    var heard: [String] = []
    person.$name.listen { heard.append($0) }
    person.$initials.map { "\($0 ?? "-")\($1 ?? "-")" }.listen { heard.append($0) }
    person.last = "Lovelace"

    #expect(heard == ["Ada Byron", "AB", "Ada Lovelace", "AL"])
    #expect(person.name == "Ada Lovelace")
  }

  @Test("a view hides the variable, and any Readable names both")
  func view() {
    let variable = Variable(1)
    let states: [any Readable<Int>] = [variable, Derived(variable), Derived(Derived(variable))]
    let heard = states.map { $0.receiver.record() }
    variable.value = 2

    #expect(states.map { $0 is Variable<Int> } == [true, false, false])
    #expect(states.map { $0.value } == [2, 2, 2])
    let sum = Derived(states[0], states[2]) { $0 + $1 }
    variable.value = 3
    #expect(sum.value == 6)
    #expect(heard.map(\.values) == [[1, 2, 3], [1, 2, 3], [1, 2, 3]])
  }

  @Test("of a variable that keeps its value elsewhere: what is stored, and what is written there")
  func storage() {
    struct Refused: Error {}
    let disk = Box(1)
    let number = Variable(
      get: { disk.content ?? 0 },
      set: { new in
        if new < 0 { throw Refused() }
        disk.content = min(new, 10)
      }
    )
    let state = Derived(number, number) { [$0, $1] }
    let heard = state.receiver.record()
    (number.value, number.value) = (70, -1)
    disk.content = 4
    #expect(state.value == [4, 4])
    number.rebroadcast()

    #expect(heard.values == [[1, 1], [10, 10], [4, 4]])
  }

  @Test("a set that waits to be stored is read, as the variable's own value is")
  func waiting() {
    let disk = Box(1)
    let number = Variable(get: { disk.content ?? 0 }, set: { disk.content = $0 })
    let (state, read) = (Derived(number) { 10 * $0 }, Heard<[Int]>())
    number.receiver.listen { value in
      if value == 2 { number.value = 3 }
      read.append([value, number.value, state.value])
    }
    number.value = 2

    #expect(read.values == [[1, 1, 10], [2, 3, 30], [3, 3, 30]])
  }

  @Test("a listener that ends by a value hears no later one, and its end once")
  func taking() {
    let number = Variable(1)
    let state = Derived(number) { $0 }
    let (one, two) = (recordEvents(state.receiver.take(count: 1)), recordEvents(state.receiver.take(count: 2)))
    (number.value, number.value) = (2, 3)

    #expect(one.heard.values == [.value(1), .end] && two.heard.values == [.value(1), .value(2), .end])
    #expect(number.receiver.listenerCount == 0)
  }

  @Test("Observation notices a set of each variable, once for each reading")
  func observation() {
    let (a, b) = (Variable(1), Variable(2))
    let sum = Derived(Derived(a) { $0 }, Derived(b, a) { $0 + $1 }) { $0 + $1 }
    let changes = Tally()
    for set in [{ a.value = 5 }, { b.value = 6 }, { onAnotherThread { a.value = 7 } }] {
      withObservationTracking {
        _ = sum.value
      } onChange: {
        changes.add(1)
      }
      set()
      a.rebroadcast()
    }

    #expect(changes.count == 3 && sum.value == 20)
  }

  @Test("is described by its value, without taking part in Observation")
  func described() {
    let number = Variable(1)
    let (state, changes) = (Derived(number) { "\($0)" }, Tally())
    var dumped = ""
    withObservationTracking {
      dump(state, to: &dumped)
      #expect(String(reflecting: [state]) == #"[Derived("1")]"#)
    } onChange: {
      changes.add(1)
    }
    number.value = 2

    #expect(dumped == "- Derived(\"1\") #0\n" && "\(state)" == "2" && changes.count == 0)
    #expect(Mirror(reflecting: state.formula).children.isEmpty)
  }
}
