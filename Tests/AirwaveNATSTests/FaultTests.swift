#if NATS
import Airwave
import AirwaveNATS
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

/// Each looks that three processes hear every value, once, in order.
@Suite("Nothing is lost, doubled or out of order")
struct FaultTests {
  @Test("when a server is killed under load and started again")
  func killed() async throws {
    let server = try await Server()
    let party = try await Party([server.url])
    let states = party.networks[0].state.record()
    try await party.send(0..<20_000) {
      server.kill()
      try await server.start()
    }
    try await party.close()
    #expect(try await states.all() == [.connected, .reconnecting, .connected, .closed])
  }

  @Test("when values are broadcast while there is no server")
  func away() async throws {
    let server = try await Server()
    let party = try await Party([server.url])
    let states = party.networks[0].state.record(allowingUnread: true)
    #expect(try await states.next(within: timeLimit) == .connected)
    server.kill()
    #expect(try await states.next(within: timeLimit) == .reconnecting)
    party.broadcast(0..<1_000)
    try await server.start()
    for recorder in party.recorders {
      #expect(try await recorder.next(1_000, within: timeLimit) == Array(0..<1_000))
    }
    try await party.close()
  }

  @Test("when connections are cut again and again")
  func cut() async throws {
    let server = try await Server()
    let proxy = try Proxy(to: server.port)
    let party = try await Party([proxy.url])
    for round in 0..<5 {
      try await party.send(round * 2_000..<round * 2_000 + 2_000) { proxy.cut() }
    }
    try await party.close()
  }

  @Test("when the network stops and comes back")
  func stopped() async throws {
    let server = try await Server()
    let proxy = try Proxy(to: server.port)
    var options = NATSOptions.quick
    options.pingInterval = .milliseconds(100)
    let party = try await Party([proxy.url], options: options)
    try await party.send(0..<2_000) {
      proxy.hold(true)
      await until { party.networks[0].state.replayed.last == .reconnecting }
      proxy.hold(false)
    }
    try await party.close()
  }

  @Test("when the leader of a cluster is killed, and started again")
  func leaderKilled() async throws {
    let cluster = try await Cluster()
    var stream = NATSStream()
    stream.replicas = 3
    var options = NATSOptions.quick
    options.heartbeat = .milliseconds(250)
    let party = try await Party(cluster.urls, stream: stream, options: options)
    let leader = try cluster.leader(of: "numbers", asking: party.networks[0])
    try await party.send(0..<4_000) { leader.kill() }
    try await party.send(4_000..<8_000) { try await leader.start() }
    try await party.close()
  }

  @Test("when a listener is slow: the others do not wait for it")
  func slow() async throws {
    let server = try await Server()
    let party = try await Party([server.url])
    let network = try await NATSConnection.connect(to: server)
    let (_, number) = try await network.make(Int.self, subject: "numbers")
    let gate = DispatchSemaphore(value: 0)
    number.take(count: 1).listen { _ in gate.wait() }
    let heard = number.record()
    try await party.send(0..<10_000) {}
    #expect(heard.values.isEmpty)
    gate.signal()
    #expect(try await heard.next(10_000, within: timeLimit) == Array(0..<10_000))
    await network.close()
    try await heard.finish(within: timeLimit)
    try await party.close()
  }
}
#endif
