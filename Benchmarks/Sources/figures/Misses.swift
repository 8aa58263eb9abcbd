import Workloads

extension Figures {
  /// The missed targets, with a sentence for each.
  var misses: [String] {
    workloadMisses + scalingMisses + memoryMisses
      + (keepsOneOrder ? [] : ["\(Workload.twoThreads.rawValue): a value was lost, doubled, or out of order"])
  }

  private var workloadMisses: [String] {
    workloads.flatMap { workload, times in
      var misses: [String] = []
      if let limit = workload.target.reference, let ratio = times.ratioToReference, ratio > limit {
        misses.append("\(workload.rawValue): \(ratio.asRatio) × \(workload.reference), at most \(limit.asRatio) ×")
      }
      if let least = workload.target.openCombine, let factor = times.openCombineFactor, factor < least {
        misses.append("\(workload.rawValue): \(factor.asRatio) × faster than OpenCombine, at least \(least.asRatio) ×")
      }
      return misses
    }
  }

  private var scalingMisses: [String] {
    scalings.compactMap { scaling, times in
      guard let growth = growth(times), growth > scaling.target else { return nil }
      return "\(scaling.rawValue): grows \(growth.asRatio) × as much as the floor, at most \(scaling.target.asRatio) ×"
    }
  }

  private func growth(_ times: [(size: Int, times: Times)]) -> Double? {
    guard let many = times.last?.times.ratioToReference,
      let some = times.first(where: { $0.size == 1_000 })?.times.ratioToReference
    else { return nil }
    return many / some
  }

  private var memoryMisses: [String] {
    memory.compactMap { memory, bytes in
      guard let bytes = bytes[.airwave], bytes > memory.target else { return nil }
      return "\(memory.rawValue): \(bytes.asTime) bytes, at most \(memory.target.asTime)"
    }
  }
}
