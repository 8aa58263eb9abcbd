import Foundation
import Workloads

/// A target that is missed.
struct Miss {
  let sentence: String
  /// Whether the README gives a reason, and the limit is kept.
  let isExplained: Bool
}

extension [Miss] {
  var list: String { map(\.sentence).joined(separator: "\n") }
}

/// The section of the README that gives reasons for missed targets.
struct MissedTargets {
  private let text: Substring

  init() throws {
    let readme = try String(contentsOf: Figures.readme, encoding: .utf8)
    guard let start = readme.range(of: "\n## Missed targets\n"),
      let end = readme.range(of: "\n## ", range: start.upperBound..<readme.endIndex)
    else { throw CocoaError(.fileReadCorruptFile) }
    text = readme[start.upperBound..<end.lowerBound]
  }

  /// Whether the section names a row.
  func name(_ row: String) -> Bool { text.contains("*\(row)*") }
}

extension Figures {
  /// The missed targets.
  func misses(explained: MissedTargets) -> [Miss] {
    let misses = workloadMisses + scalingMisses + memoryMisses
    return misses.map { row, sentence, keepsLimit in
      Miss(sentence: "\(row): \(sentence)", isExplained: keepsLimit && explained.name(row))
    } + (keepsOneOrder ? [] : [Miss(sentence: "\(Workload.twoThreads.rawValue): \(disorder)", isExplained: false)])
  }

  private var disorder: String { "a value was lost, doubled, or out of order" }

  private typealias RowMiss = (row: String, sentence: String, keepsLimit: Bool)

  private func miss(_ row: String, _ number: Double?, _ bound: Bound?, _ text: String) -> RowMiss? {
    guard let number, let bound, !bound.isReached(by: number) else { return nil }
    return (row, "\(number.asRatio) \(text), instead of \(bound.sentence)", bound.allows(number))
  }

  private var workloadMisses: [RowMiss] {
    workloads.flatMap { workload, times in
      let (row, target) = (workload.rawValue, workload.target)
      let ratio = times.ratio(to: workload.referenceContestant)
      return [
        miss(row, ratio, target.reference, "× \(workload.reference)"),
        miss(row, times.openCombineFactor, target.openCombine, "× faster than OpenCombine"),
      ].compactMap(\.self)
    }
  }

  private var scalingMisses: [RowMiss] {
    scalings.flatMap { scaling, times in
      let growth = miss(scaling.rawValue, growth(times), scaling.growth, "× the growth of the floor")
      let ratios = times.map { size, times in
        miss(scaling.rawValue, times.ratio(), scaling.target(size: size), "× floor at \(size.formatted())")
      }
      return ([growth] + ratios).compactMap(\.self)
    }
  }

  private func growth(_ times: [(size: Int, times: Times)]) -> Double? {
    guard let many = times.last?.times.ratio(),
      let some = times.first(where: { $0.size == 1_000 })?.times.ratio()
    else { return nil }
    return many / some
  }

  private var memoryMisses: [RowMiss] {
    memory.compactMap { memory, bytes in miss(memory.rawValue, bytes[.airwave], memory.target, "bytes") }
  }
}
