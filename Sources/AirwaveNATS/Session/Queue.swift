#if NATS
/// A first-in, first-out queue in an array. Removing the first element takes amortized constant time.
struct Queue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }
  var count: Int { elements.count - head }
  var first: Element? { isEmpty ? nil : elements[head] }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let first = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: head <= 4_096)
      head = 0
    } else if head >= 1_024, head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Changes the first element, which must exist.
  mutating func withFirst(_ change: (inout Element) -> Void) {
    guard var element = first else { return }
    change(&element)
    elements[head] = element
  }

  mutating func removeAll() {
    elements = []
    head = 0
  }
}
#endif
