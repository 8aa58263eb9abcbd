#if NATS
import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

@testable import AirwaveNATS

@Suite("The lag of a pair", .timeLimit(.minutes(20)))
struct LagTests {
  @Test("counts what is being handled, until it is")
  func lag() async throws {
    try await withNetwork { _, network in
      let orders = try await network.makeTransmitter(Int.self, subject: "orders")
      let first = NATSStart.position(NATSPosition(1))
      let order = try await network.makeReceiver(Int.self, subject: "orders", from: first)
      for value in 1...9 { orders.broadcast(value) }
      try await orders.send(10)
      #expect(order.pair.statistics.lag == 0)
      let (begun, gate) = (Tally(), DispatchSemaphore(value: 0))
      order.values.listen { value in
        if value > 1 { return }
        begun.add()
        gate.wait()
      }
      let late = try await network.makeReceiver(Int.self, subject: "orders", from: first)
      #expect(late.pair.statistics.lag == 10)
      late.finish()
      await until { network.pairs.count == 2 }
      await until { begun.count == 1 && order.pair.statistics.lag == 10 }
      #expect(order.pair.statistics.lag == 10 && network.statistics.lag == 10)
      gate.signal()
      await until { order.pair.statistics.lag == 0 }
      #expect(order.pair.statistics.lag == 0 && order.pair.statistics.position == NATSPosition(10))
    }
  }

  @Test("grows while a consumer is refused")
  func lagWhileRefused() async throws {
    try await withNetwork(users(denying: "none"), options: .shop) { server, network in
      let number = try await network.makeReceiver(Int.self, subject: "numbers")
      let heard = number.values.record(allowingUnread: true)
      server.kill()
      try await server.start(users(denying: "$JS.API.CONSUMER.CREATE.numbers"))
      var options = NATSOptions.quick
      options.credentials = .user("admin", password: "open sesame")
      let other = try await NATSConnection.connect(to: server, options: options)
      let numbers = try await other.makeTransmitter(Int.self, subject: "numbers")
      for value in 1...5 { try await numbers.send(value) }
      await until { number.pair.statistics.lag == 5 }
      #expect(number.pair.statistics.lag == 5)
      try server.reload(users(denying: "none"))
      #expect(try await heard.next(5, within: timeLimit) == [1, 2, 3, 4, 5])
      await until { number.pair.statistics.lag == 0 }
      #expect(number.pair.statistics.lag == 0)
      await other.close()
    }
  }
}
#endif
