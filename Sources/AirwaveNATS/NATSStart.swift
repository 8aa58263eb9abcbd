#if NATS
public import Foundation

/// Where in a stream to begin to listen, instead of where the strategy says.
///
/// ```swift
/// import AirwaveNATS
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let pages = try await network.makeTransmitter(Int.self, subject: "pages")
/// for page in 1...3 { try await pages.send(page) }
///
/// let start = NATSStart.behind(NATSPosition(2))
/// let rest = try await network.makeReceiver(Int.self, subject: "pages", from: start)
/// for await page in rest.values.values.prefix(1) { print(page) }
/// // 3
/// ```
public struct NATSStart: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case position(NATSPosition)
    case behind(NATSPosition)
    case time(Date)
  }

  let kind: Kind

  /// With the value at a position, or the first one behind it that the stream still has.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let laps = try await network.makeTransmitter(String.self, subject: "laps")
  /// for lap in ["first", "second", "third"] { try await laps.send(lap) }
  ///
  /// let (_, lap) = try await network.make(String.self, subject: "laps", from: .position(NATSPosition(2)))
  /// for await value in lap.values.prefix(2) { print(value) }
  /// // second
  /// // third
  /// ```
  public static func position(_ position: NATSPosition) -> NATSStart { NATSStart(kind: .position(position)) }

  /// Behind the value at a position: to go on where a process has stopped.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let jobs = try await network.makeTransmitter(String.self, subject: "jobs")
  /// let handled = try await jobs.send("done")
  /// try await jobs.send("open")
  ///
  /// let (_, job) = try await network.make(String.self, subject: "jobs", from: .behind(handled))
  /// for await value in job.values.prefix(1) { print(value) }
  /// // open
  /// ```
  public static func behind(_ position: NATSPosition) -> NATSStart { NATSStart(kind: .behind(position)) }

  /// With the first value that was stored at a time or later.
  ///
  /// ```swift
  /// import AirwaveNATS
  /// import Foundation
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let events = try await network.makeTransmitter(String.self, subject: "events")
  /// try await events.send("now")
  ///
  /// let hourAgo = Date(timeIntervalSinceNow: -3_600)
  /// let (_, event) = try await network.make(String.self, subject: "events", from: .time(hourAgo))
  /// for await value in event.values.prefix(1) { print(value) }
  /// // now
  /// ```
  public static func time(_ time: Date) -> NATSStart { NATSStart(kind: .time(time)) }
}
#endif
