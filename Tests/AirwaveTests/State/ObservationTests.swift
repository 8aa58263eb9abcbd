import Airwave
import Dispatch
import Observation
import TestSupport
import Testing

@Suite("Variable: Observable", .inTurn)
struct ObservationTests {
  @Test("SwiftUI and withObservationTracking notice it")
  func notices() {
    let variable = Variable(1)
    let changes = Tally()
    for round in 1...3 {
      let read = withObservationTracking {
        variable.value
      } onChange: {
        changes.add(1)
      }
      #expect(read == round && changes.count == round - 1)
      variable.value += 1
      #expect(changes.count == round)
      // The observer is told once for each read.
      variable.rebroadcast()
      variable.value = round + 1
      #expect(changes.count == round)
    }
  }

  @Test("every way of setting is noticed")
  func everyWay() {
    let variable = Variable(Signed(1))
    let changes = Tally()
    let sets: [() -> Void] = [
      { variable.value = Signed(2) }, { variable.wrappedValue = Signed(3) }, { variable.withValue { $0 = Signed(4) } },
      { variable.set(5, as: changes) }, { variable.rebroadcast() }, { onAnotherThread { variable.value = Signed(6) } },
    ]
    for set in sets {
      withObservationTracking {
        _ = variable.value
      } onChange: {
        changes.add(1)
      }
      set()
    }

    #expect(changes.count == sets.count)
  }

  @Test("notifies no observer that has not read the property, or of a change that was not made")
  func unread() throws {
    struct Failure: Error {}

    let (variable, other) = (Variable(1), Variable(1))
    let changes = Tally()
    withObservationTracking {
      _ = other.value
    } onChange: {
      changes.add(1)
    }
    withObservationTracking {
      _ = variable.receiver.latest
    } onChange: {
      changes.add(1)
    }
    variable.value = 2
    #expect(changes.count == 0)

    withObservationTracking {
      _ = variable.value
    } onChange: {
      changes.add(1)
    }
    try? variable.withValue { _ in throw Failure() }
    #expect(changes.count == 0)
  }

  @Test("a property is noticed on its own, each of several observers once")
  func properties() {
    final class Model {
      @Variable var name = "x"
      @Variable var count = 1
    }

    let model = Model()
    let (names, counts, both) = (Tally(), Tally(), Tally())
    withObservationTracking {
      _ = model.name
    } onChange: {
      names.add(1)
    }
    withObservationTracking {
      _ = model.count
    } onChange: {
      counts.add(1)
    }
    withObservationTracking {
      _ = (model.name, model.count)
    } onChange: {
      both.add(1)
    }
    model.name = "y"
    #expect([names.count, counts.count, both.count] == [1, 0, 1])
    model.count = 2
    #expect([names.count, counts.count, both.count] == [1, 1, 1])
  }

  @Test("the new value can be read when the change is noticed")
  func readInside() {
    let variable = Variable(1)
    let seen = Heard<Int>()
    withObservationTracking {
      _ = variable.value
    } onChange: {
      seen.append(variable.value)
    }
    variable.value = 2
    #expect(seen.values == [2])
  }

  @Test("is told after the set and after the listeners, but during a delivery before them")
  func order() {
    let variable = Variable(1)
    let events = Heard<String>()
    @Sendable func observe() {
      withObservationTracking {
        _ = variable.value
      } onChange: {
        events.append("told of \(variable.value)")
      }
    }
    variable.receiver.skip(count: 1).listen { value in
      events.append("heard \(value)")
      if value == 2 {
        observe()
        variable.value = 3
        events.append("set")
      }
    }
    observe()
    variable.value = 2

    #expect(events.values == ["heard 2", "told of 3", "told of 3", "set", "heard 3"])
  }

  @Test("an observer whose read and a set overlap is told of the next set")
  func setWhileTracking() {
    let variable = Variable(1)
    let changes = Tally()
    withObservationTracking {
      _ = variable.value
      // A set before the observer is registered, which the module does when this closure returns.
      onAnotherThread { variable.value = 2 }
    } onChange: {
      changes.add(1)
    }
    variable.value = 3
    #expect(changes.count == 1)
  }

