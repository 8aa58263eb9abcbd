internal import Airwave

extension Tape {
  /// Fails the test, and attaches a picture of all values to it.
  func fail(_ message: String, at site: CallSite) {
    show(at: site)
    AirwaveTesting.fail(message, at: site)
  }

  /// Attaches a picture of all values, and of the end, to the test. Each of them has a column.
  func show(at site: CallSite) {
    let (values, isFinished) = recording.withLock { ($0.values, $0.isFinished) }
    var marks = values.enumerated().map { MarbleDiagram.Mark(kind: .value(String(describing: $1)), column: $0) }
    if isFinished { marks.append(MarbleDiagram.Mark(kind: .end, column: values.count)) }
    let row = MarbleDiagram.Row(name: "", start: 0, marks: marks)
    AirwaveTesting.show(MarbleDiagram(rows: [row], columnCount: values.count + 1, scale: nil), at: site)
  }
}
