import Airwave
import Observation
import Synchronization

// A variable that keeps its value in a storage, which fails or stores another value, beside sets and reads.
nonisolated(unsafe) let storages: [Scenario] = [
  Scenario("2: a set that waits for its storage is read back, beside another set") { run in
    let variable = Disk().variable(), heard = Heard(), read = Heard()
    variable.receiver.listen { heard.hear($0) }
    run.thread { variable.value = 1 }
    run.thread {
      variable.value = 2
      read.hear(variable.value)
    }
    run.finally("a set is lost, or an older one is read") {
      heard.numbers == [0, 1, 2] && read.numbers == [2] && variable.value == 2
        || heard.numbers == [0, 2, 1] && [[1], [2]].contains(read.numbers) && variable.value == 1
    }
  },
  Scenario("2: a change in place beside a set that waits for its storage") { run in
    let variable = Disk().variable(), heard = Heard()
    variable.receiver.listen { heard.hear($0) }
    run.thread { variable.value = 1 }
    run.thread { variable.withValue { $0 += 3 } }
    run.finally("a set is lost") { [[0, 1, 4], [0, 3, 1]].contains(heard.numbers) }
  },
  Scenario("2: what other code has stored is broadcast, beside a set, and is not written") { run in
    let stored = Cell(), writes = Cell(), heard = Heard(), read = Heard()
    let variable = Variable<Int>(
      get: { stored.value.load(ordering: .acquiring) },
      set: { value in
        writes.value.add(1, ordering: .relaxed)
        stored.value.store(value, ordering: .releasing)
      }
    )
    variable.receiver.listen { heard.hear($0) }
    stored.value.store(5, ordering: .releasing)
    run.thread { variable.rebroadcast() }
    run.thread {
      variable.value = 1
      read.hear(variable.value)
    }
    run.finally("a rebroadcast is written, or takes the place of a set") {
      [[0, 5, 1], [0, 1, 1]].contains(heard.numbers) && read.numbers == [1] && variable.value == 1
        && writes.value.load(ordering: .relaxed) == 1
    }
  },
  Scenario("5: a storage that fails beside a set has the former value when the failure is heard") { run in
    let variable = Disk().variable(), heard = Heard(), failures = Heard(), reading = Held(variable)
    variable.receiver.listen { heard.hear($0) }
    variable.failures.listen { failure in
      failures.hear(failure.value)
      // A set that waits for its turn is read, too.
      let value = reading.with(\.value)
      expect(value == 0 || value == 2, "a value that is not stored is read when its failure is heard")
    }
    run.thread { variable.value = -1 }
    run.thread { variable.value = 2 }
    run.finally("a failure or a set is lost") {
      reading.release()
      return variable.value == 2 && failures.numbers == [-1] && [[0, 0, 2], [0, 2, 2]].contains(heard.numbers)
    }
  },
  Scenario("10: the failures of a field are those of its document, which is released beside them") { run in
    let disk = Disk(), fields = Held(disk.pair.variable(at: \.first)), failures = Heard()
    fields.with { field in
      field.failures.listen {
        failures.hear($0.value)
      } onFinish: {
        failures.end()
      }
    }
    run.thread {
      fields.with { $0.value = -1 }
      fields.release()
    }
    run.thread { disk.write(5) }
    run.finally("a failure or the end is lost") { failures.numbers == [-1] && failures.ends == 1 }
  },
  Scenario("2: what is set when stored() is called is heard when it returns", olderValues: 0) { run in
    let variable = Disk().variable(), last = Cell(), count = Cell()
    variable.receiver.listen { last.value.store($0, ordering: .releasing) }
    run.thread { variable.value = 1 }
    run.thread {
      Task.detached {
        let value = variable.value
        await variable.stored()
        expect(last.value.load(ordering: .acquiring) >= value, "stored() returns before a set is heard")
        count.value.add(1, ordering: .relaxed)
      }
    }
    run.finally("stored() does not return") { count.value.load(ordering: .relaxed) == 1 }
  },
  Scenario("2: two calls of stored() return, beside a set that fails and one that does not", olderValues: 0) { run in
    let disk = Disk(), pair = disk.pair, first = pair.variable(at: \.first), count = Cell()
    let store = { @Sendable in
      await first.stored()
      await Variable(1).stored()
      count.value.add(1, ordering: .relaxed)
    }
    run.thread {
      first.value = -1
      Task.detached { await store() }
    }
    run.thread {
      pair.value = Pair(first: 1, second: 1)
      Task.detached { await store() }
    }
    run.finally("stored() does not return") { count.value.load(ordering: .relaxed) == 2 && first.value >= 0 }
  },
  Scenario("2: a storage that clamps is bonded, beside sets of both", preemptions: 1, olderValues: 0) { run in
    let disk = Disk(), clamped = disk.variable(), free = Variable(0)
    free.bond(with: clamped)
    run.thread { free.value = 20 }
    run.thread { clamped.value = 30 }
    run.finally("the variables part") { clamped.value == 9 && free.value == 9 }
    run.finally("a later set is not corrected") {
      free.value = 40
      return free.value == 9 && disk.number == 9
    }
  },
  Scenario("2: a field is bonded beside a set of its document, and sets follow", olderValues: 0) { run in
    let document = Variable(Pair(first: 1, second: 1)), title = Variable(7), other = Variable(Pair())
    let field = document.variable(at: \.first)
    title.bond(with: Variable(3))
    run.thread { field.bond(with: title) }
    run.thread { document.value = Pair(first: 2, second: 2) }
    run.finally("the field and the variable part") { field.value == title.value }
    run.finally("a variable is bonded with its own field, or one of another type loses values") {
      document.bond(with: other, taking: .own, to: { $0 }, from: { $0 })
      title.value = 9
      return other.value.first == 9
        && document.variable(at: \.second).bond(with: field).isDisposed
    }
  },
  Scenario("2: values that cannot be compared are stored or not, beside each other") { run in
    let disk = Disk(), variable = disk.unlike, heard = Heard(), failures = Heard()
    variable.receiver.listen { heard.hear($0.number) }
    variable.failures.listen { failures.hear($0.value.number) }
    run.thread { variable.value = Unlike(number: -1) }
    run.thread { variable.value = Unlike(number: 1) }
    run.finally("a value is lost") {
      [[0, 0, 1], [0, 1, 1]].contains(heard.numbers) && failures.numbers == [-1] && variable.value.number == 1
    }
  },
  Scenario("11: an observer on the main actor has the newest set of another thread", olderValues: 0) { run in
    let variable = Variable(0), watching = Watching()
    run.mainThread { watching.watch { [weak variable] in variable?.value ?? -1 } }
    run.thread { [1, 2].forEach { variable.value = $0 } }
    run.finally("the observer has an older value") { watching.last == 2 }
  },
  Scenario("11: observers are told of what is stored, beside a set that waits", preemptions: 1, olderValues: 0) { run in
    let variable = Disk().variable(), watching = Watching()
    run.mainThread { watching.watch { [weak variable] in variable?.value ?? -1 } }
    run.thread { variable.value = 20 }
    run.thread { variable.value = 30 }
    run.finally("the observer has a value that is not stored") { watching.last == 9 }
  },
]

