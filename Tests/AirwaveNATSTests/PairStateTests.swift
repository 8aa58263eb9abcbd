#if NATS
import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

@testable import AirwaveNATS

@Suite("A pair tells whether it reads and publishes, and why not", .timeLimit(.minutes(20)))
struct PairStateTests {
  /// Waits for a state of a pair, and looks at nothing in between.
  private func next(
    _ states: Recorder<NATSPairState>,
    where isMet: (NATSPairState) -> Bool
  ) async throws -> NATSPairState {
    while true {
      let state = try await states.next(within: timeLimit)
      if isMet(state) { return state }
    }
  }

  /// A user that hears nothing of a subject, although it may subscribe to more.
  private func user(hiding subject: String) -> String {
    """
    authorization { users = [
      { user: shop, password: "open sesame", permissions: { subscribe: { allow: [">"], deny: ["\(subject)"] } } }
    ] }
    """
  }

  @Test("from the first moment to the last")
  func life() async throws {
    let server = try await Server()
    let network = try await NATSConnection.connect(to: server, options: .calm)
    let (numbers, number) = try await network.make(Int.self, subject: "numbers")
    let heard = number.record(allowingUnread: true)
    let states = try #require(network.pairs.first).state.record()
    #expect(try await states.next(within: timeLimit) == NATSPairState(reading: .active, publishing: .active))
    server.kill()
    let lost = NATSPairState.Activity.waiting(.disconnected)
    #expect(try await states.next(within: timeLimit) == NATSPairState(reading: lost, publishing: lost))
    try await server.start()
    // Its message is a sign of life, if the server should have lost the consumer.
    numbers.broadcast(1)
    #expect(try await heard.next(within: timeLimit) == 1)
    _ = try await next(states) { $0 == NATSPairState(reading: .active, publishing: .active) }
    await network.close()
    let end = NATSPairState.Activity.ended(.finished)
    #expect(try await states.next(within: timeLimit) == NATSPairState(reading: end, publishing: end))
    try await states.finish(within: timeLimit)
  }

  @Test("one end alone does not use the other, and reads nothing before its first listener")
  func oneEnd() async throws {
    try await withNetwork { _, network in
      let orders = try await network.makeTransmitter(Int.self, subject: "orders")
      let first = NATSStart.position(NATSPosition(1))
      let order = try await network.makeReceiver(Int.self, subject: "orders", from: first)
      #expect(network.pairs.map(\.subject) == ["orders", "orders"])
      let sending = orders.pair.state.record(allowingUnread: true)
      let reading = order.pair.state.record(allowingUnread: true)
      #expect(try await sending.next(within: timeLimit) == NATSPairState(reading: .unused, publishing: .active))
      #expect(try await reading.next(within: timeLimit) == NATSPairState(reading: .unused, publishing: .unused))
      for value in 1...3 { try await orders.send(value) }
      let heard = order.values.record(allowingUnread: true)
      #expect(try await reading.next(within: timeLimit) == NATSPairState(reading: .active, publishing: .unused))
      #expect(try await heard.next(3, within: timeLimit) == [1, 2, 3])
      await until { order.pair.statistics.position == NATSPosition(3) }
      #expect(order.pair.statistics.position == NATSPosition(3))
      let statistics = orders.pair.statistics
      #expect(statistics.stored == NATSPosition(3) && statistics.waitingBytes == 0)
    }
  }

  @Test("the permission to publish is taken, and given back: what is sent then is stored")
  func permission() async throws {
    try await withNetwork(users(denying: "none"), options: .shop) { server, network in
      let orders = try await network.makeTransmitter(Int.self, subject: "orders")
      let states = orders.pair.state.record(allowingUnread: true)
      let failures = network.failures.record(allowingUnread: true)
      try await orders.send(0)
      try server.reload(users(denying: "orders"))
      await until {
        orders.broadcast(1)
        return !network.failures.replayed.isEmpty
      }
      let refusal = try await failures.next(within: timeLimit).reason as? NATSError
      #expect(refusal?.code == .notAllowed)
      let waiting = try await next(states) { $0.publishing != .active }
      #expect(waiting.description.contains(#"waits: The server does not let this user publish to "orders""#))

      try server.reload(users(denying: "none"))
      var position: NATSPosition?
      let end = ContinuousClock.now + timeLimit
      while position == nil, ContinuousClock.now < end { position = try? await orders.send(2) }
      #expect(position != nil)
      _ = try await next(states) { $0.publishing == .active }
      for value in 3...300 { orders.broadcast(value) }
      try await orders.send(301)
      #expect(orders.pair.statistics.waitingBytes == 0)
    }
  }

