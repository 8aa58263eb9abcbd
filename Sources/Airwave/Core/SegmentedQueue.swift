/// An unlimited queue in a linked list of segments.
///
/// It never moves a value that waits. Millions of values may wait for an actor beside a flood, and moving them to a
/// larger buffer would hold up the actor, which waits for the same lock.
struct SegmentedQueue<Value>: ~Copyable {
  private struct Segment {
    let values: UnsafeMutablePointer<Value>
    let capacity: Int
    var next: UnsafeMutablePointer<Segment>?
  }

  private static var largestSegment: Int { 1_024 }

  /// The segment of the oldest value, which is the last one while the queue is empty.
  private var first: UnsafeMutablePointer<Segment>?
  private var last: UnsafeMutablePointer<Segment>?
  /// The index of the oldest value in the first segment.
  private var start = 0
  /// The index behind the newest value in the last segment.
  private var end = 0

  init() {}

  deinit {
    var (segment, start) = (first, start)
    while let current = segment?.pointee {
      let end = segment == last ? end : current.capacity
      current.values.advanced(by: start).deinitialize(count: end - start)
      Self.deallocate(segment)
      (segment, start) = (current.next, 0)
    }
  }

  var isEmpty: Bool { first == last && start == end }

  mutating func append(_ value: Value) {
    if last == nil || end == last?.pointee.capacity { addSegment() }
    last?.pointee.values.advanced(by: end).initialize(to: value)
    end += 1
  }

  mutating func popFirst() -> Value? {
    guard !isEmpty, let segment = first?.pointee else { return nil }
    let value = segment.values.advanced(by: start).move()
    start += 1
    if isEmpty {
      (start, end) = (0, 0)
    } else if start == segment.capacity {
      Self.deallocate(first)
      (first, start) = (segment.next, 0)
    }
    return value
  }

  private mutating func addSegment() {
    let capacity = min(2 * (last?.pointee.capacity ?? 2), Self.largestSegment)
    let segment = UnsafeMutablePointer<Segment>.allocate(capacity: 1)
    segment.initialize(to: Segment(values: .allocate(capacity: capacity), capacity: capacity, next: nil))
    last?.pointee.next = segment
    if first == nil { first = segment }
    (last, end) = (segment, 0)
  }

  private static func deallocate(_ segment: UnsafeMutablePointer<Segment>?) {
    segment?.pointee.values.deallocate()
    segment?.deallocate()
  }
}
