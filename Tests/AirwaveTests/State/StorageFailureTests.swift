import Airwave
import AirwaveTesting
import Foundation
import Observation
import TestSupport
import Testing

@Suite("Variable, kept in a storage that fails or changes values", .inTurn)
struct StorageFailureTests {
  @Test("reports what throws, and all have what is stored")
  func throwing() {
    let shelf = Shelf(1, refusing: { $0 < 0 })
    let variable = shelf.variable()
    let (heard, failures) = (variable.receiver.record(), variable.failures.record())
    for number in [2, -3, 4, -5] { variable.value = number }
    variable.withValue { $0 -= 10 }

    #expect(variable.value == 4 && variable.receiver.replayed == [4])
    #expect(shelf.written == [2, 4] && heard.values == [1, 2, 2, 4, 4, 4])
    #expect(failures.values.map(\.value) == [-3, -5, -6])
    #expect(failures.values.map { ($0.error as? Shelf.Refusal)?.number } == [-3, -5, -6])
  }

  @Test("releases what was set where its deinit may read the variable")
  func deinits() async {
    final class Text: Sendable {
      let number: Int
      let onDeinit: @Sendable () -> Void

      init(_ number: Int, onDeinit: @escaping @Sendable () -> Void = {}) {
        (self.number, self.onDeinit) = (number, onDeinit)
      }

      deinit { onDeinit() }
    }

    let (disk, heard, done, last) = (Heard<Int>(), Heard<Int>(), Tally(), Box<Variable<Text>>())
    let variable = Variable(get: { Text(disk.values.last ?? 0) }, set: { disk.append($0.number) })
    last.content = variable
    // If a lock of the variable were held by a release, reading would never return.
    Thread.detachNewThread {
      for number in 1...3 {
        variable.value = Text(number) { heard.append(last.content?.value.number ?? -1) }
      }
      last.content = nil
      done.add()
    }
    await until { done.count == 1 }

    #expect(done.count == 1 && heard.values == [1, 2, 3])
  }

  @Test("all have what a storage keeps instead of the value")
  func clamping() {
    let shelf = Shelf(5, in: 0...10)
    let variable = shelf.variable()
    let (heard, failures) = (variable.receiver.record(), variable.failures.record())
    variable.value = 20
    let read = variable.value
    variable.withValue { $0 += 1 }
    variable.value = 7

    #expect(read == 10 && variable.value == 7)
    #expect(heard.values == [5, 10, 10, 7] && failures.values.isEmpty)
  }

  @Test("a failure is heard when the value is the former one again, and before the listeners hear that")
  func order() {
    let variable = Shelf(1, refusing: { $0 < 0 }).variable()
    let events = Heard<String>()
    variable.failures.listen { events.append("failed \($0.value), is \(variable.value)") }
    variable.receiver.skip(count: 1).listen { events.append("heard \($0), is \(variable.value)") }
    variable.value = -2

    #expect(events.values == ["failed -2, is 1", "heard 1, is 1"])
  }

  @Test("a set that waits for its turn is read until it fails, and changes in place begin with what is stored")
  func waiting() {
    let shelf = Shelf(1, refusing: { $0 < 0 })
    let variable = shelf.variable()
    let seen = Heard<[Int]>()
    variable.receiver.skip(count: 1).listen { value in
      if seen.values.isEmpty { variable.value = -3 }
      seen.append([value, variable.value])
    }
    variable.value = 2
    variable.withValue { $0 += 1 }

    #expect(seen.values == [[2, -3], [2, 2], [3, 3]])
    #expect(shelf.written == [2, 3])
  }

  @Test("an observer who has read a set that waits is told when it fails")
  func observers() {
    let variable = Shelf(1, refusing: { $0 < 0 }).variable()
    let (changes, seen) = (Tally(), Heard<Int>())
    variable.receiver.skip(count: 1).take(count: 1).listen { _ in
      variable.value = -3
      withObservationTracking {
        seen.append(variable.value)
      } onChange: {
        changes.add(1)
        seen.append(variable.value)
      }
    }
    variable.value = 2

    #expect(changes.count == 1 && seen.values == [-3, 2])
  }