/// A storage of numbers that are not negative: it throws for one that is, and keeps 9 instead of one above 9.
private final class Disk: Sendable {
  private let stored = Cell()

  var number: Int { stored.value.load(ordering: .acquiring) }

  func write(_ number: Int) { stored.value.store(min(number, 9), ordering: .releasing) }

  private func store(_ number: Int) throws {
    if number < 0 { throw Refusal() }
    write(number)
  }

  func variable() -> Variable<Int> {
    Variable(get: { self.number }, set: { try self.store($0) })
  }

  var pair: Variable<Pair> {
    Variable(get: { Pair(first: self.number, second: 0) }, set: { try self.store($0.first) })
  }

  var unlike: Variable<Unlike> {
    Variable(get: { Unlike(number: self.number) }, set: { try self.store($0.number) })
  }

  private struct Refusal: Error {}
}

private struct Pair: Equatable, Sendable {
  var first = 0
  var second = 0
}

/// A value that is not `Equatable`.
private struct Unlike: Sendable {
  let number: Int
}

/// Reads a value, and again when it is told that it changes, on the main queue, as a view does.
private final class Watching: @unchecked Sendable {
  @exclusivity(unchecked) private(set) var last = -1

  func watch(_ read: @escaping @Sendable () -> Int) {
    withObservationTracking {
      last = read()
    } onChange: {
      Task.detached { @MainActor in self.watch(read) }
    }
  }
}
