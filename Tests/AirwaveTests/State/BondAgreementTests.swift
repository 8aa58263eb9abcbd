import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Variable.bond: which set wins", .inTurn)
struct BondAgreementTests {
  @Test("of two sets that knew nothing of each other, and count the same, that of the younger variable wins")
  func younger() {
    for isReversed in [false, true] {
      let (older, younger) = (Variable(0), Variable(0))
      // This listener hears the set before the bond does, and sets the other side first.
      older.receiver.listen { if $0 == 1 { younger.value = 2 } }
      let bond = isReversed ? younger.bond(with: older) : older.bond(with: younger)
      older.value = 1
      #expect([older.value, younger.value] == [2, 2])
      bond.dispose()
    }
    for isReversed in [false, true] {
      let (older, younger) = (Variable(0), Variable(0))
      younger.receiver.listen { if $0 == 1 { older.value = 2 } }
      _ = isReversed ? younger.bond(with: older) : older.bond(with: younger)
      younger.value = 1
      #expect([older.value, younger.value] == [1, 1])
    }
  }

  @Test("the side that has counted more sets wins over one that has not heard of them")
  func counted() {
    let (older, younger) = (Variable(0), Variable(0))
    older.receiver.listen { value in
      if value == 1 {
        younger.value = 10
        younger.value = 20
      }
    }
    younger.receiver.listen { if $0 == 30 { [40, 50, 60].forEach { older.value = $0 } } }
    older.bond(with: younger)
    older.value = 1
    #expect([older.value, younger.value] == [20, 20])
    younger.value = 30
    #expect([older.value, younger.value] == [60, 60])
  }

  @Test("a set that is made while another is transformed is not taken back")
  func setWhileTransforming() {
    let (left, right) = (Variable(0), Variable(0))
    left.bond(with: right) { value in
      if value == 1 { [10, 20].forEach { right.value = $0 } }
      return value
    } from: {
      $0
    }
    let heard = right.receiver.record()
    left.value = 1

    #expect([left.value, right.value] == [20, 20])
    #expect(heard.values == [0, 10, 20])
  }

  @Test("a set that comes after another was carried over wins, on either side, whatever was counted before")
  func later() {
    let (left, right) = (Variable(0), Variable(0))
    for number in 1...100 { right.value = number }
    left.bond(with: right)
    for number in 101...110 {
      (number.isMultiple(of: 2) ? left : right).value = number
      #expect([left.value, right.value] == [number, number])
    }
  }

  @Test("bonds in a ring come to rest, and every listener hears each set once")
  func ring() {
    let variables = (0..<4).map(Variable.init)
    for number in 0..<4 { variables[number].bond(with: variables[(number + 1) % 4], taking: .own) }
    #expect(variables.map(\.value) == [0, 0, 0, 0])
    let heard = variables.map { $0.receiver.skip(count: 1).record() }
    for number in 10..<20 { variables[number % 4].value = number }

    #expect(variables.map(\.value) == [19, 19, 19, 19])
    #expect(heard.map(\.values) == Array(repeating: Array(10..<20), count: 4))
  }

  @Test("the value that is taken reaches all variables that are bonded with either side", arguments: [false, true])
  func groups(takesOwn: Bool) {
    let left = (0..<3).map(Variable.init)
    let right = (10..<13).map(Variable.init)
    for group in [left, right] {
      for (first, second) in zip(group, group.dropFirst()) { first.bond(with: second, taking: .own) }
    }
    // One of the two sides counts more sets.
    for number in 100..<110 { (takesOwn ? right : left)[0].value = number }
    let expected = takesOwn ? 0 : 10
    left[1].bond(with: right[1], taking: takesOwn ? .own : .other)
    #expect((left + right).map(\.value) == Array(repeating: expected, count: 6))

    left[2].value = 200
    #expect((left + right).map(\.value) == Array(repeating: 200, count: 6))
    right[2].value = 300
    #expect((left + right).map(\.value) == Array(repeating: 300, count: 6))
  }

  @Test("sets from several threads into a ring end, and leave all equal")
  func threads() async {
    for _ in 0..<50 {
      let variables = (0..<4).map(Variable.init)
      for number in 0..<4 { variables[number].bond(with: variables[(number + 1) % 4]) }
      let heard = variables.map { $0.receiver.record() }
      await onThreads(4) { thread in
        for number in 0..<500 { variables[thread].value = thread << 32 | number }
      }
      let last = variables[0].value
      #expect(variables.map(\.value) == [last, last, last, last])
      #expect(heard.map { $0.values.last } == [last, last, last, last])
      // The value is the last set of one of the threads.
      #expect(last & 0xFFFF == 499)
    }
  }

  @Test("bonds made between groups while threads set all of them leave all equal")
  func growing() async {
    for _ in 0..<200 {
      let variables = (0..<4).map(Variable.init)
      await onThreads(4) { thread in
        for number in 0..<20 {
          variables[thread].value = number
          if thread < 3, number == 10 { variables[thread].bond(with: variables[thread + 1]) }
        }
      }
      #expect(Set(variables.map(\.value)).count == 1)
    }
  }
}
