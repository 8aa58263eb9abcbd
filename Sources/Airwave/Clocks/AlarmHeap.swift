/// The alarms that wait, ordered by time and number: a binary heap. An alarm is added or removed in O(log *n*).
struct AlarmHeap {
  private var alarms: [Alarm] = []

  var count: Int { alarms.count }
  /// The earliest alarm.
  var first: Alarm? { alarms.first }

  /// Adds an alarm that is in no heap.
  mutating func insert(_ alarm: Alarm, at time: Duration) {
    alarm.time = time
    alarms.append(alarm)
    moveUp(alarm, from: alarms.count - 1)
  }

  /// Removes an alarm.
  ///
  /// - Returns: What the alarm calls, which the caller releases outside of its lock. Nil if the alarm is not in the
  ///   heap.
  mutating func remove(_ alarm: Alarm) -> (@Sendable () -> Void)? {
    guard let index = alarm.index else { return nil }
    alarm.index = nil
    let last = alarms.removeLast()
    if last !== alarm {
      moveDown(last, from: index)
      if last.index == index { moveUp(last, from: index) }
    }
    return exchange(&alarm.ring, with: nil)
  }

  /// Removes the earliest alarm, or returns nil if none is due at a time.
  mutating func removeFirst(until time: Duration) -> (@Sendable () -> Void)? {
    guard let first, first.time <= time else { return nil }
    return remove(first)
  }

  /// Places an alarm at an index, or nearer to the root.
  private mutating func moveUp(_ alarm: Alarm, from start: Int) {
    var index = start
    while index > 0, alarm.isBefore(alarms[(index - 1) / 2]) {
      place(alarms[(index - 1) / 2], at: index)
      index = (index - 1) / 2
    }
    place(alarm, at: index)
  }

  /// Places an alarm at an index, or farther from the root.
  private mutating func moveDown(_ alarm: Alarm, from start: Int) {
    var index = start
    while 2 * index + 1 < alarms.count {
      let (left, right) = (2 * index + 1, 2 * index + 2)
      let child = right < alarms.count && alarms[right].isBefore(alarms[left]) ? right : left
      guard alarms[child].isBefore(alarm) else { break }
      place(alarms[child], at: index)
      index = child
    }
    place(alarm, at: index)
  }

  private mutating func place(_ alarm: Alarm, at index: Int) {
    alarms[index] = alarm
    alarm.index = index
  }
}

/// An alarm, which may wait in one heap at a time, and again after that.
final class Alarm: @unchecked Sendable {
  // Unchecked: the lock of the heap guards all variables.

  /// Orders alarms of one time.
  let number: Int
  fileprivate(set) var time = Duration.zero
  /// The position in the heap. Nil if the alarm does not wait.
  fileprivate(set) var index: Int?
  /// Called with no lock held.
  fileprivate var ring: (@Sendable () -> Void)?

  init(_ number: Int, _ ring: @escaping @Sendable () -> Void) {
    self.number = number
    self.ring = ring
  }

  fileprivate func isBefore(_ other: Alarm) -> Bool {
    time == other.time ? number < other.number : time < other.time
  }
}
