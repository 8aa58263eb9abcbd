#if NATS
import Airwave
import AirwaveTesting
import TestSupport
import Testing

@testable import AirwaveNATS

/// What a server had stored when its power was lost, what it has kept of it, and what was stored before the others
/// were connected again.
struct Loss: CustomTestStringConvertible {
  let stored, kept, added: Int

  var testDescription: String { "\(kept) of \(stored) kept, \(added) added" }

  static let all = [
    Loss(stored: 8, kept: 5, added: 3), Loss(stored: 20, kept: 10, added: 10), Loss(stored: 20, kept: 10, added: 40),
  ]
}

@Suite("A stream that has lost its end, and whose new messages have the positions of those that are lost")
struct LostEndTests {
  /// What a process has of the stream.
  enum Role: CaseIterable {
    /// It has heard everything.
    case reader
    /// It has sent what is lost, and heard everything.
    case pair
    /// It has sent what is lost, and hears nothing.
    case sender
    /// It has sent what is lost, and sends more while it is not connected.
    case busySender
    /// It began behind the newest value, and has heard nothing.
    case newcomer
    /// It goes on behind the newest position, and has heard nothing.
    case follower
    /// It goes on behind a position that is lost, and has no listener.
    case idler
  }

  /// With these a test that waits for a time-out comes to its time limit.
  private var patient: NATSOptions { .quick(timeout: .seconds(3_000)) }

  @Test("is gone, and none of them is heard, in whatever role", arguments: Loss.all, Role.allCases)
  func gone(loss: Loss, role: Role) async throws {
    let (server, rest) = (try await Server(), loss.kept + 1...loss.stored)
    try await store(1...loss.kept, on: server)
    try await server.save()
    let proxy = try Proxy(to: server.port)
    let network = try await NATSConnection.connect(to: [proxy.url], options: patient)
    let failures = network.failures.record(allowingUnread: true)
    var (heard, sender) = (Recorder<Int>?.none, NATSTransmitter<Int>?.none)
    if role == .reader || role == .pair {
      let (numbers, number) = try await network.make(Int.self, subject: "numbers", strategy: .cold)
      heard = number.record(allowingUnread: true)
      if role == .pair { rest.forEach(numbers.broadcast) } else { try await store(rest, on: server) }
      #expect(try await heard?.next(loss.stored, within: timeLimit) == Array(1...loss.stored))
      await until { network.statistics.acknowledged == (role == .pair ? rest.count : 0) }
    } else if role == .sender || role == .busySender {
      let numbers = try await network.makeTransmitter(Int.self, subject: "numbers")
      for value in rest { try await numbers.send(value) }
      sender = numbers
    } else {
      try await store(rest, on: server)
      let position = NATSPosition(UInt64(role == .idler ? loss.kept + 1 : loss.stored))
      let start = role == .newcomer ? nil : NATSStart.behind(position)
      let receiver = try await network.makeReceiver(Int.self, subject: "numbers", from: start)
      if role != .idler { heard = receiver.values.record(allowingUnread: true) }
    }
    proxy.hold(true)
    try await server.losePower()
    try await store(1...loss.added, on: server)
    if role == .busySender { sender?.broadcast(0) }
    proxy.hold(false)

    let pair = try #require(network.pairs.first)
    let states = try await pair.state.record().all()
    #expect(states.last.map { [$0.reading, $0.publishing].contains(.ended(.gone)) } == true)
    let known = [.reader, .pair].contains(role) ? loss.stored : 0
    #expect(try await heard?.all().count ?? 0 == known)
    let told = try await failures.next(within: timeLimit)
    #expect(told.content.summary == "missed 0" && told.reason as? NATSError == .gone)
    await network.close()
  }

  @Test(
    "is gone for a reader of a cluster, too",
    arguments: (0...5).map { Loss(stored: 8, kept: $0, added: 3) } + Loss.all[1...] + [
      Loss(stored: 8, kept: 0, added: 8)
    ]
  )
  func cluster(loss: Loss) async throws {
    try await withStandIn(timeout: .milliseconds(500)) { standIn, network in
      standIn.has(loss.stored)
      let first = NATSStart.position(NATSPosition(1))
      let number = try await answered { try await network.makeReceiver(Int.self, subject: "numbers", from: first) }
      let heard = number.values.record()
      #expect(try await heard.next(loss.stored, within: timeLimit) == Array(1...loss.stored))
      let failures = network.failures.record(allowingUnread: true)
      await standIn.cut { standIn.has(loss.kept + loss.added, lostBehind: loss.kept) }
      #expect(try await heard.all() == Array(1...loss.stored))
      #expect(try await failures.next(within: timeLimit).content.summary == "missed 0")
    }
  }

  @Test("is gone for a reader in the middle of it, if it lacks what was heard, and otherwise is read on")
  func middle() async throws {
    try await withStandIn { standIn, network in
      standIn.has(8, sending: 3)
      let first = NATSStart.position(NATSPosition(1))
      let number = try await network.makeReceiver(Int.self, subject: "numbers", from: first)
      let heard = number.values.record()
      #expect(try await heard.next(3, within: timeLimit) == [1, 2, 3])
      await standIn.cut { standIn.has(8, sending: 5, lostBehind: 3) }
      #expect(try await heard.next(2, within: timeLimit) == [4, 5])
      #expect(network.failures.replayed.isEmpty)
      await standIn.cut { standIn.has(9, lostBehind: 2) }
      #expect(try await heard.all() == [1, 2, 3, 4, 5])
    }
  }

