import Airwave

/// A value that is a reference: it is released when no one holds it any more.
final class Box: Sendable {
  let number: Int
  private let check: Int

  init(_ number: Int) {
    self.number = number
    check = ~number
  }

  var isIntact: Bool { check == ~number }
}

/// What a listener has heard. It is plain memory: two calls that are not ordered are a data race.
final class Heard: @unchecked Sendable {
  @exclusivity(unchecked) private(set) var numbers: [Int] = []
  @exclusivity(unchecked) var ends = 0
  /// Whether nothing may be heard any more.
  @exclusivity(unchecked) var isOver = false
  @exclusivity(unchecked) private var isInside = false

  func hear(_ box: Box) {
    expect(box.isIntact, "a value is damaged")
    hear(box.number)
  }

  func hear(_ number: Int) {
    expect(!isInside, "a listener is called while it is running")
    expect(!isOver, "a listener is called after its end")
    isInside = true
    numbers.append(number)
    isInside = false
  }

  func end() {
    expect(!isInside, "a listener ends while it is running")
    expect(!isOver, "a listener hears its end after its end")
    ends += 1
    isOver = true
  }

  /// Whether the numbers are those of some lists, each in its order.
  func isMerge(of lists: [Int]...) -> Bool {
    numbers.count == lists.reduce(0) { $0 + $1.count }
      && lists.allSatisfy { list in numbers.filter(list.contains) == list }
  }

  /// Whether the numbers are the last ones of a list.
  func isTail(of list: [Int]) -> Bool { list.suffix(numbers.count) == numbers[...] }
}

/// A reference that one thread releases.
final class Held<Content>: @unchecked Sendable {
  @exclusivity(unchecked) private var content: Content?

  init(_ content: Content) { self.content = content }

  func release() { content = nil }

  func with<Result>(_ body: (Content) -> Result) -> Result? { content.map(body) }

  func take() -> Content? {
    defer { content = nil }
    return content
  }
}

/// An object that a closure captures.
final class Captured: @unchecked Sendable {
  @exclusivity(unchecked) private var box: Box?
  private weak let reference: Box?

  init(_ box: Box) {
    self.box = box
    reference = box
  }

  var isReleased: Bool { reference == nil }

  func take() -> Box? {
    defer { box = nil }
    return box
  }
}

/// A place for a disposable.
final class Holder: @unchecked Sendable {
  var disposable: Disposable?
}

extension Receiver<Box> {
  /// Records what a listener hears.
  func record(_ heard: Heard = Heard()) -> Heard {
    listen { heard.hear($0) }
    return heard
  }

  func recordWithEnd(_ heard: Heard = Heard()) -> Heard {
    listen {
      heard.hear($0)
    } onFinish: {
      heard.end()
    }
    return heard
  }

  /// What a new listener would hear at once, if the pair is finished.
  var replayedWithEnd: [Int]? {
    // A list that is not full is sent at the end. The 0 makes it a list.
    map(\.number).prepend(0).collect(count: 100).latest?.suffix(from: 1).map(\.self)
  }
}
