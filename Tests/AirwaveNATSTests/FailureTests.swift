#if NATS
import Airwave
import AirwaveTesting
import CNATS
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AirwaveNATS

@Suite("What fails over NATS is told")
struct FailureTests {
  @Test("a message that is no JSON is reported and passed over")
  func unreadable() async throws {
    try await withNetwork { _, network in
      let failures = network.failures.record()
      let coder = NATSCoder<String>(encode: { Array($0.utf8) }, decode: { String(decoding: $0, as: UTF8.self) })
      let (texts, _) = try await network.make(String.self, subject: "orders", coder: coder)
      let order = try await network.make(Order.self, subject: "orders").receiver.record()
      ["{", #"{"placed":{"_0":1}}"#, "2"].forEach(texts.broadcast)

      #expect(try await order.next(within: timeLimit) == .placed(1))
      let told = try await failures.next(2, within: timeLimit)
      #expect(told.map(\.content.summary) == ["unread {", "unread 2"])
      #expect(told.map(\.subject) == ["orders", "orders"])
      #expect(told[0].description == "orders: a message of 1 bytes was passed over: DecodingError.")
      await network.close()
      try await order.finish(within: timeLimit)
      try await failures.finish(within: timeLimit)
    }
  }

  @Test("a value that cannot be encoded is reported and not sent")
  func unencodable() async throws {
    try await withNetwork { _, network in
      let (numbers, number) = try await network.make(Double.self, subject: "numbers")
      let heard = number.record()
      [1, .nan, 2].forEach(numbers.broadcast)
      #expect(try await heard.next(2, within: timeLimit) == [1, 2])
      let failures = network.failures.record()
      #expect(try await failures.next(within: timeLimit).content.summary == "value nan")
      await network.close()
      try await heard.finish(within: timeLimit)
      try await failures.finish(within: timeLimit)
    }
  }

  @Test("a message over a limit is reported: the server's, and the listening process's")
  func tooLarge() async throws {
    var options = NATSOptions.quick
    options.messageLimit = 500
    try await withNetwork("max_payload: 2048", options: options) { _, network in
      let (texts, text) = try await network.make(String.self, subject: "texts")
      let heard = text.record()
      let failures = network.failures.record()
      ["a", String(repeating: "b", count: 3_000), String(repeating: "c", count: 600), "d"].forEach(texts.broadcast)
      #expect(try await heard.next(2, within: timeLimit) == ["a", "d"])
      let told = try await failures.next(2, within: timeLimit)
      #expect(told.map { ($0.reason as? NATSError)?.code } == [.tooLarge, .tooLarge])
      #expect(told[0].content.summary == "unsent 3002")
      #expect(told[1].content.summary == "unread \"" + String(repeating: "c", count: 499))
      await network.close()
      try await heard.finish(within: timeLimit)
      try await failures.finish(within: timeLimit)
    }
  }

  @Test("what the buffer cannot hold while the server is away is reported, and the rest is sent later")
  func bufferFull() async throws {
    var options = NATSOptions.quick
    // Fifteen messages of one byte, of which each counts as 129.
    options.bufferLimit = 2_000
    try await withNetwork(options: options) { server, network in
      let (digits, digit) = try await network.make(Int.self, subject: "digits")
      let heard = digit.record()
      let failures = network.failures.record()
      server.freeze(true)
      for number in 0..<20 { digits.broadcast(number % 10) }
      let told = try await failures.next(5, within: timeLimit)
      server.freeze(false)

      #expect(told.map(\.content.summary) == Array(repeating: "unsent 1", count: 5))
      #expect(told.map { ($0.reason as? NATSError)?.code } == Array(repeating: .bufferFull, count: 5))
      #expect(try await heard.next(15, within: timeLimit) == (0..<15).map { $0 % 10 })
      await network.close()
      try await heard.finish(within: timeLimit)
      try await failures.finish(within: timeLimit)
    }
  }

  @Test("what is not acknowledged when the connection is closed is reported")
  func notAcknowledged() async throws {
    var options = NATSOptions.quick
    options.timeout = .milliseconds(500)
    let server = try await Server()
    let network = try await NATSConnection.connect(to: server, options: options)
    let (numbers, number) = try await answered { try await network.make(Int.self, subject: "numbers") }
    let (heard, failures) = (number.record(), network.failures.record())
    server.kill()
    (1...3).forEach(numbers.broadcast)
    await network.close()

    #expect(try await failures.all().map(\.content.summary) == Array(repeating: "unsent 1", count: 3))
    #expect(try await heard.all() == [])
  }

  /// With these a connection outlives a network that has stopped, and closing it does not take long.
  private func unconcerned(heartbeat: Duration) -> NATSOptions {
    var options = NATSOptions.quick
    options.timeout = .milliseconds(500)
    options.pingInterval = .seconds(300)
    options.heartbeat = heartbeat
    return options
  }

  @Test("close() does not wait for a network that has stopped, whatever is being written")
  func stopped() async throws {
    let server = try await Server()
    let network = try await NATSConnection.connect(to: server, options: unconcerned(heartbeat: .seconds(300)))
    let (texts, text) = try await answered { try await network.make(String.self, subject: "texts") }
    let (heard, failures) = (text.record(), network.failures.record())
    server.freeze(true)
    // More than all buffers between the processes hold.
    for _ in 0..<40 { texts.broadcast(String(repeating: "a", count: 500_000)) }
    await network.close()
    server.freeze(false)

    #expect(try await failures.all().map(\.content.summary) == Array(repeating: "unsent 500002", count: 40))
    #expect(try await heard.all() == [])
  }

  @Test("a broadcast does not wait for a network that has stopped")
  func stoppedLongAgo() async throws {
    let server = try await Server()
    let network = try await NATSConnection.connect(to: server, options: unconcerned(heartbeat: .seconds(300)))
    let texts = try await answered { try await network.makeTransmitter(String.self, subject: "texts") }
    let letters = try await answered { try await network.makeTransmitter(String.self, subject: "letters") }
    server.freeze(true)
    // More than all buffers between the processes hold: the publishing thread waits inside the C client.
    for _ in 0..<40 { texts.broadcast(String(repeating: "a", count: 500_000)) }
    let returned = Tally()
    Thread.detachNewThread {
      letters.broadcast("a")
      returned.add()
    }
    await until { returned.count == 1 }
    #expect(returned.count == 1)
    await network.close()
    server.freeze(false)
  }

  @Test("messages that claim more losses than there are numbers are counted as far as there are")
  func manyLosses() async throws {
    try await withNetwork { _, network in
      let number = try await network.makeReceiver(Int.self, subject: "numbers")
      let (heard, failures) = (number.values.record(), network.failures.record())
      for sender in 1...2 {
        for (index, last) in ["0", "\(UInt64.max - 1)"].enumerated() {
          let headers = [("Nats-Msg-Id", "000000000000000\(sender)-\(last)"), ("Airwave-Base", "0-\(index)")]
          try network.publish("\(sender)", to: "numbers", headers: headers)
        }
      }
      #expect(try await heard.next(4, within: timeLimit) == [1, 1, 2, 2])
      let told = try await failures.next(2, within: timeLimit)
      #expect(told.map(\.content.summary) == ["missed \(Int.max)", "missed \(Int.max)"])
      #expect(number.pair.statistics.missed == .max)
      number.finish()
      try await heard.finish(within: timeLimit)
      await network.close()
      try await failures.finish(within: timeLimit)
    }
  }

  @Test("an identity that no pair sends costs nothing, and any limit can be given")
  func attack() async throws {
    var options = NATSOptions.quick
    options.messageLimit = .max
    options.reconnectDelay = .seconds(Int64.max)
    try await withNetwork(options: options) { _, network in
      let (numbers, number) = try await network.make(Int.self, subject: "numbers")
      let heard = number.record()
      try network.publish("1", to: "numbers", as: "0000000000000001-0")
      try network.publish("2", to: "numbers", as: "0000000000000001-9000000000000000000")
      #expect(try await heard.next(2, within: timeLimit) == [1, 2])
      numbers.broadcast(3)
      #expect(try await heard.next(within: timeLimit) == 3)
      await network.close()
      try await heard.finish(within: timeLimit)
    }
  }

  @Test("a negative limit stops the program")
  func negative() async throws {
    let connecting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var options = NATSOptions()
      options.bufferLimit = -3
      _ = try await NATSConnection.connect(to: [], options: options)
    }
    #expect(try message(of: connecting).contains("'bufferLimit' must not be negative, but is -3"))
    let decoding = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var options = NATSOptions()
      options.messageLimit = -4
      _ = try await NATSConnection.connect(to: [], options: options)
    }
    #expect(try message(of: decoding).contains("'messageLimit' must not be negative, but is -4"))
    let copying = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var stream = NATSStream()
      stream.replicas = -5
      stream.requireValid()
    }
    #expect(try message(of: copying).contains("'replicas' must not be negative, but is -5"))
    let keeping = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var stream = NATSStream()
      stream.backlog = -6
      stream.requireValid()
    }
    #expect(try message(of: keeping).contains("'backlog' must not be negative, but is -6"))
  }

  private func message(of result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test("a subject on which the server allows no messages is reported, message by message")
  func notAllowed() async throws {
    let permissions = """
      authorization {
        users = [{ user: shop, password: "open sesame", permissions: { publish: { deny: "orders" } } }]
      }
      """
    var options = NATSOptions.quick
    options.credentials = .user("shop", password: "open sesame")
    try await withNetwork(permissions, options: options) { _, network in
      let (orders, order) = try await network.make(Int.self, subject: "orders")
      let (numbers, number) = try await network.make(Int.self, subject: "numbers")
      let (heard, failures) = (order.record(), network.failures.record())
      orders.broadcast(1)
      let told = try await failures.next(within: timeLimit)
      #expect(told.content.summary == "unsent 1" && told.subject == "orders")
      #expect((told.reason as? NATSError)?.code == .notAllowed)

      let others = number.record()
      numbers.broadcast(2)
      #expect(try await others.next(within: timeLimit) == 2)
      await network.close()
      try await heard.finish(within: timeLimit)
      try await others.finish(within: timeLimit)
      try await failures.finish(within: timeLimit)
    }
  }

  @Test("a stream that keeps too little, or another subject, is refused")
  func otherStream() async throws {
    try await withNetwork { _, network in
      var stream = NATSStream()
      stream.backlog = 0
      _ = try await network.make(Int.self, subject: "numbers", strategy: .warm(upTo: 5), stream: stream)
      _ = try await network.make(Int.self, subject: "numbers", strategy: .warm(upTo: 5))
      _ = try await network.make(Int.self, subject: "numbers", strategy: .hot)
      await #expect {
        _ = try await network.make(Int.self, subject: "numbers", strategy: .warm(upTo: 6))
      } throws: { error in
        "\(error)" == "The stream numbers keeps 5 messages, but the strategy replays 6."
      }
      await #expect {
        _ = try await network.make(Int.self, subject: "numbers", strategy: .cold)
      } throws: { error in
        "\(error)" == "The stream numbers keeps 5 messages, but the strategy replays all."
      }
      stream.name = "numbers"
      await #expect {
        _ = try await network.make(Int.self, subject: "letters", stream: stream)
      } throws: { error in
        "\(error)" == "The stream numbers does not store the subject letters."
      }
      await #expect {
        _ = try await network.make(Int.self, subject: "a b")
      } throws: {
        ($0 as? NATSError)?.code == .invalid
      }
    }
  }
}
#endif
