/// When something happened on the line of time of a recording.
enum Moment: Comparable, Sendable {
  /// How often a manual clock had been moved.
  case step(Int)
  /// The time since the recording was made.
  case time(Duration)
}

/// How moments become columns.
struct Scale {
  /// What a column stands for, if moments are times.
  private var unit: Duration?
  private let last: Moment

  /// The shortest of 1, 2, 5, 10, … microseconds that needs at most 60 columns up to the last moment.
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

  /// Up to the present step, or up to the last thing that happened and one more.
  func columnCount(now: Moment) -> Int {
    if case .step = now { column(of: now) + 1 } else { column(of: last) + 2 }
  }

  var description: String? { unit.map { "\($0)" } }
}
