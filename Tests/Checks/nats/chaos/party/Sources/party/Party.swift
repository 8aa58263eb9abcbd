import Airwave
import AirwaveNATS
import Foundation

/// A process that sends or hears values until it is asked to end by SIGTERM.
///
/// ```
/// party URLS SUBJECT LOG LIMIT sender NAME            publishes NAME.0, NAME.1, … and hears nothing
/// party URLS SUBJECT LOG LIMIT pair NAME COUNT        hears the last COUNT values, and all that follow; sends, too
/// party URLS SUBJECT LOG LIMIT behind POSITION        hears what is stored behind a position
/// party URLS SUBJECT LOG LIMIT slow POSITION          the same, with a listener that stops now and then
/// party URLS SUBJECT LOG LIMIT warm COUNT             hears the last COUNT values, and all that follow
/// ```
///
/// LIMIT is how many messages the stream keeps, or 0.
@main
struct Party {
  let network: NATSConnection
  let log: Log
  let subject: String
  let stream: NATSStream

  static func main() async throws {
    End.prepare()
    let words = Array(CommandLine.arguments.dropFirst())
    let log = Log(words[2])
    let party = try await Party(urls: words[0].components(separatedBy: ","), words[1], log, limit: Int(words[3]) ?? 0)
    try await party.run(words[4], Array(words[5...]))
  }

  init(urls: [String], _ subject: String, _ log: Log, limit: Int) async throws {
    var options = NATSOptions()
    options.startTimeout = .seconds(300)
    options.reconnectDelay = .milliseconds(100)
    options.pingInterval = .seconds(2)
    network = try await NATSConnection.connect(to: urls, options: options)
    (self.log, self.subject) = (log, subject)
    var stream = NATSStream()
    stream.replicas = 3
    stream.backlog = 10_000_000
    if limit > 0 { stream.maximumCount = limit }
    self.stream = stream
  }

  func run(_ role: String, _ words: [String]) async throws {
    network.failures.listen { [log] failure in
      switch failure.content {
      case .unsent(let bytes): log.write("unsent \(String(decoding: bytes, as: UTF8.self)) \(failure.reason)")
      case .missed(let count): log.write("missed \(count) \(failure.reason)")
      case .unread(let bytes): log.write("unread \(bytes.count) \(failure.reason)")
      case .value(let value): log.write("unsent \(value) \(failure.reason)")
      // The servers ask for no credentials.
      default: preconditionFailure("\(failure)")
      }
    }
    switch role {
    case "sender":
      let ends = try await retried { () async throws(NATSError) in
        try await network.makeTransmitter(Int.self, subject: subject, stream: stream, coder: .named(words[0]))
      }
      await Sender(log).send(broadcast: ends.broadcast, send: { try await ends.send($0) })
    case "pair":
      let (transmitter, receiver) = try await retried { () async throws(NATSError) in
        try await network.make(
          String.self,
          subject: subject,
          strategy: .warm(upTo: Int(words[1]) ?? 0),
          stream: stream,
          coder: .text
        )
      }
      let count = receiver.replayed.count
      receiver.listen { [log] in log.write("heard 0 \($0)") }
      log.write("listening \(count)")
      await Sender(log).send(broadcast: { transmitter.broadcast("\(words[0]).\($0)") }, send: nil)
    case "behind", "slow":
      let position = NATSPosition(UInt64(words[0]) ?? 0)
      try await hear(from: .behind(position), strategy: .hot, isSlow: role == "slow")
      await End.come()
    case "warm":
      try await hear(from: nil, strategy: .warm(upTo: Int(words[0]) ?? 0), isSlow: false)
      await End.come()
    default: fatalError("There is no role \(role).")
    }
    log.write("closing")
    await network.close()
    log.write("closed")
  }

  private func hear(from start: NATSStart?, strategy: ReplayStrategy, isSlow: Bool) async throws {
    let ends = try await retried { () async throws(NATSError) in
      try await network.makeReceiver(
        String.self,
        subject: subject,
        from: start,
        strategy: strategy,
        stream: stream,
        coder: .text
      )
    }
    let count = ends.messages.replayed.count
    ends.messages.listen { [log] message in
      log.write("heard \(message.position) \(message.value)")
      if isSlow, message.position.sequence.isMultiple(of: 997) { usleep(200_000) }
    }
    // A listener that joins while another thread delivers hears the replay after this.
    log.write("listening \(count)")
  }

  /// Tries until it succeeds: a cluster that chooses a leader does not answer in time.
  private func retried<Made>(_ body: () async throws(NATSError) -> Made) async throws -> Made {
    while true {
      do throws(NATSError) {
        return try await body()
      } catch {
        log.write("refused \(error.code) \(error)")
        if error.code == .closed || error.code == .gone { throw error }
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }
}

extension NATSCoder where Value == Int {
  /// Numbers behind the name of their sender.
  static func named(_ name: String) -> NATSCoder {
    NATSCoder(encode: { Array("\(name).\($0)".utf8) }, decode: { _ in throw CancellationError() })
  }
}

extension NATSCoder where Value == String {
  static var text: NATSCoder {
    NATSCoder(encode: { Array($0.utf8) }, decode: { String(decoding: $0, as: UTF8.self) })
  }
}

/// Whether the process was asked to end.
enum End {
  private static let isReceived = Flag()

  static var isHere: Bool { isReceived.isSet }

  static func prepare() {
    // The handler must not be the first to use it.
    _ = isHere
    signal(SIGTERM) { _ in End.isReceived.set() }
  }

  static func come() async {
    while !isHere { try? await Task.sleep(for: .milliseconds(20)) }
  }
}
