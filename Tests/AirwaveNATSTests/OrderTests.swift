#if NATS
import Airwave
import AirwaveNATS
import AirwaveTesting
import TestSupport
import Testing

@Suite("The order of the stream is the order")
struct OrderTests {
  @Test("a reader goes on behind what it has handled, at once, though another sender was stored later")
  func smallest() async throws {
    try await withNetwork { _, network in
      let first = try await network.makeTransmitter(Int.self, subject: "numbers")
      let second = try await network.makeTransmitter(Int.self, subject: "numbers")
      for number in 1..<100 { first.broadcast(number) }
      try await first.send(100)
      try await second.send(101)
      let reader = try await network.makeReceiver(Int.self, subject: "numbers", from: .behind(NATSPosition(50)))
      let heard = reader.messages.record()
      let messages = try await heard.next(51, within: timeLimit)
      #expect(messages.map(\.value) == Array(51...101))
      #expect(messages.map(\.position.sequence) == Array(51...101))
      reader.finish()
      try await heard.finish(within: timeLimit)
    }
  }

  @Test("a reader that goes on anywhere hears what one hears that reads everything, though connections were cut")
  func resuming() async throws {
    let server = try await Server()
    let proxy = try Proxy(to: server.port)
    let network = try await NATSConnection.connect(to: server)
    var writers: [NATSConnection] = []
    for writer in 0..<3 {
      let connection = try await NATSConnection.connect(to: [proxy.url], options: .quick)
      let numbers = try await connection.makeTransmitter(Int.self, subject: "numbers", stream: .keepingAll)
      for number in 0..<2_000 { numbers.broadcast(writer * 10_000 + number) }
      writers.append(connection)
    }
    for _ in 0..<5 {
      let before = writers.map(\.statistics.acknowledged).reduce(0, +)
      await until { writers.map(\.statistics.acknowledged).reduce(0, +) >= min(before + 400, 6_000) }
      proxy.cut()
    }
    await until { writers.map(\.statistics.acknowledged).reduce(0, +) == 6_000 }
    for writer in writers { await writer.close() }

    let start = NATSStart.position(NATSPosition(1))
    let all = try await network.makeReceiver(Int.self, subject: "numbers", from: start).messages.record()
    let messages = try await all.next(6_000, within: timeLimit)
    #expect(messages.map(\.position) == messages.map(\.position).sorted())
    for writer in 0..<3 {
      #expect(messages.map(\.value).filter { $0 / 10_000 == writer } == (0..<2_000).map { writer * 10_000 + $0 })
    }
    for index in stride(from: 0, to: 5_900, by: 237) {
      let start = NATSStart.behind(messages[index].position)
      let reader = try await network.makeReceiver(Int.self, subject: "numbers", from: start)
      let heard = reader.messages.record(allowingUnread: true)
      let rest = try await heard.next(min(500, 5_999 - index), within: timeLimit)
      #expect(rest.map(\.position) == messages[(index + 1)...].prefix(500).map(\.position))
      reader.finish()
    }
    await network.close()
    try await all.finish(within: timeLimit)
  }

  @Test("joins beside senders hear one order", arguments: [1, 150])
  func joining(count: Int) async throws {
    try await withNetwork { server, network in
      var writers: [NATSConnection] = []
      for writer in 0..<3 {
        let connection = try await NATSConnection.connect(to: server)
        let numbers = try await connection.makeTransmitter(Int.self, subject: "numbers", stream: .keepingAll)
        for number in 0..<4_000 { numbers.broadcast(writer * 10_000 + number) }
        writers.append(connection)
      }
      var joins: [Recorder<Int>] = []
      func isDone() -> Bool { writers.map(\.statistics.acknowledged).reduce(0, +) >= 12_000 }
      // Not more, for the server delivers everything to each, and a machine that is slow would never end.
      while !isDone(), joins.count < 20 {
        let strategy = ReplayStrategy.warm(upTo: count)
        let join = try await network.make(Int.self, subject: "numbers", strategy: strategy, stream: .keepingAll)
        joins.append(join.receiver.record(allowingUnread: true))
      }
      await until(isDone)
      for writer in writers { await writer.close() }
      let everything = try await network.make(Int.self, subject: "numbers", strategy: .cold, stream: .keepingAll)
      let order = everything.receiver.replayed
      #expect(order.count == 12_000)
      for join in joins { await until { join.values.last == order.last } }
      await network.close()
      for join in joins {
        let values = try await join.all()
        #expect(values == order.suffix(values.count))
      }
    }
  }

