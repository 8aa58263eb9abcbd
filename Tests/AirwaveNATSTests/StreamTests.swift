#if NATS
import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

@testable import AirwaveNATS

@Suite("The stream of a pair")
struct StreamTests {
  /// With these a test that waits for a time-out comes to its time limit.
  private var patient: NATSOptions {
    var options = NATSOptions.quick
    options.timeout = .seconds(300)
    return options
  }

  /// With these a lost stream is noticed soon.
  private var attentive: NATSOptions {
    var options = NATSOptions.quick
    options.timeout = .seconds(2)
    options.heartbeat = .milliseconds(100)
    return options
  }

  @Test("may store other subjects, too", arguments: everyStrategy)
  func shared(strategy: ReplayStrategy) async throws {
    try await withNetwork(options: patient) { _, network in
      try network.addStream("everything", storing: "shop.>")
      var stream = NATSStream()
      stream.name = "everything"
      let (numbers, number) = try await network.make(Int.self, subject: "shop.numbers", stream: stream)
      let (letters, letter) = try await network.make(String.self, subject: "shop.letters", stream: stream)
      let sent = (number.record(), letter.record())
      for value in 1...5 {
        numbers.broadcast(value)
        #expect(try await sent.0.next(within: timeLimit) == value)
        letters.broadcast("a")
        #expect(try await sent.1.next(within: timeLimit) == "a")
      }

      let late = try await network.make(Int.self, subject: "shop.numbers", strategy: strategy, stream: stream).receiver
      #expect(late.replayed == [1, 2, 3, 4, 5].suffix(strategy.limit))
      let heard = late.record()
      #expect(
        try await heard.next(min(strategy.limit, 5), within: timeLimit) == [1, 2, 3, 4, 5].suffix(strategy.limit)
      )
      numbers.broadcast(6)
      #expect(try await heard.next(within: timeLimit) == 6)
      #expect(try await sent.0.next(within: timeLimit) == 6)
      await network.close()
      for recorder in [heard, sent.0] { try await recorder.finish(within: timeLimit) }
      try await sent.1.finish(within: timeLimit)
    }
  }

  // A loaded cluster may tell two times of the creation, which do not count for a stream that several servers keep.
  @Test("of several servers may be created by several processes at once")
  func createdAtOnce() async throws {
    let cluster = try await Cluster()
    var (networks, stream) = ([NATSConnection](), NATSStream())
    (stream.replicas, stream.storage) = (3, .memory)
    for url in cluster.urls + cluster.urls { networks.append(try await .connect(to: [url], options: patient)) }
    for round in 0..<50 {
      let names = try await withThrowingTaskGroup(of: String.self) { [stream] group in
        for network in networks {
          group.addTask {
            try await network.makeTransmitter(Int.self, subject: "numbers.\(round)", stream: stream).session.stream.name
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(names.count == networks.count && Set(names).count == 1)
    }
    for network in networks { await network.close() }
  }

  @Test("may lack messages that were deleted", arguments: everyStrategy)
  func deleted(strategy: ReplayStrategy) async throws {
    try await withNetwork(options: patient) { _, network in
      let (numbers, number) = try await network.make(Int.self, subject: "numbers", strategy: .cold)
      let sent = number.record()
      (1...5).forEach(numbers.broadcast)
      #expect(try await sent.next(5, within: timeLimit) == [1, 2, 3, 4, 5])
      for value in [3, 4] as [UInt64] { try network.deleteMessage(value, of: "numbers") }

      let late = try await network.make(Int.self, subject: "numbers", strategy: strategy).receiver
      #expect(late.replayed == [1, 2, 5].suffix(strategy.limit))
      let failures = network.failures.record()
      await network.close()
      #expect(try await failures.all().isEmpty)
      try await sent.finish(within: timeLimit)
    }
  }

  @Test("ends its pairs when it is deleted, and tells what was not sent", arguments: [false, true])
  func gone(isMadeAgain: Bool) async throws {
    try await withNetwork(options: attentive) { _, network in
      let (numbers, number) = try await answered { try await network.make(Int.self, subject: "numbers") }
      let (heard, failures) = (number.record(), network.failures.record())
      numbers.broadcast(1)
      #expect(try await heard.next(within: timeLimit) == 1)
      try network.deleteStream("numbers")
      if isMadeAgain { try network.addStream("numbers", storing: "numbers") } else { numbers.broadcast(2) }

      #expect(try await heard.all() == [1])
      let told = try await failures.next(isMadeAgain ? 1 : 2, within: timeLimit)
      #expect(told.map(\.content.summary) == (isMadeAgain ? ["missed 0"] : ["missed 0", "unsent 1"]))
      #expect(told.allSatisfy { ($0.reason as? NATSError)?.code == .gone })
      let again = try await answered { try await network.make(Int.self, subject: "numbers") }
      let fresh = again.receiver.record()
      again.transmitter.broadcast(3)
      #expect(try await fresh.next(within: timeLimit) == 3)
      await network.close()
      try await fresh.finish(within: timeLimit)
      try await failures.finish(within: timeLimit)
    }
  }

  @Test("ends its pairs when another has its name, which has as many messages")
  func replaced() async throws {
    try await withNetwork(options: attentive) { _, network in
      let (numbers, number) = try await answered { try await network.make(Int.self, subject: "numbers") }
      let (heard, failures) = (number.record(allowingUnread: true), network.failures.record(allowingUnread: true))
      numbers.broadcast(1)
      #expect(try await heard.next(within: timeLimit) == 1)
      try network.deleteStream("numbers")
      try network.addStream("numbers", storing: "numbers")
      for number in [0, 1, 2] { try network.publish("\(number)", to: "numbers", as: "0000000000000001-\(number)") }

      #expect(try await heard.all().first == 1)
      await network.close()
      #expect(try await failures.all().contains { ($0.reason as? NATSError)?.code == .gone })
    }
  }

  @Test("in memory ends with its server, and its pairs with it")
  func memory() async throws {
    try await withNetwork(options: attentive) { server, network in
      var stream = NATSStream()
      stream.storage = .memory
      let (_, number) = try await answered { try await network.make(Int.self, subject: "numbers", stream: stream) }
      let heard = number.record()
      let failures = network.failures.record()
      server.kill()
      try await server.start()
      try await heard.finish(within: timeLimit)
      #expect(try await failures.next(within: timeLimit).content.summary == "missed 0")
      await network.close()
      try await failures.finish(within: timeLimit)
    }
  }

  @Test("is made once, though several processes ask for it with different limits")
  func together() async throws {
    let server = try await Server()
    for round in 0..<10 {
      let name = "numbers\(round)"
      typealias Party = (network: NATSConnection, transmitter: Transmitter<Int>, receiver: Receiver<Int>)
      let parties = try await withThrowingTaskGroup(of: Party.self) { group in
        for limit in 0..<4 {
          group.addTask {
            let network = try await NATSConnection.connect(to: server)
            let pair = try await network.make(Int.self, subject: name, strategy: .warm(upTo: limit))
            return (network, pair.transmitter, pair.receiver)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let recorders = parties.map { $0.receiver.record(allowingUnread: true) }
      for (number, party) in parties.enumerated() { party.transmitter.broadcast(number) }
      var heard: [[Int]] = []
      for recorder in recorders { heard.append(try await recorder.next(4, within: timeLimit)) }

      // One stream has one order.
      #expect(Set(heard).count == 1 && heard[0].sorted() == [0, 1, 2, 3])
      #expect(try parties[0].network.messageCount(of: name) == 4)
      for party in parties { await party.network.close() }
    }
  }

  @Test("is replayed when the pair is made, though a message between was refused")
  func refused() async throws {
    try await withNetwork(options: patient) { _, network in
      try network.addStream("numbers", storing: "numbers")
      for number in [0, 2, 3] { try network.publish("\(number)", to: "numbers", as: "0000000000000001-\(number)") }
      let receiver = try await network.make(Int.self, subject: "numbers", strategy: .cold).receiver
      #expect(receiver.replayed == [0, 2, 3])
    }
  }

  @Test(
    "that has deleted messages, but none of the subject, has nothing to replay: no sign of life is awaited",
    .timeLimit(.minutes(20))
  )
  func emptySubject() async throws {
    var options = NATSOptions.quick
    options.heartbeat = .seconds(3_000)
    try await withNetwork(options: options) { _, network in
      try network.addStream("orders", storing: "orders.*")
      try network.publish("1", to: "orders.kept", as: "0000000000000001-0")
      try network.publish("2", to: "orders.deleted", as: "0000000000000002-0")
      try network.publish("3", to: "orders.kept", as: "0000000000000001-1")
      try network.deleteMessage(2, of: "orders")
      var stream = NATSStream()
      stream.name = "orders"
      for subject in ["orders.none", "orders.deleted"] {
        let pair = try await network.make(Int.self, subject: subject, strategy: .warm(upTo: 1), stream: stream)
        #expect(pair.receiver.replayed == [])
      }
      let order = try await network.make(Int.self, subject: "orders.kept", strategy: .cold, stream: stream).receiver
      #expect(order.replayed == [1, 3])
    }
  }

  @Test("a listener of the state that takes its time holds up no other connection")
  func blockedListener() async throws {
    let servers = [try await Server(), try await Server()]
    let networks = [
      try await NATSConnection.connect(to: servers[0]), try await NATSConnection.connect(to: servers[1]),
    ]
    let gate = DispatchSemaphore(value: 0)
    networks[0].state.skip(count: 1).take(count: 1).listen { _ in gate.wait() }
    let first = networks[0].state.record(allowingUnread: true)
    let second = networks[1].state.record(allowingUnread: true)
    servers[0].kill()
    servers[1].kill()
    #expect(try await second.next(2, within: timeLimit) == [.connected, .reconnecting])
    gate.signal()
    #expect(try await first.next(2, within: timeLimit) == [.connected, .reconnecting])
    for network in networks { await network.close() }
  }
}
#endif
