import Airwave
import TestSupport
import Testing

@Suite("State: Stress", .inTurn)
struct StateStressTests {
  @Test("no change in place is lost, and all are heard in order")
  func counts() async {
    let variable = Variable(0)
    let recorders = (0..<2).map { _ in HeardByOne<Int>() }
    for recorder in recorders { variable.receiver.listen { recorder.values.append($0) } }

    let count = rounds(100_000)
    await onThreads(4) { _ in for _ in 0..<count { variable.withValue { $0 += 1 } } }

    #expect(variable.value == 4 * count)
    #expect(recorders.map { $0.values == Array(0...4 * count) } == [true, true])
  }

  @Test("sets and changes in place have one order, and the last value heard is the value")
  func setsAndChanges() async {
    let count = rounds(100_000)
    let variable = Variable(Count(author: -1, set: 0, changes: 0))
    let recorders = (0..<3).map { _ in HeardByOne<Count>() }
    for recorder in recorders { variable.receiver.listen { recorder.values.append($0) } }
    // This listener sets the variable, too, as an author of its own.
    variable.receiver.listen { count in
      if count.author < 4, count.set % 1_000 == 999, count.changes == 0 {
        variable.value = Count(author: 4, set: count.author * 100_000 + count.set, changes: 0)
      }
    }

    await onThreads(4) { thread in
      for number in 0..<count {
        variable.value = Count(author: thread, set: number, changes: 0)
        if number % 10 == 9 { variable.withValue { $0.changes += 1 } }
      }
    }

    let order = recorders[0].values
    #expect(recorders.map { $0.values == order } == [true, true, true])
    #expect(order.last == variable.value && order.last == variable.receiver.latest)
    #expect(order.count(where: { $0.changes == 0 }) == 1 + count * 4 + count / 250)
    for author in 0..<4 {
      let sets = order.filter { $0.author == author && $0.changes == 0 }
      #expect(sets.map(\.set).elementsEqual(0..<count))
    }
    // No change is lost: each change was made to the previous value of the order.
    let changes = zip(order, order.dropFirst()).filter { $1.changes > 0 }
    #expect(changes.count == count * 4 / 10)
    #expect(changes.allSatisfy { $1 == Count(author: $0.author, set: $0.set, changes: $0.changes + 1) })
  }

  @Test("the deinit of old values may read the variable while threads set it")
  func oldValues() async {
    let (variable, gone, successors) = (Variable<Witness?>(), Tally(), Tally())
    let count = rounds(50_000)
    await onThreads(4) { _ in
      for _ in 0..<count {
        variable.value = Witness { [weak variable] in
          gone.add(1)
          if variable?.value != nil { successors.add(1) }
        }
      }
    }
    #expect([gone.count, successors.count] == [4 * count - 1, 4 * count - 1])
    variable.value = nil
    #expect([gone.count, successors.count] == [4 * count, 4 * count - 1])
  }

  @Test("values kept elsewhere are set in the order in which they are heard")
  func external() async {
    let written = HeardByOne<Int>()
    let variable = Variable(get: { written.values.last ?? 0 }, set: { written.values.append($0) })
    let heard = HeardByOne<Int>()
    variable.receiver.skip(count: 1).listen { heard.values.append($0) }

    let count = rounds(50_000)
    await onThreads(4) { thread in
      for number in 0..<count { variable.value = thread << 32 | number }
    }

    #expect(written.values.count == 4 * count && written.values == heard.values)
  }

  @Test("readers on other threads see the sets of one thread in their order")
  func readers() async {
    let variable = Variable(0)
    let disorder = Tally()
    let count = rounds(100_000)
    await onThreads(4) { thread in
      if thread == 0 {
        for number in 1...count { variable.value = number }
      } else {
        var last = 0
        while last < count {
          let next = variable.value
          if next < last { disorder.add(1) }
          last = next
        }
      }
    }

    #expect(disorder.count == 0)
  }

  private struct Count: Equatable, Sendable {
    var author: Int
    var set: Int
    var changes: Int
  }
}
