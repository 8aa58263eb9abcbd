import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Variable.withValue", .inTurn)
struct VariableWithValueTests {
  @Test("change in place, safely from many threads")
  func threads() async {
    let variable = Variable(0)
    let heard = variable.receiver.record()

    await onThreads(4) { _ in for _ in 0..<20_000 { variable.withValue { $0 += 1 } } }

    #expect(variable.value == 80_000)
    #expect(heard.values.elementsEqual(0...80_000))
  }

  @Test("returns what the body returns, and broadcasts once")
  func result() {
    let variable = Variable([1])
    let heard = variable.receiver.record()
    let removed = variable.withValue { values in
      values.append(2)
      return values.removeFirst()
    }

    #expect(removed == 1)
    #expect(heard.values == [[1], [2]])
  }

  @Test("calls the body again with the newer value when a set comes in between, and broadcasts once")
  func retries() {
    let variable = Variable(0)
    let (heard, seen) = (variable.receiver.record(), Heard<Int>())
    let result = variable.withValue { value in
      seen.append(value)
      if value < 30 {
        let next = value + 10
        onAnotherThread { variable.value = next }
      }
      value += 1
      return "from \(value)"
    }

    #expect(seen.values == [0, 10, 20, 30])
    #expect(heard.values == [0, 10, 20, 30, 31])
    #expect(result == "from 31" && variable.value == 31)
  }

  @Test("calls the body again even if the set in between is of an equal value")
  func retriesForEqual() {
    let variable = Variable(5)
    let calls = Heard<Int>()
    variable.withValue { value in
      calls.append(value)
      if calls.values.count == 1 { onAnotherThread { variable.value = 5 } }
      value += 1
    }

    #expect(calls.values == [5, 5])
    #expect(variable.value == 6)
  }

  @Test("holds nothing while the body runs: it may read the variable, listen, and use other pairs")
  func unlocked() {
    let (variable, other) = (Variable(1), Variable(10))
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, seen) = (receiver.record(), Heard<Int>())
    let otherHeard = other.receiver.record()
    variable.withValue { value in
      value += 1
      seen.append(variable.value)
      seen.append(variable.receiver.latest ?? -1)
      variable.receiver.take(count: 1).listen { seen.append($0) }
      onAnotherThread { seen.append(variable.value) }
      other.withValue { $0 += variable.value }
      transmitter.broadcast(value)
    }

    #expect(seen.values == [1, 1, 1, 1])
    #expect(otherHeard.values == [10, 11])
    #expect(heard.values == [2] && variable.value == 2)
  }

  @Test("changes nothing when the body throws")
  func throwing() {
    struct Failure: Error, Equatable {
      var value: Int
    }

    let variable = Variable(1)
    let heard = variable.receiver.record()
    #expect(throws: Failure(value: 2)) {
      try variable.withValue { value in
        value += 1
        throw Failure(value: value)
      }
    }

    #expect(variable.value == 1 && heard.values == [1])
    variable.withValue { $0 += 1 }
    #expect(heard.values == [1, 2])
  }

  @Test("a change from inside a listener is made to the newest value")
  func inside() {
    let variable = Variable(0)
    variable.receiver.listen { value in
      if value == 1 { (0..<3).forEach { _ in variable.withValue { $0 += 1 } } }
    }
    let heard = variable.receiver.record()
    variable.value = 1

    #expect(heard.values == [0, 1, 2, 3, 4])
    #expect(variable.value == 4)
  }
}
