import Airwave
import AirwaveTesting
import Observation
import Synchronization
import TestSupport
import Testing

@Suite("Variable, kept elsewhere", .inTurn)
struct ExternalVariableTests {
  @Test("keep the value elsewhere")
  func elsewhere() {
    let storage = Box(5)
    let volume = Variable(get: { storage.content ?? -1 }, set: { storage.content = $0 })
    let heard = volume.receiver.record()
    let before = volume.value
    volume.value = 7
    volume.withValue { $0 += 1 }

    #expect(before == 5 && storage.content == 8 && volume.value == 8)
    #expect(heard.values == [5, 7, 8])
  }

  @Test("reads what others write there, and broadcasts it when asked")
  func externalChanges() {
    let storage = Box(1)
    let variable = Variable(get: { storage.content ?? -1 }, set: { storage.content = $0 })
    let heard = variable.receiver.record()
    storage.content = 2
    let read = variable.value
    variable.rebroadcast()
    storage.content = 10
    variable.withValue { $0 += 1 }

    #expect(read == 2 && variable.value == 11)
    #expect(heard.values == [1, 2, 11])
  }

  @Test("a rebroadcast writes nothing: neither of the variable, of a field, of a bonded variable, nor by a new bond")
  func rebroadcastWritesNothing() async {
    let shelf = Shelf(1)
    let (variable, control) = (shelf.variable(), Variable(0))
    control.bond(with: variable)
    let heard = [variable.receiver, control.receiver].map { $0.skip(count: 1).record() }
    shelf.change(2)
    control.rebroadcast()
    variable.variable(at: \.self).rebroadcast()
    shelf.change(3)
    variable.rebroadcast()
    shelf.change(4)
    // The variable is bonded already, so that the new bond broadcasts the value of the storage again.
    let other = Variable(0)
    other.bond(with: control)
    other.bond(with: variable)
    variable.rebroadcast()
    await variable.stored()

    #expect(shelf.written == [] && [variable, control, other].map(\.value) == [4, 4, 4])
    control.value = 5
    #expect(shelf.written == [5])
    #expect(heard.map(\.values) == [[2, 3, 4, 4, 5], [1, 2, 3, 4, 5]])
  }

  @Test("a rebroadcast takes its turn among the sets, and until then the present value is what is stored")
  func rebroadcastTakesItsTurn() async {
    let (shelf, seen, changes) = (Shelf(0), Heard<[Int]>(), Tally())
    let variable = shelf.variable()
    variable.receiver.listen { value in
      if value == 1 {
        shelf.change(7)
        variable.rebroadcast()
        variable.rebroadcast()
        seen.append([-1, variable.value])
        variable.value = 2
        variable.rebroadcast()
        variable.value = 3
      }
      if value == 3 { seen.append([-2, changes.count]) }
      // Before the rebroadcast that follows.
      if value == 2, seen.values.last != [2, 3] {
        withObservationTracking {
          _ = variable.value
        } onChange: {
          changes.add(1)
        }
      }
      seen.append([value, variable.value])
    }
    variable.value = 1
    await variable.stored()

    #expect(seen.values == [[0, 0], [-1, 7], [1, 3], [7, 3], [7, 3], [2, 3], [2, 3], [-2, 1], [3, 3]])
    #expect(shelf.written == [1, 2, 3])
  }

  @Test("a rebroadcast beside another writer overwrites nothing, and the last value heard is the last one written")
  func rebroadcastBesideAnother() async {
    let (foreign, sets) = (rounds(4_000), rounds(400))
    // What others have written, and what the variable has written.
    let content = Mutex([0, 0])
    let writes = Tally()
    let variable = Variable(
      get: { content.withLock { $0 } },
      set: { value in
        writes.add()
        content.withLock { $0[1] = value[1] }
      }
    )
    let heard = variable.receiver.record()
    await onThreads(3) { thread in
      switch thread {
      case 0: for number in 1...foreign { content.withLock { $0[0] = number } }
      case 1: for number in 1...sets { variable.withValue { $0[1] = number } }
      default: for _ in 0..<sets { variable.rebroadcast() }
      }
      variable.rebroadcast()
    }

    #expect(content.withLock { $0 } == [foreign, sets] && writes.count == sets)
    #expect(heard.values.count == 1 + 2 * sets + 3 && heard.values.last == [foreign, sets])
    #expect(heard.values.map { $0[0] } == heard.values.map { $0[0] }.sorted())
  }

