/// A point on the time line of a recording.
enum Moment: Comparable, Sendable {
  /// The number of times that a manual clock had been moved.
  case step(Int)
  /// The time since the recording was made.
  case time(Duration)
}

/// Maps moments to columns.
struct Scale {
  /// The time that a column stands for, or nil if moments are steps.
  private var unit: Duration?
  private let last: Moment

  /// Chooses the shortest unit of 1, 2, 5, 10, … microseconds with which at most 60 columns reach the last moment.
  init(upTo last: Moment) {
    self.last = last
    guard case .time(let end) = last else { return }
    var (decade, factors) = (Duration.microseconds(1), [1, 2, 5][...])
    while let factor = factors.popFirst() {
      unit = decade * factor
      if end < decade * factor * 60 { break }
      if factors.isEmpty { (decade, factors) = (decade * 10, [1, 2, 5]) }
    }
  }

  func column(of moment: Moment) -> Int {
    switch (moment, unit) {
    case (.step(let number), _): number
    case (.time(let time), let unit?): Int(time / unit)
    case (.time, nil): 0
    }
  }

  /// The number of columns up to the present step, or up to the last moment and one more.
  func columnCount(now: Moment) -> Int {
    if case .step = now { column(of: now) + 1 } else { column(of: last) + 2 }
  }

  var description: String? { unit.map { "\($0)" } }
}
