#if NATS
import Airwave
import AirwaveTesting
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import AirwaveNATS

@Suite("What servers need")
struct ServerNeedsTests {
  @Test("positions: each value has one, and another process goes on from there")
  func positions() async throws {
    try await withNetwork { server, network in
      let orders = try await network.makeTransmitter(Int.self, subject: "orders")
      var positions: [NATSPosition] = []
      for value in 1...5 { positions.append(try await orders.send(value)) }
      #expect(positions.map(\.sequence) == [1, 2, 3, 4, 5])

      let other = try await NATSConnection.connect(to: server)
      let starts: [(NATSStart, [Int])] = [
        (.position(positions[2]), [3, 4, 5]), (.behind(positions[2]), [4, 5]), (.behind(positions[4]), []),
        (.position(NATSPosition(0)), [1, 2, 3, 4, 5]), (.time(.distantPast), [1, 2, 3, 4, 5]),
      ]
      for (start, expected) in starts {
        let receiver = try await other.makeReceiver(Int.self, subject: "orders", from: start)
        let messages = receiver.messages.record(allowingUnread: true)
        let heard = try await messages.next(expected.count, within: timeLimit)
        #expect(heard.map(\.value) == expected)
        #expect(heard.map(\.position) == Array(positions.suffix(expected.count)))
        let pair = try await other.make(Int.self, subject: "orders", from: start)
        let values = pair.receiver.record(allowingUnread: true)
        #expect(try await values.next(expected.count, within: timeLimit) == expected)
        receiver.finish()
        pair.transmitter.finish()
        try await values.finish(within: timeLimit)
      }
      await other.close()
    }
  }

  @Test("a transmitter alone hears that its stream is gone", .timeLimit(.minutes(20)))
  func deletedStream() async throws {
    // A stream that is missing for this long counts as gone.
    try await withNetwork(options: .quick(timeout: .seconds(10))) { _, network in
      let orders = try await answered { try await network.makeTransmitter(Int.self, subject: "orders") }
      try await orders.send(1)
      try network.deleteStream("orders")
      await #expect(throws: NATSError.gone) { try await orders.send(2) }
    }
  }

  @Test("requests no more at a time than the server allows", .timeLimit(.minutes(20)))
  func batchLimit() async throws {
    try await withNetwork(streaming: "limits: { max_request_batch: 100 }") { _, network in
      let (numbers, number) = try await network.make(Int.self, subject: "numbers")
      let heard = number.record(allowingUnread: true)
      for number in 0..<500 { numbers.broadcast(number) }
      #expect(try await heard.next(500, within: timeLimit) == Array(0..<500))
    }
  }

  @Test("times: listening begins with the first value that was stored then or later")
  func times() async throws {
    try await withNetwork { _, network in
      let orders = try await network.makeTransmitter(Int.self, subject: "orders")
      try await orders.send(1)
      let all = try await network.makeReceiver(Int.self, subject: "orders", from: .time(.distantPast))
      let first = all.messages.record(allowingUnread: true)
      let time = try await first.next(within: timeLimit).time
      #expect(abs(time.timeIntervalSinceNow) < 60)
      await until { Date() > time.addingTimeInterval(0.01) }
      let middle = Date()
      await until { Date() > middle.addingTimeInterval(0.01) }
      try await orders.send(2)
      let late = try await network.makeReceiver(Int.self, subject: "orders", from: .time(middle))
      let heard = late.values.record(allowingUnread: true)
      #expect(try await heard.next(within: timeLimit) == 2)
    }
  }

