#if NATS
import Airwave
import AirwaveTesting
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import AirwaveNATS

@Suite("What is not stored is reported, and what is stored is heard")
struct LossTests {
  @Test("close() loses nothing without a report, however little time it has")
  func closing() async throws {
    let server = try await Server()
    let network = try await NATSConnection.connect(to: server, options: .quick(timeout: .milliseconds(100)))
    let numbers = try await answered {
      try await network.make(Int.self, subject: "numbers", stream: .keepingAll).transmitter
    }
    let failures = network.failures.record()
    for number in 0..<50_000 { numbers.broadcast(number) }
    await network.close()
    let reported = try await failures.all().compactMap { failure -> Int? in
      guard case .unsent(let bytes) = failure.content else { return nil }
      return Int(String(decoding: bytes, as: UTF8.self))
    }

    let other = try await NATSConnection.connect(to: server)
    let stored = try await other.make(Int.self, subject: "numbers", strategy: .cold).receiver.replayed
    #expect(stored == Array(0..<stored.count))
    #expect(stored.count + reported.count == 50_000)
    #expect(reported == Array(stored.count..<50_000))
    await other.close()
  }

  @Test("close() awaits acknowledgments of what was published, however late, while they come")
  func lateAcknowledgments() async throws {
    let server = try await Server()
    // The values that are in flight take four seconds. The machine may delay each of them by almost one.
    let proxy = try Proxy(to: server.port, rate: 20_000)
    let network = try await answered {
      try await NATSConnection.connect(to: [proxy.url], options: .quick(timeout: .seconds(1)))
    }
    let texts = try await answered {
      try await network.makeTransmitter(String.self, subject: "texts", stream: .keepingAll)
    }
    let failures = network.failures.record(allowingUnread: true)
    try await texts.send("first")
    let value = String(repeating: "a", count: 1_000)
    for _ in 0..<100 { texts.broadcast(value) }
    await network.close()

    let other = try await NATSConnection.connect(to: server)
    let stored = try await other.make(String.self, subject: "texts", strategy: .cold).receiver.replayed.count
    let reported = try await failures.all().count
    // Some 20 values are carried in the second that one acknowledgment may take.
    #expect(stored > 40 && stored + reported == 101)
    #expect(stored == network.statistics.published - network.statistics.republished)
    await other.close()
  }

  @Test("close() awaits a server that was stopped for a while")
  func stoppedAtTheEnd() async throws {
    let server = try await Server()
    let network = try await NATSConnection.connect(to: server, options: .quick(timeout: .milliseconds(100)))
    let numbers = try await answered {
      try await network.makeTransmitter(Int.self, subject: "numbers", stream: .keepingAll)
    }
    let failures = network.failures.record()
    try await numbers.send(0)
    server.freeze(true)
    for number in 1...100 { numbers.broadcast(number) }
    await until { network.statistics.published - network.statistics.republished >= 101 }
    async let closing: Void = network.close()
    await until { network.client.sessions.allSatisfy { $0.state.withLock { $0.isHurried } } }
    server.freeze(false)
    await closing

    #expect(try await failures.all().isEmpty)
    let other = try await NATSConnection.connect(to: server)
    let stored = try await other.make(Int.self, subject: "numbers", strategy: .cold).receiver.replayed
    #expect(stored == Array(0...100))
    await other.close()
  }

  @Test("a slow link carries each value about once")
  func slowLink() async throws {
    let server = try await Server()
    let proxy = try Proxy(to: server.port, rate: 100_000)
    let network = try await NATSConnection.connect(to: [proxy.url], options: .quick)
    let (texts, text) = try await network.make(String.self, subject: "texts")
    let (heard, failures) = (text.record(), network.failures.record())
    let value = String(repeating: "a", count: 1_000)
    for _ in 0..<600 { texts.broadcast(value) }
    #expect(try await heard.next(600, within: timeLimit) == Array(repeating: value, count: 600))
    #expect(network.statistics.published < 700)
    await network.close()
    #expect(try await failures.all().isEmpty)
    try await heard.finish(within: timeLimit)
  }