  @Test("a field hears what is stored, and its failures are those of the field's values")
  func field() {
    struct Document: Equatable, Sendable { var title = "", size = 0 }

    let disk = Heard<Document>()
    disk.append(Document())
    let document = Variable(
      get: { disk.values.last ?? Document() },
      set: { new in
        if new.title.isEmpty { throw Shelf.Refusal(number: new.size) }
        disk.append(Document(title: new.title, size: min(new.size, 10)))
      }
    )
    let size = document.variable(at: \.size)
    let (heard, failures) = (size.receiver.record(), size.failures.record())
    size.value = 3
    document.variable(at: \.title).value = "Letter"
    size.value = 20

    #expect(size.value == 10 && document.value == Document(title: "Letter", size: 10))
    #expect(heard.values == [0, 0, 0, 10])
    #expect(failures.values.map(\.value) == [3])
  }

  @Test("values that cannot be compared are the former ones after a failure, too")
  func notEquatable() {
    struct Number: Sendable { var number: Int }

    let (disk, left) = (Heard<Int>(), Variable(Number(number: 0)))
    disk.append(1)
    let right = Variable(
      get: { Number(number: disk.values.last ?? 0) },
      set: { new in
        if new.number < 0 { throw Shelf.Refusal(number: new.number) }
        disk.append(new.number)
      }
    )
    left.bond(with: right)
    let heard = left.receiver.map(\.number).record()
    left.value.number = 2
    left.value.number = -3

    #expect(left.value.number == 2 && right.value.number == 2)
    #expect(heard.values == [1, 2, -3, 2])
  }

  @Test("optional values: what is not there is not what is")
  func optional() {
    let disk = Heard<Int?>()
    disk.append(1)
    let left = Variable<Int?>(nil)
    let right = Variable<Int?>(get: { disk.values.last ?? nil }, set: { disk.append($0 ?? 7) })
    left.bond(with: right)
    let heard = left.receiver.record()
    left.value = nil
    left.value = 2

    #expect(left.value == 2 && right.value == 2)
    #expect(heard.values == [1, nil, 7, 2])
  }

  @Test("failures end with the variable; a variable without a storage has none")
  func end() {
    let ended = Tally()
    do {
      let variable = Shelf(1).variable()
      variable.failures.listen { _ in
      } onFinish: {
        ended.add(1)
      }
      variable.value = 2
      #expect(ended.count == 0)
    }
    #expect(ended.count == 1)
    Variable(1).failures.listen { _ in
    } onFinish: {
      ended.add(1)
    }
    #expect(ended.count == 2)
  }

  @Test("from several threads, each set is heard as it was stored, or reported")
  func threads() async {
    let shelf = Shelf(0, refusing: { $0.isMultiple(of: 3) })
    let variable = shelf.variable()
    let (heard, failures) = (variable.receiver.skip(count: 1).record(), variable.failures.record())
    let count = 1_500
    await onThreads(4) { thread in for number in 0..<count { variable.value = thread * count + number } }

    #expect(failures.values.map(\.value).sorted() == (0..<4 * count).filter { $0.isMultiple(of: 3) })
    #expect(shelf.written.sorted() == (0..<4 * count).filter { !$0.isMultiple(of: 3) })
    #expect(heard.values.count == 4 * count && variable.value == shelf.number)
    // A set that has failed is heard as the value before it.
    var changes = heard.values.enumerated().filter { $0.offset == 0 || heard.values[$0.offset - 1] != $0.element }
    if changes.first?.element == 0 { changes.removeFirst() }
    #expect(changes.map(\.element) == shelf.written)
  }
}