  @Test("an awaited send throws what the server says, or that the pair is finished")
  func refused() async throws {
    try await withNetwork("max_payload: 2048") { server, network in
      let texts = try await network.makeTransmitter(String.self, subject: "texts")
      #expect(try await texts.send("a") == NATSPosition(1))
      await #expect { try await texts.send(String(repeating: "a", count: 3_000)) } throws: {
        ($0 as? NATSError)?.code == .tooLarge
      }
      server.kill()
      async let position = texts.send("b")
      try await server.start()
      #expect(try await position == NATSPosition(2))
      texts.finish()
      await #expect { try await texts.send("c") } throws: { ($0 as? NATSError)?.code == .closed }
    }
  }

  @Test("one end alone has no consumer, or publishes nothing; statistics tell")
  func oneEnd() async throws {
    try await withNetwork { server, network in
      let other = try await NATSConnection.connect(to: server)
      let receiver = try await other.makeReceiver(Int.self, subject: "orders")
      let heard = receiver.values.record()
      let orders = try await network.makeTransmitter(Int.self, subject: "orders")
      for value in 1...10 { orders.broadcast(value) }
      #expect(try await heard.next(10, within: timeLimit) == Array(1...10))
      #expect(network.client.sessions.allSatisfy { $0.state.withLock { $0.reader == nil } })
      try await orders.send(11)
      #expect(try await heard.next(within: timeLimit) == 11)
      // What was delivered is counted when the listeners have returned.
      await until { other.statistics.heard >= 11 && other.statistics.lag == 0 }
      let (sent, read) = (network.statistics, other.statistics)
      let ofSender = [sent.acknowledged, sent.heard, sent.pairs, sent.waitingBytes, sent.unacknowledgedBytes]
      let ofReader = [read.published, read.heard, read.pairs, read.lag, read.reconnects]
      #expect(ofSender == [11, 0, 1, 0, 0] as [Int])
      #expect(ofReader == [0, 11, 1, 0, 0] as [Int])
      receiver.finish()
      try await heard.finish(within: timeLimit)
      await other.close()
    }
  }

  @Test("a stream drops its oldest messages by number, size or age")
  func limits() async throws {
    try await withNetwork { _, network in
      var streams = [NATSStream(), NATSStream(), NATSStream()]
      streams[0].maximumCount = 3
      // Of some 120 bytes each.
      streams[1].maximumSize = 400
      streams[2].maximumAge = .milliseconds(100)
      var kept: [[Int]] = []
      for (index, stream) in streams.enumerated() {
        let subject = "numbers\(index)"
        let numbers = try await network.makeTransmitter(Int.self, subject: subject, stream: stream)
        for number in 1...10 { try await numbers.send(number) }
        if index == 2 {
          await until { (try? network.messageCount(of: subject)) == 0 }
          #expect(try network.messageCount(of: subject) == 0)
          // Another message could be dropped, too, before it is heard.
          continue
        }
        try await numbers.send(11)
        let first = NATSStart.position(NATSPosition(1))
        let receiver = try await network.makeReceiver(Int.self, subject: subject, from: first, stream: stream)
        let values = receiver.values.record(allowingUnread: true)
        kept.append([])
        while kept[index].last != 11 { kept[index].append(try await values.next(within: timeLimit)) }
      }
      #expect(kept[0] == [9, 10, 11])
      #expect((2...5).contains(kept[1].count) && kept[1] == Array((1...11).suffix(kept[1].count)))
    }
  }

  @Test("connect() waits for a server that starts later")
  func late() async throws {
    let port = try Server.freePort()
    var options = NATSOptions.quick
    options.startTimeout = .seconds(60)
    async let connected = NATSConnection.connect(to: ["nats://127.0.0.1:\(port)"], options: options)
    let server = try await Server(port: port)
    let network = try await connected
    let heard = try await network.make(Int.self, subject: "numbers")
    let values = heard.receiver.record()
    heard.transmitter.broadcast(1)
    #expect(try await values.next(within: timeLimit) == 1)
    await network.close()
    try await values.finish(within: timeLimit)
    withExtendedLifetime(server) {}
  }

  @Test("make() waits for a connection that is being restored")
  func reconnecting() async throws {
    try await withNetwork { server, network in
      let states = network.state.record(allowingUnread: true)
      server.kill()
      #expect(try await states.next(2, within: timeLimit) == [.connected, .reconnecting])
      async let made = network.make(Int.self, subject: "numbers")
      try await server.start()
      let (numbers, number) = try await made
      let heard = number.record()
      numbers.broadcast(1)
      #expect(try await heard.next(within: timeLimit) == 1)
      await network.close()
      try await heard.finish(within: timeLimit)
    }
  }

  @Test("two users with exact permissions use their own streams, and neither hears nor deletes the other's")
  func isolation() async throws {
    func user(_ name: String) -> String {
      let api = ["STREAM.INFO", "STREAM.CREATE", "STREAM.MSG.GET", "CONSUMER.CREATE"].map {
        "\"$JS.API.\($0).\(name)\""
      }
      let consumer = ["CONSUMER.MSG.NEXT", "CONSUMER.DELETE"].map { "\"$JS.API.\($0).\(name).*\"" }
      let publish = (["\"\(name)\""] + api + consumer).joined(separator: ", ")
      return """
        { user: "\(name)", password: "\(name)",
          permissions: { publish: { allow: [\(publish)] }, subscribe: { allow: ["_\(name).>"] } } }
        """
    }
    let server = try await Server("authorization { users: [\(user("orders")), \(user("bills"))] }")
    func options(_ name: String, inbox: String) -> NATSOptions {
      var options = NATSOptions.quick
      options.credentials = .user(name, password: name)
      options.inboxPrefix = inbox
      return options
    }
    for name in ["orders", "bills"] {
      let network = try await NATSConnection.connect(to: server, options: options(name, inbox: "_\(name)"))
      let (numbers, number) = try await network.make(Int.self, subject: name, strategy: .warm(upTo: 1))
      let heard = number.record()
      numbers.broadcast(1)
      #expect(try await heard.next(within: timeLimit) == 1)
      let other = name == "orders" ? "bills" : "orders"
      await #expect { _ = try await network.make(Int.self, subject: other) } throws: { error in
        (error as? NATSError)?.code == .notAllowed && "\(error)".contains("$JS.API.STREAM.INFO.\(other)")
      }
      await network.close()
      try await heard.finish(within: timeLimit)
      // The answers to the other user, and the inbox of everybody.
      for inbox in ["_\(other)", "_INBOX"] {
        await #expect {
          _ = try await NATSConnection.connect(to: server, options: options(name, inbox: inbox))
        } throws: {
          ($0 as? NATSError)?.code == .notAllowed && "\($0)".contains("\(inbox).>")
        }
      }
    }
  }

  @Test("errors name the address, and say what to do")
  func errors() async throws {
    await #expect {
      try await NATSConnection.connect(to: ["nats://ann:secret@127.0.0.1:1", "nats://127.0.0.1:2"])
    } throws: {
      "\($0)" == "No server could be reached at nats://127.0.0.1:1, nats://127.0.0.1:2."
    }
    try await withNetwork { _, network in
      var stream = NATSStream()
      stream.replicas = 3
      await #expect { _ = try await network.make(Int.self, subject: "numbers", stream: stream) } throws: {
        "\($0)".contains("10074") && "\($0)".contains("needs a cluster")
      }
    }
    var options = NATSOptions.quick
    options.credentials = .user("a", password: "b")
    let account = #"accounts { A: { users: [{ user: "a", password: "b" }] } }"#
    try await withNetwork(account, options: options) { _, network in
      await #expect { _ = try await network.make(Int.self, subject: "numbers") } throws: {
        "\($0)".contains("JetStream is off")
      }
    }
  }

  @Test("many pairs share few threads, which end with the connection")
  func threads() async throws {
    await #expect(processExitsWith: .success) {
      func count() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0 }
      let server = try await Server()
      let network = try await NATSConnection.connect(to: server)
      let heard = Tally()
      let gate = DispatchSemaphore(value: 0)
      var ends: [Transmitter<Int>] = []
      var first = 0
      for index in 0..<100 {
        let (numbers, number) = try await network.make(Int.self, subject: "numbers.\(index)")
        number.listen { value in
          if value == 51 { gate.wait() }
          heard.add()
        }
        ends.append(numbers)
        numbers.broadcast(0)
        await until { heard.count == index + 1 }
        if index == 0 { first = count() }
      }
      var most = 0
      for value in 1...50 {
        for end in ends { end.broadcast(value) }
        most = max(most, count())
      }
      await until { heard.count == 5_100 }
      // All listeners wait at a time.
      for end in ends { end.broadcast(51) }
      await until { network.statistics.acknowledged == 5_200 }
      most = max(most, count())
      for _ in ends { gate.signal() }
      await until { heard.count == 5_200 }
      #expect(first > 0 && most <= first + 16)
      await network.close()
      await until { count() < first }
      #expect(count() < first)
    }
  }
}
#endif