  @Test("a consumer is refused after a restart: it says so, and reads on once it is allowed")
  func consumerRefused() async throws {
    try await withNetwork(users(denying: "none"), options: .shop) { server, network in
      let (numbers, number) = try await network.make(Int.self, subject: "numbers")
      let heard = number.record(allowingUnread: true)
      let states = try #require(network.pairs.first).state.record(allowingUnread: true)
      numbers.broadcast(1)
      #expect(try await heard.next(within: timeLimit) == 1)
      server.kill()
      try await server.start(users(denying: "$JS.API.CONSUMER.CREATE.numbers"))
      let waiting = try await next(states) { state in
        if case .waiting(let reason) = state.reading { reason.code == .notAllowed } else { false }
      }
      #expect(waiting.description.contains("CONSUMER.CREATE.numbers"))
      numbers.broadcast(2)
      try server.reload(users(denying: "none"))
      #expect(try await heard.next(within: timeLimit) == 2)
      _ = try await next(states) { $0.reading == .active }
    }
  }

  @Test("a server that is back, but does not answer requests: reading waits for the consumer, not for the connection")
  func unansweredRequests() async throws {
    try await withNetwork(users(denying: "none"), options: .shop) { server, network in
      let (numbers, number) = try await network.make(Int.self, subject: "numbers")
      let heard = number.record(allowingUnread: true)
      let states = try #require(network.pairs.first).state.record(allowingUnread: true)
      server.kill()
      _ = try await next(states) { $0.reading == .waiting(.disconnected) }
      try await server.start(user(hiding: "\(network.client.inbox.prefix).r.>"))
      let connected = try await next(states) { $0.publishing == .active }
      #expect(connected.reading == .waiting(.restored))
      _ = try await next(states) { state in
        if case .waiting(let reason) = state.reading { reason.code == .timedOut } else { false }
      }
      try server.reload(users(denying: "none"))
      _ = try await next(states) { $0.reading == .active }
      numbers.broadcast(1)
      #expect(try await heard.next(within: timeLimit) == 1)
    }
  }

  @Test("a server that answers nothing: a send that has waited long enough throws, and the pair says why it waits")
  func silence() async throws {
    try await withNetwork { server, network in
      let orders = try await network.makeTransmitter(Int.self, subject: "orders")
      let states = orders.pair.state.record(allowingUnread: true)
      try await orders.send(1)
      server.freeze(true)
      await #expect(throws: NATSError.unstored) { try await orders.send(2, timeout: .milliseconds(50)) }
      _ = try await next(states) { $0.publishing == .waiting(.unanswered) }
      server.freeze(false)
      _ = try await next(states) { $0.publishing == .active }
      #expect(try await orders.send(3) == NATSPosition(3))
    }
  }

  @Test("a consumer that is silent for ever, although the server makes it: reading waits, and goes on later")
  func silentConsumer() async throws {
    try await withNetwork(users(denying: "none"), options: .shop) { server, network in
      let (numbers, number) = try await network.make(Int.self, subject: "numbers")
      let heard = number.record(allowingUnread: true)
      let states = try #require(network.pairs.first).state.record(allowingUnread: true)
      server.kill()
      // Neither signs of life nor the ends of requests reach this process.
      try await server.start(user(hiding: "\(network.client.inbox.prefix).p.>"))
      _ = try await next(states) { $0.reading == .waiting(.silent) }
      // Another consumer was created meanwhile, and is silent, too.
      let session = try #require(network.client.sessions.first)
      let first = session.state.withLock { $0.reader?.consumer }
      await until { session.state.withLock { $0.reader?.consumer.map { $0 != first } ?? false } }
      #expect(try #require(network.pairs.first).state.replayed.map(\.reading) == [.waiting(.silent)])
      try server.reload(users(denying: "none"))
      _ = try await next(states) { $0.reading == .active }
      numbers.broadcast(1)
      #expect(try await heard.next(within: timeLimit) == 1)
    }
  }

