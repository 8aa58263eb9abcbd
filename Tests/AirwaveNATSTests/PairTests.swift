#if NATS
import Airwave
import AirwaveNATS
import AirwaveTesting
import TestSupport
import Testing

@Suite("A pair over NATS")
struct PairTests {
  @Test("hears what it broadcasts, in order", arguments: everyStrategy)
  func ownValues(strategy: ReplayStrategy) async throws {
    try await withNetwork { _, network in
      let (orders, order) = try await network.make(Order.self, subject: "orders", strategy: strategy)
      let heard = order.record()
      let expected = (1...100).map { $0.isMultiple(of: 2) ? Order.placed($0) : .shipped($0) }
      expected.forEach(orders.broadcast)

      #expect(try await heard.next(100, within: timeLimit) == expected)
      await network.close()
      try await heard.finish(within: timeLimit)
      #expect(order.replayed == expected.suffix(strategy.limit))
    }
  }

  @Test("begins where its strategy says, with the replay heard when it is made", arguments: everyStrategy)
  func replay(strategy: ReplayStrategy) async throws {
    try await withNetwork { server, network in
      let (numbers, number) = try await network.make(Int.self, subject: "numbers", strategy: .cold)
      let sent = number.record()
      (1...5).forEach(numbers.broadcast)
      #expect(try await sent.next(5, within: timeLimit) == [1, 2, 3, 4, 5])

      let other = try await NATSConnection.connect(to: server)
      let (_, late) = try await other.make(Int.self, subject: "numbers", strategy: strategy)
      let limit = min(strategy.limit, 5)
      #expect(late.replayed == [1, 2, 3, 4, 5].suffix(limit))
      let heard = late.record()
      numbers.broadcast(6)

      #expect(try await heard.next(limit + 1, within: timeLimit) == [1, 2, 3, 4, 5].suffix(limit) + [6])
      #expect(try await sent.next(within: timeLimit) == 6)
      await other.close()
      try await heard.finish(within: timeLimit)
      await network.close()
      try await sent.finish(within: timeLimit)
    }
  }

  @Test("all processes hear one order of what all broadcast")
  func oneOrder() async throws {
    let server = try await Server()
    var networks: [NATSConnection] = []
    var ends: [Transmitter<Int>] = []
    var recorders: [Recorder<Int>] = []
    for _ in 0..<3 {
      let network = try await NATSConnection.connect(to: server)
      let (transmitter, receiver) = try await network.make(Int.self, subject: "numbers", strategy: .cold)
      networks.append(network)
      ends.append(transmitter)
      recorders.append(receiver.record())
    }
    await withTaskGroup { group in
      for (index, end) in ends.enumerated() {
        group.addTask { for number in 0..<1_000 { end.broadcast(index * 1_000 + number) } }
      }
    }
    let first = try await recorders[0].next(3_000, within: timeLimit)
    for recorder in recorders[1...] { #expect(try await recorder.next(3_000, within: timeLimit) == first) }
    for index in 0..<3 {
      #expect(first.filter { $0 / 1_000 == index } == Array(index * 1_000..<index * 1_000 + 1_000))
    }
    for network in networks { await network.close() }
    for recorder in recorders { try await recorder.finish(within: timeLimit) }
  }

  @Test("close() waits until everything is acknowledged and heard")
  func closing() async throws {
    let server = try await Server()
    let network = try await NATSConnection.connect(to: server)
    let (numbers, number) = try await network.make(Int.self, subject: "numbers", strategy: .cold)
    let states = network.state.record()
    let failures = network.failures.record()
    (1...2_000).forEach(numbers.broadcast)
    await network.close()
    numbers.broadcast(0)
    await network.close()

    #expect(number.replayed == Array(1...2_000))
    #expect(try await states.all() == [.connected, .closed])
    #expect(try await failures.all().isEmpty)
    await #expect {
      _ = try await network.make(Int.self, subject: "numbers")
    } throws: {
      ($0 as? NATSError)?.code == .closed
    }

    let other = try await NATSConnection.connect(to: server)
    let (_, stored) = try await other.make(Int.self, subject: "numbers", strategy: .cold)
    #expect(stored.replayed == Array(1...2_000))
    await other.close()
  }

