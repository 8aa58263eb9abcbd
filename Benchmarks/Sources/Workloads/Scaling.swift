import Airwave
import Floor

/// Something that must cost the same for each of few as for each of many.
public enum Scaling: String, Sendable, CaseIterable {
  case listeners = "broadcast, per listener"
  case keptValues = "cold: listen, hear all, dispose; per kept value"

  /// How many of them.
  public var sizes: [Int] {
    switch self {
    case .listeners: [1, 10, 100, 1_000, 10_000, 100_000]
    case .keptValues: [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
    }
  }

  /// The floor and Airwave.
  public func entries(size: Int) -> [Entry] {
    switch self {
    case .listeners: Array(broadcasting(listeners: size).prefix(2))
    case .keptValues: replaying(count: size)
    }
  }
}