  @Test("a consumer that is deleted: reading waits in the words of the server, and goes on with another one")
  func lostConsumer() async throws {
    try await withNetwork(options: .calm) { _, network in
      let (numbers, number) = try await network.make(Int.self, subject: "numbers")
      let heard = number.record(allowingUnread: true)
      let states = try #require(network.pairs.first).state.record(allowingUnread: true)
      let session = try #require(network.client.sessions.first)
      let consumer = try #require(session.state.withLock { $0.reader?.consumer })
      // The server says that a consumer is deleted to the requests that it has then.
      await until { (try? network.requestCount(of: consumer, of: "numbers")) == 1 }
      try network.deleteConsumer(consumer, of: "numbers")
      let waiting = try await next(states) { $0.reading != .active }
      #expect(waiting.reading == .waiting(NATSError(lost: "Consumer Deleted")))
      // A message is a sign of life of the next consumer, as a heartbeat is.
      numbers.broadcast(1)
      #expect(try await heard.next(within: timeLimit) == 1)
      _ = try await next(states) { $0.reading == .active }
    }
  }

  @Test("the silence of one server is not held against the next one: two time-outs pass again")
  func silenceEnds() async throws {
    var options = NATSOptions.shop
    options.timeout = .seconds(10)
    try await withNetwork(users(denying: "none"), options: options) { server, network in
      let orders = try await answered { try await network.makeTransmitter(Int.self, subject: "orders") }
      let states = orders.pair.state.record(allowingUnread: true)
      try await orders.send(1)
      let silent = user(hiding: "\(network.client.inbox.prefix).a.>")
      var count = 0
      for _ in 0..<2 {
        server.kill()
        _ = try await next(states) { $0.publishing == .waiting(.disconnected) }
        count = network.statistics.republished
        try await server.start(silent)
        orders.broadcast(2)
        _ = try await next(states) { $0.publishing == .waiting(.unanswered) }
      }
      // The first value was published again when there was a connection, and after the first time-out.
      #expect(network.statistics.republished >= count + 2)
    }
  }

  @Test(
    "a position that the stream never had is refused",
    arguments: [
      .behind(NATSPosition(.max)), .position(NATSPosition(.max)), .behind(NATSPosition(6)), .position(NATSPosition(7)),
    ] as [NATSStart]
  )
  func future(start: NATSStart) async throws {
    try await withNetwork { _, network in
      let orders = try await network.makeTransmitter(Int.self, subject: "orders")
      for value in 1...5 { try await orders.send(value) }
      await #expect { _ = try await network.makeReceiver(Int.self, subject: "orders", from: start) } throws: {
        ($0 as? NATSError)?.code == .gone && "\($0)".contains("ends at 5")
      }
    }
  }

  @Test("positions that the stream has no longer are counted, and reported")
  func past() async throws {
    try await withNetwork { _, network in
      var stream = NATSStream()
      stream.maximumCount = 2
      let orders = try await network.makeTransmitter(Int.self, subject: "orders", stream: stream)
      for value in 1...5 { try await orders.send(value) }
      let failures = network.failures.record(allowingUnread: true)
      let start = NATSStart.behind(NATSPosition(1))
      let order = try await network.makeReceiver(Int.self, subject: "orders", from: start, stream: stream)
      #expect(try await failures.next(within: timeLimit).content.summary == "missed 2")
      #expect(order.pair.statistics.missed == 2)
      let heard = order.values.record(allowingUnread: true)
      #expect(try await heard.next(2, within: timeLimit) == [4, 5])
    }
  }

  @Test("an end that only sends hears that its stream was deleted, and made again")
  func madeAgain() async throws {
    try await withNetwork { _, network in
      let orders = try await network.makeTransmitter(Int.self, subject: "orders")
      let states = orders.pair.state.record(allowingUnread: true)
      for value in 1...25 { try await orders.send(value) }
      try network.deleteStream("orders")
      try network.addStream("orders", storing: "orders")
      await #expect(throws: NATSError.gone) { for value in 26...28 { try await orders.send(value) } }
      _ = try await next(states) { $0.publishing == .ended(.gone) }
      try await states.finish(within: timeLimit)
    }
  }

  @Test("one message is deleted: those behind it are heard at once")
  func deleted() async throws {
    try await withNetwork { _, network in
      let orders = try await network.makeTransmitter(Int.self, subject: "orders")
      for value in 1...9 { orders.broadcast(value) }
      try await orders.send(10)
      try network.deleteMessage(5, of: "orders")
      let first = NATSStart.position(NATSPosition(1))
      let order = try await network.makeReceiver(Int.self, subject: "orders", from: first)
      let heard = order.values.record(allowingUnread: true)
      try await orders.send(11)
      #expect(try await heard.next(10, within: timeLimit) == [1, 2, 3, 4, 6, 7, 8, 9, 10, 11])
    }
  }
}
#endif
