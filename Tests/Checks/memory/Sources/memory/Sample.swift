/// A kind of value whose copies are references to memory on the heap.
protocol Sample: Sendable {
  init(number: Int)

  /// Fails unless the value is one that `init(number:)` made.
  func check()
}

/// A string that is too long to be stored without memory of its own: 40 times the same letter.
extension String: Sample {
  init(number: Int) {
    self.init(unsafeUninitializedCapacity: 40) { bytes in
      bytes.initialize(repeating: UInt8(ascii: "a") + UInt8(number % 26))
      return 40
    }
  }

  func check() {
    let isRight = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.count == 40 && bytes.allSatisfy { $0 == bytes[0] }
    }
    if isRight != true { fail("a string has other bytes than it was made of") }
  }
}

extension [Int]: Sample {
  init(number: Int) {
    self.init(repeating: number, count: 8)
  }

  func check() {
    if count != 8 || contains(where: { $0 != self[0] }) { fail("an array has other elements than it was made of") }
  }
}

/// A class.
struct Object: Sample {
  let content: Counted

  init(number: Int) { content = Counted(number) }

  func check() { content.check() }
}

/// A closure with a context on the heap.
struct Function: Sample {
  let content: @Sendable () -> Void

  init(number: Int) {
    let captured = Counted(number)
    content = { captured.check() }
  }

  func check() { content() }
}

/// A structure that is too large for registers, with several references.
struct Record: Sample {
  let text: String
  let numbers: [Int]
  let object: Object
  let function: Function
  let pair: (Int, Int)

  init(number: Int) {
    text = String(number: number)
    numbers = [Int](number: number)
    object = Object(number: number)
    function = Function(number: number)
    pair = (number, number)
  }

  func check() {
    text.check()
    numbers.check()
    object.check()
    function.check()
    if pair.0 != pair.1 { fail("a record has other numbers than it was made of") }
  }
}
