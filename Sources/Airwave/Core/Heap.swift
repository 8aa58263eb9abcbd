/// A binary heap: the least element is found in constant time, and one is inserted or removed in logarithmic time.
package struct Heap<Element: Comparable> {
  private var elements: [Element] = []

  package init() {}

  package var count: Int { elements.count }
  /// The least element.
  package var first: Element? { elements.first }

  package mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0, elements[index] < elements[(index - 1) / 2] {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes the least element, which must exist.
  @discardableResult package mutating func removeFirst() -> Element {
    elements.swapAt(0, elements.count - 1)
    let first = elements.removeLast()
    moveDown(from: 0)
    return first
  }

  /// Removes the elements that satisfy a predicate, in linear time.
  package mutating func removeAll(where isRemoved: (Element) -> Bool) {
    elements = elements.filter { !isRemoved($0) }
    for index in (0..<elements.count / 2).reversed() { moveDown(from: index) }
  }

  private mutating func moveDown(from start: Int) {
    var index = start
    while true {
      var least = index
      for child in 2 * index + 1...2 * index + 2 where child < elements.count && elements[child] < elements[least] {
        least = child
      }
      if least == index { return }
      elements.swapAt(index, least)
      index = least
    }
  }
}

extension Heap: Sendable where Element: Sendable {}
