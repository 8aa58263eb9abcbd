/// A point on the time line of a recording.
enum Moment: Comparable, Sendable {
  /// The number of times that a manual clock had been moved.
  case step(Int)
  /// The time since the recording was made.
  case time(Duration)

  var isStep: Bool { if case .step = self { true } else { false } }

  static func / (moment: Moment, unit: Moment) -> Double {
    switch (moment, unit) {
    case (.step(let step), .step(let unit)): Double(step) / Double(unit)
    case (.time(let time), .time(let unit)): time / unit
    case (.step, .time), (.time, .step): 0
    }
  }

  /// This moment, multiplied by a fraction.
  func times(_ numerator: Int, by denominator: Int) -> Moment {
    switch self {
    case .step(let step): .step(step / denominator * numerator)
    case .time(let time): .time(time / denominator * numerator)
    }
  }
}

/// Maps moments to columns. A column stands for 1, 2, 5, 10, … moves of a manual clock, or microseconds: the least of
/// them with which the columns do not exceed a limit.
struct Scale {
  private var unit: Moment
  private let end: Moment

  /// Makes the scale of a time line that ends at a moment: at most 200 moves, or 60 times, are a column each.
  init(upTo end: Moment) {
    self.end = end
    let limit: Double = end.isStep ? 200 : 60
    unit = end.isStep ? .step(1) : .time(.microseconds(1))
    var round = 0
    while end / unit >= limit {
      unit = round % 3 == 1 ? unit.times(5, by: 2) : unit.times(2, by: 1)
      round += 1
    }
  }

  func column(of moment: Moment) -> Int { Int(moment / unit) }

  /// The number of columns up to the end, and one more if time passes by itself.
  var columnCount: Int { column(of: end) + (end.isStep ? 1 : 2) }

  /// What a column stands for, or nil if it is one move of a manual clock.
  var description: String? {
    switch unit {
    case .step(let count): count == 1 ? nil : "\(count) moves of the clock"
    case .time(let time): "\(time)"
    }
  }
}
