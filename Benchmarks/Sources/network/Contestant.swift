#if NATS
import Airwave
import AirwaveNATS
import Foundation
import NATSClient
import Synchronization

/// Sends numbers over a server to itself.
protocol Contestant: Sendable {
  static var name: String { get }

  init(_ url: String, _ subject: String) async throws
  func send(_ value: Int)
  /// Waits until that many are acknowledged and heard.
  func settle(_ count: Int) async
  /// Begins to hear everything again.
  func replay() async throws
  func end() async
}

/// What the contestant of the moment has heard.
enum Count {
  static let heard = Atomic<Int>(0)
  static let acknowledged = Atomic<Int>(0)
  static let failed = Atomic<Int>(0)

  static func reset() {
    heard.store(0, ordering: .sequentiallyConsistent)
    acknowledged.store(0, ordering: .sequentiallyConsistent)
  }

  /// Looks seldom, so that it does not take the processors from what is measured.
  static func wait(for count: Int, _ counted: borrowing Atomic<Int>) {
    while counted.load(ordering: .acquiring) < count { usleep(500) }
  }
}

/// How a pair sends its values.
protocol Format {
  static var name: String { get }
  static var coder: NATSCoder<Int> { get }
}

/// As digits, which cost as little as the text that the C client alone sends.
enum Digits: Format {
  static let name = "Airwave, digits"
  static let coder = NATSCoder<Int> { value in
    Array(String(value).utf8)
  } decode: { bytes in
    bytes.reduce(0) { $0 * 10 + Int($1) - 48 }
  }
}

/// As it does by default, with Foundation.
enum JSON: Format {
  static let name = "Airwave, JSON"
  static let coder = NATSCoder<Int>.json
}

/// A pair of Airwave.
final class Pair<Coding: Format>: Contestant {
  static var name: String { Coding.name }

  private let network: NATSConnection
  private let transmitter: Transmitter<Int>
  private let url: String
  private let subject: String

  init(_ url: String, _ subject: String) async throws {
    (self.url, self.subject) = (url, subject)
    network = try await NATSConnection.connect(to: [url])
    var stream = NATSStream()
    stream.backlog = .max
    let receiver: Receiver<Int>
    (transmitter, receiver) = try await network.make(Int.self, subject: subject, stream: stream, coder: Coding.coder)
    receiver.listen { _ in Count.heard.add(1, ordering: .releasing) }
    network.failures.listen { print($0) }
  }

  func send(_ value: Int) {
    transmitter.broadcast(value)
  }

  func settle(_ count: Int) async {
    // What is heard is stored, and its acknowledgment on its way.
    Count.wait(for: count, Count.heard)
  }

  func replay() async throws {
    let (_, receiver) = try await network.make(Int.self, subject: subject, strategy: .cold, coder: Coding.coder)
    receiver.listen { _ in Count.heard.add(1, ordering: .releasing) }
  }

  func end() async {
    await network.close()
    deleteStream(subject, url)
  }
}

/// The two ends of Airwave, whose values have the header of a trace, which is read.
final class Traced: Contestant {
  static let name = "Airwave, digits and a header"
  private static let headers = ["traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"]

  private let network: NATSConnection
  private let transmitter: NATSTransmitter<Int>
  private let url: String
  private let subject: String

  init(_ url: String, _ subject: String) async throws {
    (self.url, self.subject) = (url, subject)
    network = try await NATSConnection.connect(to: [url])
    var stream = NATSStream()
    stream.backlog = .max
    transmitter = try await network.makeTransmitter(Int.self, subject: subject, stream: stream, coder: Digits.coder)
    network.failures.listen { print($0) }
    try await listen(.hot)
  }

  private func listen(_ strategy: ReplayStrategy) async throws {
    let receiver = try await network.makeReceiver(Int.self, subject: subject, strategy: strategy, coder: Digits.coder)
    receiver.messages.listen { Count.heard.add($0.headers.count, ordering: .releasing) }
  }

  func send(_ value: Int) {
    transmitter.broadcast(value, headers: Self.headers)
  }

  func settle(_ count: Int) async {
    Count.wait(for: count, Count.heard)
  }

  func replay() async throws {
    try await listen(.cold)
  }

  func end() async {
    await network.close()
    deleteStream(subject, url)
  }
}

private func deleteStream(_ name: String, _ url: String) {
  var (connection, context): (OpaquePointer?, OpaquePointer?)
  natsConnection_ConnectTo(&connection, url)
  natsConnection_JetStream(&context, connection, nil)
  js_DeleteStream(context, name, nil, nil)
  jsCtx_Destroy(context)
  natsConnection_Destroy(connection)
}
#endif
