import Foundation
import Workloads

extension Figures {
  /// The rows of the chart in the README: the listeners that users write, first of all.
  private static let shortChart: [Workload] = [
    .tenOwners, .oneListener, .tenListeners, .threeOperators, .warm, .setting, .listening, .twoThreads,
  ]

  /// An SVG bar chart of all rows that have a peer.
  var chart: String { chart(of: workloads.map(\.0)) }

  /// An SVG bar chart of eight rows.
  var summary: String { chart(of: Self.shortChart) }

  /// An SVG bar chart of the times of all contestants, on a logarithmic scale. It follows the light or dark mode of its
  /// viewer.
  private func chart(of rows: [Workload]) -> String {
    var drawing = Drawing()
    for row in rows {
      guard let (workload, times) = workloads.first(where: { $0.0 == row }), let peer = times.fastestPeer else {
        continue
      }
      drawing.begin(workload.rawValue)
      if workload.reference.hasPrefix("floor") {
        drawing.bar("floor", workload.reference, times.median(of: .reference))
      }
      drawing.bar("airwave", "Airwave", times.median(of: .airwave))
      drawing.bar("peer", peer.rawValue, times.median(of: peer))
    }
    return drawing.svg
  }
}

/// A column of groups of bars.
private struct Drawing {
  private static let width = 760.0
  private static let margin = 16.0
  private static let barHeight = 11.0
  /// The width of a power of ten. The chart has six of them, which leaves space for labels behind the longest bar.
  private static let decade = 88.0

  private var body: [String] = []
  private var y = 64.0

  mutating func begin(_ title: String) {
    y += 12
    body.append("<text x=\"\(Self.margin)\" y=\"\(y + 10)\" class=\"title\">\(title)</text>")
    y += 17
  }

  /// Draws a bar, which begins at a tenth of a nanosecond.
  mutating func bar(_ style: String, _ name: String, _ nanoseconds: Double?) {
    guard let nanoseconds else { return }
    let length = max(2, (log10(nanoseconds) + 1) * Self.decade)
    let end = Self.margin + length
    body.append(
      """
      <rect x="\(Self.margin)" y="\(y)" width="\(String(format: "%.1f", length))" height="\(Self.barHeight)" rx="2" \
      class="\(style)"/>
      <text x="\(String(format: "%.1f", end + 6))" y="\(y + 9)">\(name) \(nanoseconds.asTime) ns</text>
      """
    )
    y += Self.barHeight + 3
  }

  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(y + Self.margin)" role="img" \
    aria-label="Time per operation: the floor, Airwave, and the fastest other library">
    <style>
      text { font: 11px system-ui, sans-serif; fill: #57606a }
      .heading { font-size: 15px; font-weight: 600; fill: #1f2328 }
      .title { font-size: 12px; font-weight: 600; fill: #1f2328 }
      .floor { fill: #afb8c1 } .airwave { fill: #0969da } .peer { fill: #d4a72c }
      @media (prefers-color-scheme: dark) {
        text { fill: #9198a1 }
        .heading, .title { fill: #f0f6fc }
        .floor { fill: #59636e } .airwave { fill: #4493f8 } .peer { fill: #bb8009 }
      }
    </style>
    <text x="\(Self.margin)" y="26" class="heading">Time per operation: shorter is faster</text>
    <text x="\(Self.margin)" y="46">The floor, which is the physical limit; Airwave; and the fastest other library. \
    Logarithmic scale.</text>
    \(body.joined(separator: "\n"))
    </svg>

    """
  }
}