  @Test("a watcher that hears the writes of the variable, too, comes to rest", arguments: [1, 2])
  func watched(count: Int) async {
    let shelves = (0..<count).map { Shelf($0) }
    let variables = shelves.map { $0.variable() }
    for (shelf, variable) in zip(shelves, variables) {
      shelf.watch { [weak variable] in variable?.rebroadcast() }
    }
    if count == 2 { variables[0].bond(with: variables[1], taking: .own) }
    let before = shelves.map(\.written.count)
    variables[0].value = 5
    await variables[0].stored()
    #expect(variables.map(\.value) == Array(repeating: 5, count: count))

    shelves[0].change(7)
    variables[0].rebroadcast()
    await variables[0].stored()
    #expect(variables.map(\.value) == Array(repeating: 7, count: count))
    // The foreign change is written to the other storage, and not back.
    #expect(zip(shelves, before).map { $0.written.count - $1 } == Array([1, 2].prefix(count)))
  }

  @Test("may be empty, also from the beginning")
  func optional() {
    let storage = Box<Int>()
    let variable = Variable<Int?>(get: { storage.content }, set: { storage.content = $0 })
    let heard = variable.receiver.record()
    let before = variable.value
    variable.value = 1
    storage.content = nil

    #expect(before == nil && variable.value == nil)
    #expect(heard.values == [nil, 1])
  }

  @Test("does not pass on what was there before")
  func noFirstSet() {
    let written = Heard<Int>()
    let variable = Variable(get: { 1 }, set: { written.append($0) })
    #expect(written.values == [])
    variable.value = 2
    #expect(written.values == [2])
  }

  @Test("passes sets on in order, before listeners hear them; the newest can be read before it is passed on")
  func order() {
    let storage = Heard<Int>()
    storage.append(0)
    let variable = Variable(get: { storage.values.last ?? -1 }, set: { storage.append($0) })
    let seen = Heard<[Int]>()
    variable.receiver.listen { value in
      if value == 1 {
        variable.value = 2
        onAnotherThread { variable.value = 3 }
        variable.withValue { $0 += 10 }
      }
      seen.append([value, storage.values.last ?? -1, variable.value])
    }
    variable.value = 1

    #expect(seen.values == [[0, 0, 0], [1, 1, 13], [2, 2, 13], [3, 3, 13], [13, 13, 13]])
    #expect(storage.values == [0, 1, 2, 3, 13])
  }

  @Test("is set by one thread at a time, in the order in which all hear it")
  func threads() async {
    let (detector, written) = (OverlapDetector(), Heard<Int>())
    let variable = Variable(
      get: { written.values.last ?? 0 },
      set: { value in detector.enter { written.append(value) } }
    )
    let heard = variable.receiver.skip(count: 1).record()
    await onThreads(4) { thread in for number in 0..<2_000 { variable.value = thread << 32 | number } }

    #expect(detector.overlapCount == 0)
    #expect(written.values.count == 8_000 && written.values == heard.values)
    #expect(variable.value == heard.values.last)
    for thread in 0..<4 {
      #expect(written.values.filter { $0 >> 32 == thread }.map { $0 & 0xFFFF } == Array(0..<2_000))
    }
  }

  @Test("releases its closures when it is released")
  func released() {
    weak var gone: Witness?
    do {
      let witness = Witness()
      gone = witness
      let variable = Variable(
        get: { withExtendedLifetime(witness) { 1 } },
        set: { _ in withExtendedLifetime(witness) {} }
      )
      variable.receiver.listen { _ in }
      variable.value = 2
    }
    #expect(gone == nil)
  }
}
