import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Variable.bond, with a storage that fails or changes values", .inTurn)
struct StorageBondTests {
  @Test("both have what is stored, whichever is set")
  func agree() {
    let shelf = Shelf(1, in: 0...10, refusing: { $0 == 5 })
    let (left, right) = (shelf.variable(), Variable(0))
    left.bond(with: right, taking: .own)
    let heard = [left.receiver.skip(count: 1).record(), right.receiver.skip(count: 1).record()]
    right.value = 20
    #expect([left.value, right.value] == [10, 10])
    left.value = -1
    #expect([left.value, right.value] == [0, 0])
    right.value = 3
    right.value = 5
    #expect([left.value, right.value] == [3, 3])
    left.value = 5
    left.value = 4

    #expect([left.value, right.value, shelf.number] == [4, 4, 4])
    // No echo: what is stored as it was set is not carried back.
    #expect(heard.map(\.values) == [[10, 0, 3, 3, 3, 4], [20, 10, 0, 3, 5, 3, 3, 4]])
  }

  @Test("a value that the bond has carried over before it was stored is taken back")
  func carriedBeforeStored() {
    let (left, right) = (Shelf(1, in: 0...10).variable(), Variable(0))
    left.receiver.listen { if $0 == 2 { left.value = 20 } }
    left.bond(with: right, taking: .own)
    let heard = right.receiver.skip(count: 1).record()
    left.value = 2

    #expect([left.value, right.value] == [10, 10])
    #expect(heard.values == [20, 10])
  }

  @Test("a bond begins with what is stored", arguments: [false, true])
  func begins(takesOwn: Bool) {
    let (left, right) = (Shelf(1, in: 0...10).variable(), Variable(20))
    if takesOwn { right.bond(with: left, taking: .own) } else { left.bond(with: right) }
    #expect([left.value, right.value] == [10, 10])
  }

  @Test("several storages in a chain come to a value that all of them keep")
  func chain() {
    let variables = [Shelf(1, in: 0...10).variable(), Variable(1), Shelf(1, in: 0...5).variable(), Variable(1)]
    for (left, right) in zip(variables, variables.dropFirst()) { left.bond(with: right) }
    for (index, number) in [20, 30, 40, 50].enumerated() {
      variables[index].value = number
      #expect(variables.map(\.value) == [5, 5, 5, 5])
      variables[index].value = 1
      #expect(variables.map(\.value) == [1, 1, 1, 1])
    }
  }

  @Test("two storages that accept no common value come to rest, and each keeps its own")
  func noCommonValue() {
    let (left, right) = (Shelf(1, in: 0...10).variable(), Shelf(25, in: 20...30).variable())
    left.bond(with: right)
    let heard = [left.receiver.record(), right.receiver.record()]
    for number in [15, 3, 40] {
      left.value = number
      right.value = number
    }

    #expect([left.value, right.value] == [10, 30])
    #expect(heard.allSatisfy { $0.values.count < 30 })
  }

  @Test("two storages that refuse all come to rest", arguments: [1, 3])
  func refuseAll(count: Int) {
    let variables = (0..<count + 1).map { Shelf($0, refusing: { _ in true }).variable() }
    for (left, right) in zip(variables, variables.dropFirst()) { left.bond(with: right) }
    for variable in variables { variable.value = 9 }
    #expect(variables.map(\.value) == Array(0..<count + 1))
  }

  @Test("what is stored is transformed back")
  func transforms() {
    let (number, text) = (Shelf(1, in: 0...10).variable(), Variable("2"))
    number.bond(with: text, to: { "\($0)" }, from: { Int($0) ?? 0 })
    text.value = "20"
    #expect(number.value == 10 && text.value == "10")
  }

  @Test("a field of a stored document")
  func field() {
    struct Document: Equatable, Sendable { var title = "", size = 0 }

    let disk = Heard<Document>()
    disk.append(Document())
    let document = Variable(
      get: { disk.values.last ?? Document() },
      set: { disk.append(Document(title: $0.title, size: min($0.size, 10))) }
    )
    let size = Variable(1)
    document.variable(at: \.size).bond(with: size)
    size.value = 20
    #expect(size.value == 10 && document.value.size == 10)
    document.value = Document(title: "Letter", size: 30)
    #expect(size.value == 10 && document.value == Document(title: "Letter", size: 10))
  }

  @Test("NaN that is stored is what was set: heard once, and written once", arguments: [false, true])
  func notANumber(isOtherStored: Bool) {
    func stored(_ written: Heard<Double>) -> Variable<Double> {
      Variable(get: { written.values.last ?? 1 }, set: { written.append($0) })
    }
    let written = [Heard<Double>(), Heard<Double>()]
    let (slider, other) = (stored(written[0]), isOtherStored ? stored(written[1]) : Variable(2.0))
    slider.bond(with: other, taking: .own)
    let heard = [slider, other].map { $0.receiver.skip(count: 1).map(\.description).record() }
    for number in [.nan, 3, .nan] {
      slider.value = number
      other.value = number
    }

    #expect(
      heard.map(\.values) == [["nan", "nan", "3.0", "3.0", "nan", "nan"], ["nan", "nan", "3.0", "3.0", "nan", "nan"]]
    )
    #expect(written[0].values.count == 6)
  }

  @Test("NaN that is stored for a number, and a number that is stored for NaN, are carried back")
  func notANumberInstead() {
    let written = Heard<Double>()
    let stored = Variable(
      get: { written.values.last ?? 1 },
      set: { written.append($0.isNaN ? 0 : $0 < 0 ? .nan : $0) }
    )
    let slider = Variable(1.0)
    slider.bond(with: stored)
    slider.value = .nan
    #expect(slider.value == 0)
    slider.value = -1
    #expect(slider.value.isNaN && written.values.count == 2)
  }

  @Test("an equal value with other content is not carried back")
  func equalContent() {
    struct Text: Equatable, Sendable {
      var text: String
      static func == (left: Text, right: Text) -> Bool { left.text.lowercased() == right.text.lowercased() }
    }
    let disk = Box(Text(text: "a"))
    let stored = Variable(
      get: { disk.content ?? Text(text: "") },
      set: { disk.content = Text(text: $0.text.lowercased()) }
    )
    let field = Variable(Text(text: ""))
    field.bond(with: stored)
    field.value = Text(text: "B")
    #expect(stored.value.text == "b" && field.value.text == "B")
  }

  @Test("sets from threads on both sides end with one value, which is stored")
  func threads() async {
    for _ in 0..<rounds(100) {
      let shelf = Shelf(1, in: 0...99, refusing: { $0.isMultiple(of: 7) })
      let (left, right) = (shelf.variable(), Variable(1))
      left.bond(with: right)
      await onThreads(4) { thread in
        for number in 1...25 { (thread.isMultiple(of: 2) ? left : right).value = thread * 25 + number * 3 }
      }
      #expect(left.value == right.value && left.value == shelf.number && right.receiver.latest == shelf.number)
    }
  }
}
