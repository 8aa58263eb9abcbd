import Airwave
import AirwaveTesting
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
