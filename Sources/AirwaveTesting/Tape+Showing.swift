internal import Airwave

extension Tape {
  /// Fails the test, and attaches a picture of the newest values to it.
  func fail(_ message: String, at site: CallSite) {
    show(at: site)
    AirwaveTesting.fail(message, at: site)
  }

  /// Attaches a picture of the newest 100 values, and of the end, to the test. Each of them has a column.
  func show(at site: CallSite) {
    AirwaveTesting.show(diagram, at: site)
  }

  var diagram: MarbleDiagram {
    let (all, isFinished) = content.withLock { ($0.values, $0.isFinished) }
    let values = all.suffix(100)
    let name = all.count > values.count ? "\(all.count - values.count) before" : ""
    var marks = values.enumerated().map { MarbleDiagram.Mark(kind: .value(String(describing: $1)), column: $0) }
    if isFinished { marks.append(MarbleDiagram.Mark(kind: .end, column: values.count)) }
    let row = MarbleDiagram.Row(name: name, start: 0, marks: marks)
    return MarbleDiagram(rows: [row], columnCount: values.count + 1, scale: nil)
  }
}