  @Test("finish() ends the pair here, after everything is heard, and nowhere else")
  func finishing() async throws {
    try await withNetwork { server, network in
      let (numbers, number) = try await network.make(Int.self, subject: "numbers")
      let (others, other) = try await network.make(Int.self, subject: "numbers")
      let heard = number.record()
      let goesOn = other.record()
      (1...100).forEach(numbers.broadcast)
      numbers.finish()
      numbers.broadcast(0)
      #expect(try await heard.all() == Array(1...100))
      #expect(try await goesOn.next(100, within: timeLimit) == Array(1...100))
      others.broadcast(101)
      #expect(try await goesOn.next(within: timeLimit) == 101)
      await network.close()
      try await goesOn.finish(within: timeLimit)
    }
  }

  @Test("goes on without its transmitter, for other processes broadcast")
  func transmitterGone() async throws {
    try await withNetwork { _, network in
      let heard = try await network.make(Int.self, subject: "numbers").receiver.record()
      let (numbers, _) = try await network.make(Int.self, subject: "numbers")
      numbers.broadcast(1)
      #expect(try await heard.next(within: timeLimit) == 1)
      await network.close()
      try await heard.finish(within: timeLimit)
    }
  }

  @Test("closes when the connection is deinitialized, and keeps nothing")
  func lifetime() async throws {
    let server = try await Server()
    weak var receiver: Receiver<Int>?
    let states: Recorder<NATSState>
    do {
      let network = try await NATSConnection.connect(to: server)
      let (numbers, number) = try await network.make(Int.self, subject: "numbers")
      receiver = number
      numbers.broadcast(1)
      states = network.state.record()
    }
    #expect(try await states.all() == [.connected, .closed])
    // A thread of the client may hold it for a moment longer.
    await until { receiver == nil }
    #expect(receiver == nil)
  }

  @Test("a model that takes a receiver does not notice the network", arguments: [false, true])
  func model(isRemote: Bool) async throws {
    try await withNetwork { _, network in
      let local = Receiver<Order>.make()
      let remote = try await network.make(Order.self, subject: "orders")
      let (orders, order) = isRemote ? remote : local
      let model = await WarehouseModel(orders: order)
      let counts = await model.$open.record()
      [.placed(1), .placed(2), .shipped(1)].forEach(orders.broadcast)

      #expect(try await counts.next(4, within: timeLimit) == [0, 1, 2, 1])
    }
  }

  @Test("a strategy that a stream cannot follow is refused")
  func untilHeard() async throws {
    try await withNetwork { _, network in
      let strategy = ReplayStrategy.untilHeard(upTo: 1)
      await #expect { _ = try await network.make(Int.self, subject: "orders", strategy: strategy) } throws: {
        ($0 as? NATSError)?.code == .invalid
      }
      await #expect { _ = try await network.makeReceiver(Int.self, subject: "orders", strategy: strategy) } throws: {
        ($0 as? NATSError)?.code == .invalid
      }
      let (orders, order) = try await network.make(Int.self, subject: "orders", strategy: .untilHeard(upTo: 0))
      withExtendedLifetime(orders) { #expect(order.replayed == []) }
    }
  }

  @Test("a subject or a name that is too long is refused, and other pairs live on", arguments: [300, 5_000])
  func long(count: Int) async throws {
    try await withNetwork { _, network in
      let orders = try await network.makeTransmitter(Int.self, subject: "orders")
      let subject = String(repeating: "a", count: count)
      await #expect { _ = try await network.make(Int.self, subject: subject) } throws: {
        ($0 as? NATSError)?.code == .invalid
      }
      #expect(try await orders.send(1) == NATSPosition(1))
      var stream = NATSStream()
      stream.name = "short"
      if count <= 1_024 {
        let long = try await network.makeTransmitter(Int.self, subject: subject, stream: stream)
        #expect(try await long.send(1) == NATSPosition(1))
      }
    }
  }
}

@MainActor
private final class WarehouseModel {
  @Variable private(set) var open = 0

  init(orders: Receiver<Order>) {
    orders.listen(with: self) { model, order in
      switch order {
      case .placed: model.open += 1
      case .shipped: model.open -= 1
      }
    }
  }
}
#endif