  @Test("a slow listener bounds what is fetched, and holds up nothing else")
  func slowListener() async throws {
    let server = try await Server()
    let network = try await NATSConnection.connect(to: server)
    let slow = try await network.make(String.self, subject: "texts")
    let gate = DispatchSemaphore(value: 0)
    slow.receiver.take(count: 1).listen { _ in gate.wait() }
    let heard = slow.receiver.record()
    let other = try await network.make(String.self, subject: "texts")
    let others = other.receiver.record()
    let value = String(repeating: "a", count: 10_000)
    for _ in 0..<1_500 { other.transmitter.broadcast(value) }
    #expect(try await others.next(1_500, within: timeLimit).count == 1_500)

    // Some eight megabytes.
    let fetched = network.client.sessions.map { session in session.state.withLock { $0.incoming.count } }.max() ?? 0
    #expect(fetched <= 900)
    #expect(network.statistics.lag >= 100)
    gate.signal()
    #expect(try await heard.next(1_500, within: timeLimit).count == 1_500)
    await network.close()
    try await heard.finish(within: timeLimit)
    try await others.finish(within: timeLimit)
  }

  @Test("a slow listener on an actor bounds what is fetched, too")
  func slowActor() async throws {
    let server = try await Server()
    let network = try await NATSConnection.connect(to: server)
    let slow = SlowActor()
    await slow.listen(to: try await network.make(String.self, subject: "texts").receiver)
    let other = try await network.make(String.self, subject: "texts")
    let others = other.receiver.record()
    let value = String(repeating: "a", count: 10_000)
    for _ in 0..<1_500 { other.transmitter.broadcast(value) }
    #expect(try await others.next(1_500, within: timeLimit).count == 1_500)
    // The other pair has heard everything.
    #expect(network.statistics.heard <= 2_400)
    #expect(slow.heard.count == 0)

    slow.gate.signal()
    await until { slow.heard.count == 1_500 }
    #expect(slow.heard.count == 1_500)
    await network.close()
    try await others.finish(within: timeLimit)
  }

  @Test("a stream of two subjects that drops messages tells how many")
  func sharedStream() async throws {
    try await withNetwork { _, network in
      try network.addStream("everything", storing: "shop.>", limit: 100)
      var stream = NATSStream()
      stream.name = "everything"
      let (numbers, number) = try await network.make(Int.self, subject: "shop.numbers", stream: stream)
      let letters = try await network.makeTransmitter(String.self, subject: "shop.letters", stream: stream)
      let gate = DispatchSemaphore(value: 0)
      number.take(count: 1).listen { _ in gate.wait() }
      let (heard, failures) = (number.record(), network.failures.record(allowingUnread: true))
      let writer = try await network.makeTransmitter(Int.self, subject: "shop.numbers", stream: stream)
      for number in 0..<9_000 { writer.broadcast(number) }
      try await writer.send(9_000)
      gate.signal()
      var last = -1
      var count = 0
      while last < 9_000 {
        last = try await heard.next(within: timeLimit)
        count += 1
      }
      try await letters.send("a")
      numbers.finish()
      try await heard.finish(within: timeLimit)
      await network.close()
      let missed = try await failures.all().map { failure -> Int in
        if case .missed(let count) = failure.content { count } else { 0 }
      }
      let total = count + missed.reduce(0, +)
      // A server that drops messages while it sends others may have promised some that it then counts otherwise.
      #expect(count < 9_001 && total >= 9_001 && total < 9_100)
    }
  }

  @Test("a slow listener of a stream of two subjects goes on behind a gap, though its sender never pauses")
  func neverPausing() async throws {
    try await withNetwork { _, network in
      try network.addStream("everything", storing: "shop.>", limit: 100)
      var stream = NATSStream()
      stream.name = "everything"
      let number = try await network.make(Int.self, subject: "shop.numbers", stream: stream).receiver
      let (gate, begun) = (DispatchSemaphore(value: 0), Tally())
      number.take(count: 1).listen { _ in
        begun.add()
        gate.wait()
      }
      let (heard, failures) = (number.record(allowingUnread: true), network.failures.record(allowingUnread: true))
      let identities = (0...9_000 as ClosedRange<UInt64>).map { number in
        // Each is published when all but twelve of those before it are acknowledged.
        let settled = max(number, 12) - 12
        let place = MessageID.Place(base: MessageID.Base(next: settled, behind: settled))
        return written(MessageID(sender: 1, number: number), place)
      }
      // What the stream has dropped before it is counted only of a sender that is known.
      try network.publish("0", to: "shop.numbers", as: identities[0])
      await until { begun.count == 1 }
      for (number, identity) in identities.enumerated().dropFirst().dropLast() {
        try network.publish("\(number)", to: "shop.numbers", headers: [("Nats-Msg-Id", identity)])
      }
      // The server has stored the others when it acknowledges this one.
      try network.publish("9000", to: "shop.numbers", as: identities[9_000])
      gate.signal()
      var (last, count) = (-1, 0)
      while last < 9_000 { (last, count) = (try await heard.next(within: timeLimit), count + 1) }
      await network.close()
      let missed = try await failures.all().map { failure -> Int in
        if case .missed(let count) = failure.content { count } else { 0 }
      }
      #expect(count < 9_001 && count + missed.reduce(0, +) >= 9_001)
    }
  }

