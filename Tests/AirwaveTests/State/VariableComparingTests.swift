import Airwave
import AirwaveTesting
import Testing

@Suite("Variable: comparing and computing")
struct VariableComparingTests {
  @Test("compare")
  func compare() {
    let (one, two, other) = (Variable(1), Variable(2), Variable(1))
    #expect(one == other && one != two && one !== other)
    #expect(one < two && !(two < one) && !(one < other) && two >= other)
    #expect([two, one].sorted().map(\.value) == [1, 2])
    #expect([one, two, other].max() === two)

    one.value = 3
    #expect(one != other && two < one)
    #expect("\(one) \(Variable("x")) \(Variable([1]))" == "3 x [1]")
    #expect("\(Variable<Int?>())" == "nil" && String(describing: two) == "2")
  }

  @Test("models that have variables are compared by their values")
  func models() {
    struct Model: Equatable {
      @Variable var name = "x"
      @Variable var count = 1
    }

    let (left, right) = (Model(), Model())
    #expect(left == right)
    right.count += 1
    #expect(left != right)
  }

  @Test("plain arithmetic and string work on observed values")
  func arithmetic() {
    @Variable var number = 1
    @Variable var text = "a"
    @Variable var list = [1]
    let (numbers, texts, lists) = ($number.record(), $text.record(), $list.record())
    number += 2
    number *= number
    number -= 1
    text += "b"
    text.append("c")
    list.append(2)
    list[0] = 5

    #expect(number / 2 == 4 && text.count == 3 && text == "abc" && list == [5, 2])
    #expect(numbers.values == [1, 3, 9, 8])
    #expect(texts.values == ["a", "ab", "abc"])
    #expect(lists.values == [[1], [1, 2], [5, 2]])
  }
}
