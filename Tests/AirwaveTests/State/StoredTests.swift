import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

@Suite("Variable.stored", .inTurn)
struct StoredTests {
  /// A storage whose closure `set` waits until the value may be stored.
  private final class SlowShelf: Sendable {
    private let allowed = DispatchSemaphore(value: 0)
    let written = Heard<Int>()

    func variable() -> Variable<Int> {
      Variable(
        get: { self.written.values.last ?? 0 },
        set: { number in
          self.allowed.wait()
          self.written.append(number)
        }
      )
    }

    func allow(_ count: Int) {
      for _ in 0..<count { allowed.signal() }
    }
  }

  @Test("returns at once if nothing waits")
  func nothing() async {
    let variable = Shelf(1).variable()
    await variable.stored()
    variable.value = 2
    await variable.stored()
    await Variable(1).stored()
    #expect(variable.value == 2)
  }

  @Test("returns when what was set before is stored, not what is set later", arguments: [false, true])
  @MainActor func waits(isField: Bool) async {
    let shelf = SlowShelf()
    let variable = shelf.variable()
    let isDone = Tally()
    async let storing: Void = onThreads(1) { _ in variable.value = 1 }
    await until { variable.value == 1 }
    variable.value = 2
    let began = Tally()
    let waiting = Task {
      began.add(1)
      if isField { await variable.variable(at: \.self).stored() } else { await variable.stored() }
      isDone.add(1)
      return shelf.written.values
    }
    // The task runs on the main actor, as the test does: if it has begun, it has called `stored()`.
    await until { began.count == 1 }
    variable.value = 3
    #expect(isDone.count == 0 && shelf.written.values.isEmpty)
    shelf.allow(2)
    #expect(await waiting.value == [1, 2])
    shelf.allow(1)
    await storing
    await variable.stored()
    #expect(shelf.written.values == [1, 2, 3])
  }

  @Test("does not wait for a set that has failed, and whose failure was heard")
  func failed() async {
    let variable = Shelf(1, refusing: { $0 < 0 }).variable()
    let failures = variable.failures.record()
    variable.receiver.skip(count: 1).take(count: 1).listen { _ in variable.value = -1 }
    variable.value = 2
    await variable.stored()
    #expect(failures.values.map(\.value) == [-1])
  }

  @Test("from several tasks, each finds its own set stored")
  func tasks() async {
    let shelf = Shelf(0, refusing: { $0.isMultiple(of: 5) })
    let variable = shelf.variable()
    let failures = Heard<Int>()
    variable.failures.listen { failures.append($0.value) }
    let missing = Tally()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<100 {
            let own = task * 100 + number
            variable.value = own
            await variable.stored()
            let isKnown = own.isMultiple(of: 5) ? failures.values.contains(own) : shelf.written.contains(own)
            if !isKnown { missing.add(1) }
          }
        }
      }
    }
    #expect(missing.count == 0 && shelf.written.count == 320 && failures.values.count == 80)
  }
}
