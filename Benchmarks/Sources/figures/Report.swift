import Foundation
import Workloads

extension Figures {
  /// All tables, in Markdown.
  var report: String {
    [
      workloads.isEmpty
        ? nil
        : """
        ### Against the targets

        Nanoseconds for each operation, medians. The reference is the floor where nothing else is said.

        \(targetTable)

        ### Everyone

        Nanoseconds for each operation, medians. A dash stands where a library has nothing of the kind, or was not asked.

        \(contestantTable)
        """,
      scalings.isEmpty
        ? nil
        : """
        ### Linear in listeners and kept values

        Nanoseconds for each, medians.

        \(scalings.map { scalingTable($0.scaling, $0.times).description }.joined(separator: "\n\n"))
        """,
      memory.isEmpty
        ? nil
        : """
        ### Memory

        Bytes on the heap, averaged over 100,000. A listener without its closure.

        \(memoryTable)
        """,
    ].compactMap { $0 }.joined(separator: "\n\n")
  }

  private var targetTable: Table {
    var table = Table("Workload", "Reference", "ns", "Airwave", "ratio", "target", "OpenCombine", "slower", "target")
    for (workload, times) in workloads {
      let target = workload.target
      let isSlow = (times.ratioToReference ?? 0) > (target.reference ?? .infinity)
      let isClose = (times.openCombineFactor ?? .infinity) < (target.openCombine ?? 0)
      table.rows.append([
        workload.rawValue,
        workload.reference,
        times.median(of: .reference)?.asTime ?? "–",
        times.median(of: .airwave)?.asTime ?? "–",
        (times.ratioToReference.map { $0.asRatio + " ×" } ?? "–") + (isSlow ? " ✗" : ""),
        target.reference.map { "≤ " + $0.asRatio } ?? "",
        times.median(of: .openCombine)?.asTime ?? "–",
        (times.openCombineFactor.map { $0.asRatio + " ×" } ?? "–") + (isClose ? " ✗" : ""),
        target.openCombine.map { "≥ " + $0.asRatio } ?? "",
      ])
    }
    return table
  }

  private var contestantTable: Table {
    var table = Table(
      "Workload",
      "Airwave",
      "OpenCombine",
      "NotificationCenter",
      "Observation",
      "AsyncStream",
      "AsyncChannel",
      "share()",
      "fastest of these"
    )
    for (workload, times) in workloads {
      let peers = Contestant.allCases.filter(\.isPeer)
      let fastest = times.fastestPeer.flatMap { peer in
        times.ratio(of: peer, to: .airwave).map { "\(peer.rawValue), \($0.asRatio) ×" }
      }
      table.rows.append(
        [workload.rawValue]
          + ([.airwave] + peers).map { times.median(of: $0)?.asTime ?? "–" }
          + [fastest ?? "–"]
      )
    }
    return table
  }

  private func scalingTable(_ scaling: Scaling, _ sizes: [(size: Int, times: Times)]) -> Table {
    var table = Table(scaling.rawValue, "floor", "Airwave", "ratio")
    for (size, times) in sizes {
      table.rows.append([
        size.formatted(),
        times.median(of: .reference)?.asTime ?? "–",
        times.median(of: .airwave)?.asTime ?? "–",
        (times.ratioToReference?.asRatio ?? "–") + " ×",
      ])
    }
    return table
  }

  private var memoryTable: Table {
    var table = Table("Memory", "floor", "Airwave", "target", "OpenCombine")
    for (memory, bytes) in memory {
      let isLarge = (bytes[.airwave] ?? 0) > memory.target
      table.rows.append([
        memory.rawValue,
        bytes[.reference]?.asTime ?? "–",
        (bytes[.airwave]?.asTime ?? "–") + (isLarge ? " ✗" : ""),
        "≤ " + memory.target.asTime,
        bytes[.openCombine]?.asTime ?? "–",
      ])
    }
    return table
  }
}