  @Test("a number that another process has taken is reported")
  func taken() async throws {
    try await withNetwork { _, network in
      let number = try await network.makeReceiver(Int.self, subject: "numbers").values
      let numbers = try await network.makeTransmitter(Int.self, subject: "numbers")
      let (heard, failures) = (number.record(), network.failures.record())
      try await numbers.send(0)
      #expect(try await heard.next(within: timeLimit) == 0)
      let id = MessageID(sender: numbers.session.state.withLock { $0.outbox.sender }, number: 1)
      let place = MessageID.Place(base: MessageID.Base(next: 1, behind: 1))
      try network.publish("7", to: "numbers", as: written(id, place))
      #expect(try await heard.next(within: timeLimit) == 7)
      numbers.broadcast(1)
      let told = try await failures.next(within: timeLimit)
      #expect(told.content.summary == "unsent 1")
      #expect(told.reason as? NATSError == .taken)
      await network.close()
      try await heard.finish(within: timeLimit)
      try await failures.finish(within: timeLimit)
    }
  }

  @Test("a value that is broadcast after the stream is gone is reported")
  func afterTheEnd() async throws {
    var options = NATSOptions.quick
    options.timeout = .seconds(1)
    options.heartbeat = .milliseconds(100)
    try await withNetwork(options: options) { _, network in
      let (numbers, number) = try await answered { try await network.make(Int.self, subject: "numbers") }
      let (heard, failures) = (number.record(), network.failures.record())
      try network.deleteStream("numbers")
      try await heard.finish(within: timeLimit)
      numbers.broadcast(5)
      let told = try await failures.next(2, within: timeLimit)
      #expect(told.map(\.content.summary) == ["missed 0", "unsent 1"])
      await network.close()
      try await failures.finish(within: timeLimit)
    }
  }

  @Test("a server without space is reported after the time-out")
  func full() async throws {
    let account =
      #"accounts { A: { jetstream: { max_file: 65536, max_mem: 0 }, users: [{ user: "a", password: "b" }] } }"#
    var options = NATSOptions.quick
    options.credentials = .user("a", password: "b")
    options.timeout = .milliseconds(300)
    try await withNetwork(account, options: options) { _, network in
      let (texts, _) = try await answered {
        try await network.make(String.self, subject: "texts", stream: .keepingAll)
      }
      let failures = network.failures.record(allowingUnread: true)
      for _ in 0..<12 { texts.broadcast(String(repeating: "a", count: 10_000)) }
      let told = try await failures.next(within: timeLimit)
      #expect(told.content.summary == "unsent 10002")
      #expect("\(told.reason)".contains("no space"))
    }
  }

  @Test("pairs that live shortly keep the order of each sender while a cluster changes its leader")
  func shortLived() async throws {
    let cluster = try await Cluster()
    let network = try await NATSConnection.connect(to: cluster.urls, options: .quick)
    var stream = NATSStream()
    stream.replicas = 3
    let failures = network.failures.record()
    for round in 0..<30 {
      let (numbers, number) = try await network.make(Int.self, subject: "numbers", stream: stream)
      let heard = number.record()
      if round.isMultiple(of: 5) { network.stepDown("numbers") }
      for value in 0..<300 { numbers.broadcast(value) }
      numbers.finish()
      #expect(try await heard.all() == Array(0..<300))
    }
    await network.close()
    #expect(try await failures.all().map(\.description) == [])
  }
}

/// An actor with a thread of its own, on which a listener waits.
private actor SlowActor {
  nonisolated let gate = DispatchSemaphore(value: 0)
  nonisolated let heard = Tally()
  private let executor = QueueExecutor()
  private var isFirst = true

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func listen(to receiver: Receiver<String>) {
    receiver.listen { _ in self.hear() }
  }

  private func hear() {
    if exchange(&isFirst, with: false) { gate.wait() }
    heard.add()
  }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "slow")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
#endif
