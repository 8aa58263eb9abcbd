/// The alarms that wait, ordered by instant and number. An alarm is added or removed in O(log *n*), amortized.
///
/// A binary heap orders the keys, and a dictionary holds the alarms. An alarm that is removed before its instant leaves
/// its key in the heap. The heap is made anew before such keys outnumber the alarms by more than 16.
struct AlarmHeap<Instant: Comparable, Alarm> {
  private struct Key: Comparable {
    let instant: Instant
    let number: Int

    static func < (left: Key, right: Key) -> Bool {
      left.instant == right.instant ? left.number < right.number : left.instant < right.instant
    }
  }

  private var alarms: [Int: (instant: Instant, alarm: Alarm)] = [:]
  private var keys: [Key] = []

  /// The number of alarms.
  var count: Int { alarms.count }
  /// The number of keys: those of the alarms, and of some that were removed.
  var keyCount: Int { keys.count }

  /// Returns the alarm that waits with a number.
  subscript(number: Int) -> Alarm? { alarms[number]?.alarm }

  /// Adds an alarm. No other one with its number may wait.
  mutating func insert(_ alarm: Alarm, _ number: Int, at instant: Instant) {
    alarms[number] = (instant, alarm)
    keys.append(Key(instant: instant, number: number))
    var index = keys.count - 1
    while index > 0, keys[index] < keys[(index - 1) / 2] {
      keys.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Changes an alarm. Returns false if no alarm with this number and instant waits.
  mutating func update(_ number: Int, at instant: Instant, _ change: (inout Alarm) -> Void) -> Bool {
    guard isWaiting(Key(instant: instant, number: number)), var alarm = self[number] else { return false }
    change(&alarm)
    alarms[number] = (instant, alarm)
    return true
  }

  /// Removes an alarm.
  ///
  /// - Returns: The alarm, which the caller releases outside of its lock, or nil if no alarm with this number waits.
  mutating func remove(_ number: Int) -> Alarm? {
    guard let removed = alarms.removeValue(forKey: number) else { return nil }
    if keys.count > 2 * alarms.count + 16 {
      // A sorted array is a heap.
      keys = keys.filter { isWaiting($0) }.sorted()
    }
    return removed.alarm
  }

  /// The instant and the number of the earliest alarm, or nil if no alarm waits.
  var first: (instant: Instant, number: Int)? {
    mutating get {
      while let first = keys.first, !isWaiting(first) { removeFirstKey() }
      return keys.first.map { ($0.instant, $0.number) }
    }
  }

  /// Removes and returns the earliest alarm, or returns nil if none is due until an instant.
  mutating func removeFirst(until instant: Instant) -> Alarm? {
    guard let first, first.instant <= instant else { return nil }
    removeFirstKey()
    return alarms.removeValue(forKey: first.number)?.alarm
  }

  private func isWaiting(_ key: Key) -> Bool { alarms[key.number]?.instant == key.instant }

  private mutating func removeFirstKey() {
    keys.swapAt(0, keys.count - 1)
    keys.removeLast()
    var index = 0
    while true {
      var least = index
      for child in 2 * index + 1...2 * index + 2 where child < keys.count && keys[child] < keys[least] {
        least = child
      }
      if least == index { return }
      keys.swapAt(index, least)
      index = least
    }
  }
}