  @Test("what was deleted is reported, and what follows is heard at once", arguments: [false, true])
  func deleted(isShared: Bool) async throws {
    try await withNetwork { _, network in
      var stream = NATSStream.keepingAll
      if isShared {
        stream.name = "everything"
        try network.addStream("everything", storing: "shop.>")
      }
      let subject = isShared ? "shop.numbers" : "numbers"
      let numbers = try await network.makeTransmitter(Int.self, subject: subject, stream: stream)
      for number in 0..<50 { try await numbers.send(number) }
      for sequence in [20, 21, 35] as [UInt64] { try network.deleteMessage(sequence, of: stream.name ?? subject) }
      let failures = network.failures.record(allowingUnread: true)
      let start = NATSStart.position(NATSPosition(1))
      let reader = try await network.makeReceiver(Int.self, subject: subject, from: start, stream: stream)
      let heard = reader.values.record()
      #expect(try await heard.next(47, within: timeLimit) == (0..<50).filter { ![19, 20, 34].contains($0) })
      #expect(try await failures.next(2, within: timeLimit).map(\.content.summary) == ["missed 2", "missed 1"])
      reader.finish()
      try await heard.finish(within: timeLimit)
    }
  }

  @Test("one message that is deleted from a burst holds nothing up")
  func deletedFromBurst() async throws {
    try await withNetwork { _, network in
      let numbers = try await network.makeTransmitter(Int.self, subject: "numbers", stream: .keepingAll)
      for number in 0..<199 { numbers.broadcast(number) }
      try await numbers.send(199)
      try network.deleteMessage(100, of: "numbers")
      let failures = network.failures.record(allowingUnread: true)
      let start = NATSStart.position(NATSPosition(1))
      let reader = try await network.makeReceiver(Int.self, subject: "numbers", from: start)
      let heard = reader.values.record()
      #expect(try await heard.next(199, within: timeLimit) == (0..<200).filter { $0 != 99 })
      #expect(try await failures.next(within: timeLimit).content.summary == "missed 1")
      reader.finish()
      try await heard.finish(within: timeLimit)
    }
  }

  @Test("a pair with a small backlog hears all of its own values, however fast it sends")
  func backlog() async throws {
    try await withNetwork(options: .calm) { _, network in
      var stream = NATSStream()
      stream.backlog = 1_000
      let (numbers, number) = try await network.make(Int.self, subject: "numbers", stream: stream)
      let (heard, failures) = (number.record(), network.failures.record())
      for number in 0..<50_000 { numbers.broadcast(number) }
      #expect(try await heard.next(50_000, within: timeLimit) == Array(0..<50_000))
      await network.close()
      try await heard.finish(within: timeLimit)
      #expect(try await failures.all().map(\.description) == [])
    }
  }

  @Test("replays as many values as the strategy says, though the stream holds copies")
  func copies() async throws {
    try await withNetwork { _, network in
      try network.addStream("numbers", storing: "numbers")
      for number in 0..<20 { try network.publish("\(number)", to: "numbers", as: "0000000000000001-\(number)") }
      for number in 0..<30 {
        // Each is heard once, whatever its identity says to the server.
        try network.publish("20", to: "numbers", as: "0000000000000001-20-\(number)")
      }
      let pair = try await network.make(Int.self, subject: "numbers", strategy: .warm(upTo: 5))
      #expect(pair.receiver.replayed == [16, 17, 18, 19, 20])
    }
  }
}
#endif
