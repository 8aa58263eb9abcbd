import Foundation
import Workloads

extension Figures {
  /// All tables, in Markdown.
  var report: String {
    [
      workloads.isEmpty
        ? nil
        : """
        ## Against the targets

        Nanoseconds for each operation, medians. The reference is the floor where nothing else is said.

        \(targetTable)

        ## Everyone

        Nanoseconds for each operation, medians. A dash stands where a library has nothing of the kind.

        \(contestantTable)
        """,
      scalings.isEmpty
        ? nil
        : """
        ## Linear in listeners and kept values

        Nanoseconds for each, medians.

        \(scalings.map { scalingTable($0.scaling, $0.times).description }.joined(separator: "\n\n"))
        """,
      memory.isEmpty
        ? nil
        : """
        ## Memory

        Bytes on the heap, averaged over 100,000. A listener without its closure.

        \(memoryTable)
        """,
    ].compactMap { $0 }.joined(separator: "\n\n")
  }

  private var targetTable: Table {
    var table = Table("Workload", "Reference", "ns", "Airwave", "ratio", "target", "OpenCombine", "slower", "target")
    for (workload, times) in workloads {
      let target = workload.target
      let reference = workload.referenceContestant
      table.rows.append([
        workload.rawValue,
        workload.reference,
        times.median(of: reference)?.asTime ?? "–",
        times.median(of: .airwave)?.asTime ?? "–",
        marked(times.ratio(to: reference), target.reference),
        target.reference?.description ?? "",
        times.median(of: .openCombine)?.asTime ?? "–",
        marked(times.openCombineFactor, target.openCombine),
        target.openCombine?.description ?? "",
      ])
    }
    return table
  }

  /// A ratio, with a mark if the target is missed.
  private func marked(_ ratio: Double?, _ bound: Bound?) -> String {
    guard let ratio else { return "–" }
    return ratio.asRatio + " ×" + (bound?.isReached(by: ratio) == false ? " ✗" : "")
  }

  private var contestantTable: Table {
    var table = Table(
      "Workload",
      "Airwave",
      "OpenCombine",
      "@Published",
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
    var table = Table(scaling.rawValue, "floor", "Airwave", "ratio", "target")
    for (size, times) in sizes {
      let bound = scaling.target(size: size)
      table.rows.append([
        size.formatted(),
        times.median(of: .reference)?.asTime ?? "–",
        times.median(of: .airwave)?.asTime ?? "–",
        marked(times.ratio(), bound),
        bound?.description ?? "",
      ])
    }
    return table
  }

  private var memoryTable: Table {
    var table = Table("Memory", "floor", "Airwave", "target", "OpenCombine")
    for (memory, bytes) in memory {
      table.rows.append([
        memory.rawValue,
        bytes[.reference]?.asTime ?? "–",
        bytes[.airwave].map { $0.asTime + (memory.target.isReached(by: $0) ? "" : " ✗") } ?? "–",
        memory.target.description,
        bytes[.openCombine]?.asTime ?? "–",
      ])
    }
    return table
  }
}
