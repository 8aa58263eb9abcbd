import Programs
import TestSupport

extension Program {
  /// Makes a program from a seed.
  init(seed: UInt64) {
    #if Inspector
    InspectedTests.begin()
    #endif
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 4...120, using: &random)
    self.init(bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
  }
}