  @Test("an observer on the main actor whose read and a set elsewhere overlap is told of that set, once")
  @MainActor func setElsewhereWhileTracking() async {
    let (variables, changes) = ((0..<300).map { Variable($0) }, Tally())
    for variable in variables {
      withObservationTracking {
        _ = variable.value
        onAnotherThread { for number in 0..<3 { variable.value = -number } }
      } onChange: {
        changes.add(1)
      }
    }
    #expect(changes.count == 0)
    await until { changes.count == variables.count }
    #expect(changes.count == variables.count)
  }

  @Test("an observer in a block of a queue whose target is the main queue is told of that set, too, once")
  @MainActor func setElsewhereWhileTrackingOnTarget() async {
    let (variables, changes) = ((0..<100).map { Variable($0) }, Tally())
    let queue = DispatchQueue(label: "views", attributes: .concurrent, target: .main)
    await withCheckedContinuation { continuation in
      queue.async {
        for variable in variables {
          withObservationTracking {
            _ = variable.value
            onAnotherThread { variable.value = -1 }
          } onChange: {
            changes.add(1)
          }
        }
        continuation.resume()
      }
    }
    await until { changes.count == variables.count }
    #expect(changes.count == variables.count)
  }

  @Test("is observed again after each set elsewhere, until the last one is seen, and no more often than it is set")
  @MainActor func observedAgain() async {
    final class Screen: Sendable {
      let variable = Variable(0)
      let shown = Heard<Int>()

      @MainActor func draw() {
        let (value, next) = (variable.value, shown.values.count + 1)
        withObservationTracking {
          shown.append(variable.value)
          // Before the observer is registered.
          if next <= 300 { onAnotherThread { self.variable.value = max(value, next) } }
        } onChange: {
          Task { @MainActor in self.draw() }
        }
      }
    }

    let screen = Screen()
    screen.draw()
    await until { screen.shown.values.last == 300 }
    #expect(screen.shown.values == Array(0...300))
  }

  @Test("a set on the main actor, and a set that was told, are told once")
  @MainActor func toldOnce() async {
    let (variable, changes) = (Variable(0), Tally())
    for round in 1...20 {
      withObservationTracking {
        _ = variable.value
      } onChange: {
        changes.add(1)
      }
      if round.isMultiple(of: 2) { variable.value = round } else { onAnotherThread { variable.value = round } }
      #expect(changes.count == round)
      // The reminder, if there is one, comes first.
      await Task { @MainActor in }.value
    }
    #expect(changes.count == 20)
  }

  @Test("an observer who reads before a set takes effect elsewhere is told of it", arguments: [false, true])
  func external(isSetInReplay: Bool) {
    let storage = Box(0)
    let variable = Variable(get: { storage.content ?? -1 }, set: { storage.content = $0 })
    let (changes, seen) = (Tally(), Heard<Int>())
    if isSetInReplay { variable.value = 1 }
    variable.receiver.listen { value in
      guard value == 1 else { return }
      variable.value = 2
      withObservationTracking {
        seen.append(variable.value)
      } onChange: {
        changes.add(1)
      }
    }
    if !isSetInReplay { variable.value = 1 }

    // Either the observer has read the new value, or it has been told of the change.
    #expect(variable.value == 2)
    #expect(seen.values == [2] || changes.count == 1)
  }

  @Test("Observations hears every change that it waits for")
  @MainActor func observations() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let (name, count) = (Variable("x"), Variable(1))
    var iterator = Observations { "\(name.value)\(count.value)" }.makeAsyncIterator()
    var heard = [await iterator.next()]
    name.value = "y"
    heard.append(await iterator.next())
    count.value = 2
    heard.append(await iterator.next())
    (name.value, count.value) = ("z", 3)
    heard.append(await iterator.next())

    #expect(heard == ["x1", "y1", "y2", "z3"])
  }
}
