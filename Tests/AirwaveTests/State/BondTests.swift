import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Variable.bond")
struct BondTests {
  @Test("keep two variables equal")
  func equal() {
    let (left, right) = (Variable(1), Variable(2))
    let heard = [left.receiver.record(), right.receiver.record()]
    let bond: Disposable = left.bond(with: right)
    #expect([left.value, right.value] == [2, 2])
    left.value = 3
    #expect([left.value, right.value] == [3, 3])
    right.value = 4
    left.withValue { $0 += 1 }
    right.rebroadcast()
    bond.dispose()
    left.value = 6
    right.value = 7

    // No echo: each side hears each set once. A rebroadcast is no set, and is not carried.
    #expect(heard.map(\.values) == [[1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 5, 7]])
  }

  @Test("the value that is taken is that of this variable or of the other")
  func taking() {
    for (taken, first) in [(BondedValue.other, 2), (.own, 1)] {
      let (left, right) = (Variable(1), Variable(2))
      let heard = [left.receiver.record(), right.receiver.record()]
      left.bond(with: right, taking: taken)
      right.value = 3
      left.value = 4
      let expected = taken == .other ? [[1, first, 3, 4], [2, 3, 4]] : [[1, 3, 4], [2, first, 3, 4]]
      #expect(heard.map(\.values) == expected)
    }
  }

  @Test("two transforms keep variables of different types in step", arguments: [false, true])
  func transforms(takesOwn: Bool) {
    let (number, text) = (Variable(1), Variable("2"))
    let heard = (number.receiver.record(), text.receiver.record())
    number.bond(with: text, taking: takesOwn ? .own : .other, to: { "\($0)" }, from: { Int($0) ?? -1 })
    #expect(number.value == (takesOwn ? 1 : 2) && text.value == (takesOwn ? "1" : "2"))
    number.value = 3
    text.value = "x"
    text.value = "4"

    #expect(heard.0.values == (takesOwn ? [1] : [1, 2]) + [3, -1, 4])
    // The transformed value is not carried back.
    #expect(heard.1.values == (takesOwn ? ["2", "1"] : ["2"]) + ["3", "x", "4"])
  }

  @Test("a value that is carried over is transformed once, and not transformed back", arguments: [false, true])
  func transformedOnce(takesOwn: Bool) {
    let (left, right) = (Variable(1), Variable(2))
    let (forward, backward) = (Heard<Int>(), Heard<Int>())
    left.bond(
      with: right,
      taking: takesOwn ? .own : .other,
      to: { value in
        forward.append(value)
        return value
      },
      from: { value in
        backward.append(value)
        return value
      }
    )
    left.value = 3
    right.value = 4
    left.rebroadcast()

    #expect(forward.values == (takesOwn ? [1] : []) + [3])
    #expect(backward.values == (takesOwn ? [] : [2]) + [4])
  }

  @Test("variables that agree are bonded again with another transform", arguments: [false, true])
  func anotherTransform(takesOwn: Bool) {
    let (left, right) = (Variable(1), Variable(2))
    for factor in [10, 100] {
      let bond = left.bond(
        with: right,
        taking: takesOwn ? .own : .other,
        to: { $0 * factor },
        from: { $0 * factor }
      )
      bond.dispose()
    }

    #expect([left.value, right.value] == (takesOwn ? [1, 100] : [200, 2]))
  }

  @Test("sets from inside listeners of both are carried, each once")
  func reentrant() {
    let (left, right) = (Variable(0), Variable(0))
    left.receiver.listen { if $0 == 1 { left.value = 2 } }
    left.bond(with: right)
    right.receiver.listen { if $0 == 2 { right.value = 3 } }
    left.receiver.listen { if $0 == 3 { right.value = 4 } }
    let heard = [left.receiver.record(), right.receiver.record()]
    left.value = 1

    #expect([left.value, right.value] == [4, 4])
    #expect(heard.map { $0.values.last } == [4, 4])
    right.value = 5
    #expect([left.value, right.value] == [5, 5])
    #expect(heard.map { $0.values.last } == [5, 5])
  }

