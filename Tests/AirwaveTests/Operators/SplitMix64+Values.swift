import TestSupport

extension SplitMix64 {
  /// Small numbers with many repeats, so that operators that compare values find equal ones.
  mutating func values() -> [Int] {
    (0..<Int.random(in: 0...8, using: &self)).map { _ in Int.random(in: 0...4, using: &self) }
  }
}
