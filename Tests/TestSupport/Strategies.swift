package import Airwave

/// The kinds of strategies, with limits below and above the number of values that the tests send.
package let everyStrategy: [ReplayStrategy] = [
  .hot, .warm(upTo: 0), .warm(upTo: 1), .warm(upTo: 2), .warm(upTo: 7), .warm(upTo: .max), .cold,
]

extension ReplayStrategy {
  /// The values that a pair with this strategy replays after `values` were broadcast, which a listener has heard or not.
  package func replayed<Value>(of values: [Value], areHeard: Bool = false) -> [Value] {
    areHeard && isUntilHeard ? [] : values.suffix(limit)
  }
}
