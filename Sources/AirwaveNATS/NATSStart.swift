#if NATS
public import Foundation

/// Where in a stream to begin to listen, instead of where the strategy says.
public struct NATSStart: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case position(NATSPosition)
    case behind(NATSPosition)
    case time(Date)
  }

  let kind: Kind

  /// With the value at a position, or the first one behind it that the stream still has.
  public static func position(_ position: NATSPosition) -> NATSStart { NATSStart(kind: .position(position)) }

  /// Behind the value at a position: to go on where a process has stopped.
  public static func behind(_ position: NATSPosition) -> NATSStart { NATSStart(kind: .behind(position)) }

  /// With the first value that was stored at a time or later.
  public static func time(_ time: Date) -> NATSStart { NATSStart(kind: .time(time)) }
}
#endif