  @Test("what a listener sets while the bond is made is not lost", arguments: [false, true])
  func setWhileBonding(takesOwn: Bool) {
    let (left, right) = (Variable(1), Variable(2))
    let (from, to) = takesOwn ? (left, right) : (right, left)
    to.receiver.skip(count: 1).take(count: 1).listen { _ in from.value = 99 }
    left.bond(with: right, taking: takesOwn ? .own : .other)

    #expect(left.value == right.value)
  }

  @Test("a chain of bonds keeps all equal, without echo")
  func chain() {
    let variables = (0..<5).map(Variable.init)
    for (left, right) in zip(variables, variables.dropFirst()) { left.bond(with: right, taking: .own) }
    #expect(variables.map(\.value) == [0, 0, 0, 0, 0])
    let heard = variables.map { $0.receiver.skip(count: 1).record() }
    variables[2].value = 7
    variables[4].value = 8
    variables[0].value = 9

    #expect(variables.map(\.value) == [9, 9, 9, 9, 9])
    #expect(heard.map(\.values) == Array(repeating: [7, 8, 9], count: 5))
  }

  @Test("a variable that is bonded with itself is set once")
  func itself() {
    let variable = Variable(1)
    let bond = variable.bond(with: variable)
    let heard = Heard<Int>()
    variable.receiver.skip(count: 1).listen { value in
      heard.append(value)
      // Ends the test if the bonds do not come to rest.
      if heard.values.count == 100 { bond.dispose() }
    }
    variable.value = 2

    #expect(heard.values == [2])
  }

  @Test("variables that keep their values elsewhere can be bonded")
  func external() {
    let storage = Box(1)
    let (left, right) = (Variable(get: { storage.content ?? 0 }, set: { storage.content = $0 }), Variable(2))
    left.bond(with: right, taking: .own)
    #expect(right.value == 1)
    right.value = 3
    #expect(storage.content == 3)
    left.value = 4
    #expect(right.value == 4 && storage.content == 4)
  }

  @Test("keeps neither alive, and ends when either is released", arguments: [false, true])
  func lifetime(isOtherGone: Bool) {
    weak var gone: Variable<Int>?
    weak var captured: Witness?
    let (stays, bond): (Variable<Int>, Disposable)
    do {
      let (left, right, witness) = (Variable(1), Variable(2), Witness())
      bond = left.bond(
        with: right,
        to: { value in withExtendedLifetime(witness) { value } },
        from: { value in withExtendedLifetime(witness) { value } }
      )
      left.value = 3
      (stays, gone, captured) = (isOtherGone ? left : right, isOtherGone ? right : left, witness)
    }

    #expect(gone == nil && captured == nil && bond.isDisposed)
    #expect(stays.receiver.listenerCount == 0)
    stays.value = 4
    #expect(stays.value == 4)
  }

  @Test("releases both, even if it is not disposed of")
  func bothGo() {
    weak var left: Variable<Int>?
    weak var right: Variable<Int>?
    do {
      let pair = (Variable(1), Variable(2))
      (left, right) = pair
      pair.0.bond(with: pair.1)
      pair.1.value = 3
    }
    #expect(left == nil && right == nil)
  }

  @Test("dispose releases the transforms and both variables")
  func dispose() {
    weak var captured: Witness?
    let (left, right) = (Variable(1), Variable(2))
    do {
      let witness = Witness()
      captured = witness
      let keep: @Sendable (Int) -> Int = { value in withExtendedLifetime(witness) { value } }
      let bond = left.bond(with: right, to: keep, from: keep)
      bond.dispose()
      bond.dispose()
    }
    #expect(captured == nil && left.receiver.listenerCount == 0 && right.receiver.listenerCount == 0)
  }
}
