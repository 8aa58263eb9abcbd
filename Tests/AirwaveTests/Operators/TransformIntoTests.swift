import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.transform")
struct TransformIntoTests {
  @Test("changes the type, and sends after the last value of a batch, too")
  func changesType() {
    let (transmitter, receiver) = Receiver<String>.make()
    let numbers: Receiver<Int> = receiver.transform(into: "") { digits, text, send in
      for character in text {
        if character.isNumber { digits.append(character) } else if let number = Int(digits) { send(number) }
        if !character.isNumber { digits = "" }
      }
    }
    let heard = numbers.record()
    ["1", "2,", "3;4", "5", ".", "6"].forEach(transmitter.broadcast)

    #expect(heard.values == [12, 3, 45])
  }

  @Test("sends nothing to a listener that has ended, in either form", arguments: [true, false])
  func ends(isOfOneType: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (calls, passed) = (Heard<Int>(), Heard<Int>())
    let many: Receiver<Int>
    if isOfOneType {
      many = receiver.transform(into: 0) { _, value, send in
        for _ in 0..<calls.noting(value) { send(value) }
      }
    } else {
      let texts: Receiver<String> = receiver.transform(into: 0) { _, value, send in
        for _ in 0..<calls.noting(value) { send("\(value)") }
      }
      many = texts.map { Int($0) ?? 0 }
    }
    let (heard, _) = recordEvents(many.map(passed.noting).take(count: 2))
    [3, 3].forEach(transmitter.broadcast)

    #expect(heard.values == [.value(3), .value(3), .end])
    #expect(passed.values == [3, 3])
    #expect(calls.values == [3])
  }

  @Test("sends values of the same type where the next call takes any")
  func inferred() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<String>()
    @Sendable func note(_ value: Any) { heard.append("\(type(of: value)) \(value)") }
    receiver.transform(into: 0) { sum, value, send in
      sum += value
      if sum.isMultiple(of: 2) { send(sum) }
    }
    .listen { note($0) }
    [1, 1, 2].forEach(transmitter.broadcast)

    #expect(heard.values == ["Int 2", "Int 4"])
  }
}
