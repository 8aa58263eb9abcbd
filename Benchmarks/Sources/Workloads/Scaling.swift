import Airwave
import Floor

/// An operation whose cost per item must not depend on the number of items.
public enum Scaling: String, Sendable, CaseIterable {
  case listeners = "broadcast, per listener"
  case keptValues = "cold: listen, hear all, dispose; per kept value"

  /// The numbers of items to measure.
  public var sizes: [Int] {
    switch self {
    case .listeners: [1, 10, 100, 1_000, 10_000, 100_000]
    case .keptValues: [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
    }
  }

  /// The entries of the floor and of Airwave.
  public func entries(size: Int) -> [Entry] {
    switch self {
    case .listeners: Array(broadcasting(listeners: size).prefix(2))
    case .keptValues: replaying(count: size)
    }
  }
}
