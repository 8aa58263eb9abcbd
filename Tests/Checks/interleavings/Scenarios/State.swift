import Airwave
import Synchronization

// Variables that depend on each other, and on a storage.
nonisolated(unsafe) let documents: [Scenario] = [
  Scenario("2: two bonded variables are set by two threads, and agree") { run in
    let first = Variable(0), second = Variable(5)
    first.bond(with: second)
    run.thread { first.value = 1 }
    run.thread { second.value = 2 }
    run.finally("the variables part") { first.value == second.value && [1, 2].contains(first.value) }
  },
  Scenario("2, 9: a bond ends beside a set") { run in
    let first = Variable(0), second = Variable(0)
    let bond = first.bond(with: second, taking: .own)
    run.thread { bond.dispose() }
    run.thread { first.value = 1 }
    run.finally("a listener stays, or a set is lost") {
      first.value == 1 && [0, 1].contains(second.value) && first.receiver.listenerCount == 0
    }
  },
  Scenario("2: two fields of one variable are set by two threads") { run in
    let document = Variable(Document())
    let heard = Heard()
    document.receiver.listen { heard.hear($0.title * 10 + $0.count) }
    run.thread { document.variable(at: \.title).value = 1 }
    run.thread { document.variable(at: \.count).withValue { $0 += 2 } }
    run.finally("a set of a field is lost") {
      document.value == Document(title: 1, count: 2) && heard.numbers.last == 12 && heard.numbers.count == 3
    }
  },
  Scenario("2: a field is bonded with a variable, beside sets of both") { run in
    let document = Variable(Document()), title = Variable(7)
    document.variable(at: \.title).bond(with: title)
    run.thread { document.value = Document(title: 1, count: 1) }
    run.thread { title.value = 2 }
    run.finally("the field and the variable part") { document.value.title == title.value }
  },
  Scenario("2, 5: two threads set a variable with a storage of its own") { run in
    let storage = Cell(), heard = Heard()
    let variable = Variable<Int>(
      get: { storage.value.load(ordering: .acquiring) },
      set: { storage.value.store($0, ordering: .releasing) }
    )
    variable.receiver.listen { heard.hear($0) }
    run.thread { variable.value = 1 }
    run.thread { variable.value = 2 }
    run.finally("the storage has another value than the listeners") {
      heard.isMerge(of: [0], [1], [2]) && heard.numbers.last == variable.value
        && storage.value.load(ordering: .acquiring) == variable.value
    }
  },
  Scenario("2: a receiver is bound to a variable, beside a set and the end of the variable") { run in
    let (transmitter, receiver) = Receiver<Int>.make(), target = Variable(0), heard = Heard()
    target.receiver.listen { heard.hear($0) }
    receiver.bind(to: target)
    run.thread { [1, 2].forEach(transmitter.broadcast) }
    run.thread { target.value = 11 }
    run.finally("a value is lost or reordered") { heard.isMerge(of: [0], [1, 2], [11]) }
  },
  Scenario("10: a receiver is bound to an object that is released beside a value") { run in
    let (transmitter, receiver) = Receiver<Int>.make(), target = Held(Target())
    target.with { _ = receiver.bind(to: \.number, on: $0) }
    run.thread { transmitter.broadcast(1) }
    run.thread { target.release() }
    run.finally("the listener stays") {
      transmitter.broadcast(2)
      return receiver.listenerCount == 0
    }
  },
  Scenario("2: an author hears the values of others, beside two broadcasts") { run in
    let (transmitter, receiver) = Receiver<Signed<Int>>.make(), author = Target(), heard = Heard(), all = Heard()
    receiver.notFrom(author).withoutAuthors().listen { heard.hear($0) }
    receiver.withoutAuthors().listen { all.hear($0) }
    run.thread { transmitter.broadcast(1, from: author) }
    run.thread { transmitter.broadcast(2, from: nil) }
    run.finally("a value is lost or doubled") { heard.numbers == [2] && all.isMerge(of: [1], [2]) }
  },
]

private struct Document: Equatable, Sendable {
  var title = 0
  var count = 0
}

private final class Target: @unchecked Sendable {
  @exclusivity(unchecked) var number = 0
}