  @Test("is noticed when the first listener joins, though the connection was not lost")
  func firstListener() async throws {
    try await withStandIn { standIn, network in
      standIn.has(8)
      let start = NATSStart.behind(NATSPosition(6))
      let receivers = [
        try await network.makeReceiver(Int.self, subject: "numbers", from: start),
        try await network.makeReceiver(Int.self, subject: "numbers", from: start),
      ]
      let early = receivers[0].values.record(allowingUnread: true)
      #expect(try await early.next(2, within: timeLimit) == [7, 8])
      standIn.has(9, lostBehind: 5)
      let failures = network.failures.record(allowingUnread: true)
      #expect(try await receivers[1].values.record().all() == [])
      #expect(try await failures.next(within: timeLimit).content.summary == "missed 0")
    }
  }

  @Test("a leader that does not answer refutes nothing, and nothing is read before it does")
  func unanswered() async throws {
    try await withStandIn { standIn, network in
      standIn.has(4, sending: 3)
      let number = try await network.makeReceiver(Int.self, subject: "numbers", from: .position(NATSPosition(1)))
      let heard = number.values.record(allowingUnread: true)
      #expect(try await heard.next(3, within: timeLimit) == [1, 2, 3])
      await standIn.cut {
        standIn.state.withLock { state in
          state.script["STREAM.MSG.GET"] = Array(repeating: StandIn.unavailable, count: 5)
          (state.replica, state.requests) = (.upTo(4), [])
        }
      }
      #expect(try await heard.next(within: timeLimit) == 4)
      let requests = standIn.state.withLock { $0.requests }
      let creation = try #require(requests.firstIndex(of: "CONSUMER.CREATE"))
      #expect(requests[..<creation].count { $0 == "STREAM.MSG.GET" } == 6)
      #expect(network.failures.replayed.isEmpty)
    }
  }

  /// Another process stores values.
  private func store(_ values: ClosedRange<Int>, on server: Server) async throws {
    let network = try await NATSConnection.connect(to: server)
    let numbers = try await network.makeTransmitter(Int.self, subject: "numbers", stream: .keepingAll)
    for value in values { try await numbers.send(value) }
    await network.close()
  }

  @Test("is the same one, although messages at its end were deleted, or dropped by a limit", arguments: [false, true])
  func removed(isDropped: Bool) async throws {
    let server = try await Server()
    let proxy = try Proxy(to: server.port)
    let other = try await NATSConnection.connect(to: server)
    try other.addStream("numbers", storing: "numbers", limit: 10)
    let network = try await NATSConnection.connect(to: [proxy.url], options: patient)
    let (failures, numbers) = (network.failures.record(), try await network.makeReceiver(Int.self, subject: "numbers"))
    let heard = numbers.values.record()
    try await store(1...8, on: server)
    #expect(try await heard.next(8, within: timeLimit) == Array(1...8))
    if !isDropped { try other.deleteMessage(8, of: "numbers") }
    proxy.hold(true)
    proxy.cut()
    let last = isDropped ? 25 : 13
    try await store(9...last, on: server)
    proxy.hold(false)
    let rest = isDropped ? 16...25 : 9...13
    #expect(try await heard.next(rest.count, within: timeLimit) == Array(rest))
    numbers.finish()
    try await heard.finish(within: timeLimit)
    await network.close()
    #expect(try await failures.all().map(\.content.summary) == (isDropped ? ["missed 7"] : []))
    await other.close()
  }

  @Test("is read on by a user who may not ask for messages: only the length is looked at")
  func forbidden() async throws {
    let server = try await Server(users(denying: "$JS.API.STREAM.MSG.GET.numbers"))
    let proxy = try Proxy(to: server.port)
    let network = try await NATSConnection.connect(to: [proxy.url], options: .shop)
    let (numbers, number) = try await network.make(Int.self, subject: "numbers")
    let heard = number.record()
    numbers.broadcast(1)
    #expect(try await heard.next(within: timeLimit) == 1)
    proxy.cut()
    await until { network.statistics.reconnects == 1 }
    numbers.broadcast(2)
    #expect(try await heard.next(within: timeLimit) == 2)
    await network.close()
    try await heard.finish(within: timeLimit)
  }
}

extension StandIn {
  /// The cluster has so many messages, and its consumers send as many, or fewer. Behind a sequence it has lost what it
  /// had, and stored others.
  fileprivate func has(_ count: Int, sending: Int? = nil, lostBehind: Int? = nil) {
    state.withLock { state in
      state.extent = StreamExtent(first: 1, last: UInt64(count), count: UInt64(count))
      state.replica = .upTo(UInt64(sending ?? count))
      if let lostBehind { state.losses.append(UInt64(lostBehind)) }
    }
  }
}
#endif
