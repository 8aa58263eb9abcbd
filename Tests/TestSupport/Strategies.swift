package import Airwave

/// The strategies that differ, with limits around the number of values that the tests send.
package let everyStrategy: [ReplayStrategy] = [
  .hot, .warm(upTo: 0), .warm(upTo: 1), .warm(upTo: 2), .warm(upTo: 7), .warm(upTo: .max), .cold,
]

extension ReplayStrategy {
  /// What a pair of this strategy replays after `values` were broadcast.
  package func replayed<Value>(of values: [Value]) -> [Value] {
    values.suffix(limit)
  }
}
