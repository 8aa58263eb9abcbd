import Foundation
import Workloads

extension Figures {
  /// The rows of the chart in the README: the listeners that users write, first of all.
  private static let shortChart: [Workload] = [
    .tenOwners, .oneListener, .tenListeners, .threeOperators, .warm, .setting, .listening, .twoThreads,
  ]

  /// An SVG chart of all rows that have a peer.
  var chart: String { chart(of: workloads.map(\.0)) }

  /// An SVG chart of eight rows.
  var summary: String { chart(of: Self.shortChart) }

  /// An SVG chart of the times of all contestants: points on a logarithmic scale, because such a scale has no zero at
  /// which a bar could begin. It follows the light or dark mode of its viewer.
  private func chart(of rows: [Workload]) -> String {
    var drawing = Drawing()
    for row in rows {
      guard let (workload, times) = workloads.first(where: { $0.0 == row }), let peer = times.fastestPeer else {
        continue
      }
      let floor = workload.reference.hasPrefix("floor") ? times.median(of: .reference) : nil
      let other = (name: peer.rawValue, time: times.median(of: peer))
      drawing.addRow(workload.rawValue, floor: floor, airwave: times.median(of: .airwave), peer: other)
    }
    return drawing.svg
  }
}

/// A column of rows, with a point on the same scale for each contestant.
private struct Drawing {
  private static let (width, margin) = (760.0, 16.0)
  private static let rowHeight = 42.0
  /// The width of a power of ten. The scale has six of them, from 1 ns to 1 ms.
  private static let decade = 80.0
  private static let scale = ["1 ns", "10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms"]

  private var body: [String] = []
  private var y = 92.0

  /// The place of a time on the scale.
  private static func place(of nanoseconds: Double) -> Double { margin + max(0, log10(nanoseconds)) * decade }

  /// Draws a row: a line for the floor, a disk for Airwave, and a ring for the fastest other library, and the figures.
  mutating func addRow(_ title: String, floor: Double?, airwave: Double?, peer: (name: String, time: Double?)) {
    guard let airwave, let time = peer.time else { return }
    let middle = y + 25
    let end = Self.margin + 6 * Self.decade
    func text(_ x: Double) -> String { String(format: "%.1f", x) }
    body.append("<text x=\"\(Self.margin)\" y=\"\(y + 10)\" class=\"title\">\(title)</text>")
    body.append("<path d=\"M\(Self.margin) \(middle)H\(end)\" class=\"scale\"/>")
    if let floor {
      body.append("<path d=\"M\(text(Self.place(of: floor))) \(middle - 8)v16\" class=\"floor\"/>")
    }
    body.append("<circle cx=\"\(text(Self.place(of: time)))\" cy=\"\(middle)\" r=\"5\" class=\"peer\"/>")
    body.append("<circle cx=\"\(text(Self.place(of: airwave)))\" cy=\"\(middle)\" r=\"5.5\" class=\"airwave\"/>")
    let others = [floor.map { "floor \($0.asTime)" }, "\(peer.name) \(time.asTime)"].compactMap(\.self)
    body.append(
      """
      <text x="\(end + 16)" y="\(middle + 4)"><tspan class="figure">\(airwave.asTime) ns</tspan> \
      (\(others.joined(separator: ", ")))</text>
      """
    )
    y += Self.rowHeight
  }

  /// The marks of the scale, above the rows and through them.
  private var marks: String {
    Self.scale.enumerated().map { index, label in
      let x = Self.margin + Double(index) * Self.decade
      let anchor = index == 0 ? "start" : "middle"
      return """
        <path d="M\(x) 84V\(y - 4)" class="grid"/><text x="\(x)" y="78" text-anchor="\(anchor)">\(label)</text>
        """
    }.joined(separator: "\n")
  }

  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(y + 4)" role="img" \
    aria-label="Time per operation: Airwave, the floor, and the fastest other library">
    <style>
      text { font: 11px system-ui, sans-serif; fill: #57606a }
      .heading { font-size: 15px; font-weight: 600; fill: #1f2328 }
      .title, .figure { font-weight: 600; fill: #1f2328 }
      .title { font-size: 12px }
      path { fill: none; stroke: #d0d7de } .grid { stroke-opacity: 0.5 }
      .floor { stroke: #57606a; stroke-width: 2.5 } .airwave { fill: #0969da }
      .peer { fill: #ffffff; stroke: #9a6700; stroke-width: 2 }
      @media (prefers-color-scheme: dark) {
        text { fill: #9198a1 }
        .heading, .title, .figure { fill: #f0f6fc }
        path { stroke: #3d444d }
        .floor { stroke: #9198a1 } .airwave { fill: #4493f8 }
        .peer { fill: #0d1117; stroke: #d29922 }
      }
    </style>
    <text x="\(Self.margin)" y="26" class="heading">Time per operation: further left is faster</text>
    <circle cx="22" cy="47" r="5.5" class="airwave"/><text x="34" y="51">Airwave</text>
    <path d="M100 39v16" class="floor"/><text x="110" y="51">the floor, a minimal list of closures</text>
    <circle cx="322" cy="47" r="5" class="peer"/><text x="334" y="51">the fastest other library</text>
    \(marks)
    \(body.joined(separator: "\n"))
    </svg>

    """
  }
}
