#if NATS
import Airwave
import CNATS
import Foundation
import Synchronization

/// A connection of the C client, and the pairs that use it.
///
/// ```
///                             ┌──────────── publishing: one thread ────────────┐
/// Transmitter ─▶ PairSession (Outbox) ─▶ publishes, requests ─▶ C client ─▶ server
/// Receiver ◀─ PairSession (Reader) ◀─ inbox: one subscription ◀─ C client ◀─ server
///            └─ delivering: some threads
/// ```
///
/// Of the C client it uses connections, publishes, and one subscription that lives as long as the connection. The
/// streaming part of the server is used by messages that this module makes and reads itself.
///
/// The cycle between the client and its sessions ends when the connection is closed.
final class Client: Sendable {
  /// What the threads of the C client call, for the inbox once for many messages.
  static let all = Registry<Client>()

  struct State {
    var connection: Handle?
    var inbox: Handle?
    var isConnected = true
    var sessions: [Int: PairSession] = [:]
    var newestSession = 0
    /// The sessions by the consumers that they read.
    var consumers: [UInt64: PairSession] = [:]
    var requests: [UInt64: Request] = [:]
    var newestRequest: UInt64 = 0
    /// No pair is made any more.
    var isClosing = false
    var isEnding = false
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  /// How many pairs deliver at a time. A listener that blocks occupies one of these threads.
  private static let deliveringThreads = 10

  let options: NATSOptions
  let inbox: Inbox
  let counts = Counts()
  let states = Receiver<NATSState>.make(strategy: .warm(upTo: 1))
  let failures = Receiver<NATSFailure>.make(strategy: .warm(upTo: 16))
  let alarms = Alarms()
  let delivering = Worker("nats-deliver", limit: Client.deliveringThreads)
  /// The only thread that waits for the network.
  let publishing = Worker("nats-publish", limit: 1)
  /// Sends requests, in order.
  let requesting: SerialQueue
  /// Tells states and failures, in order. A listener must hold up nothing else.
  let callbackQueue = SerialQueue(on: Worker("nats-tell", limit: 1))
  /// How many threads are between `beginReporting` and `endReporting`.
  let reporting = Atomic<Int>(0)
  let secrets = Lock(Secrets())
  let number = all.reserve()
  let state = Lock(State())

  init(_ options: NATSOptions) {
    self.options = options
    inbox = Inbox(prefix: options.inboxPrefix)
    requesting = SerialQueue(on: publishing)
  }

  deinit {
    // Not before, for every use of the connection holds the client. Elsewhere, for this may be a thread of the C
    // client.
    let (connection, inbox) = state.withLock { ($0.connection, $0.inbox) }
    Thread.detachNewThread {
      if let connection { natsConnection_Close(connection.pointer) }
      if let inbox { natsSubscription_Destroy(inbox.pointer) }
      if let connection { natsConnection_Destroy(connection.pointer) }
    }
  }

  var connection: Handle? { state.withLock { $0.connection } }
  var isConnected: Bool { state.withLock { $0.isConnected } }
  var sessions: [PairSession] { state.withLock { Array($0.sessions.values) } }

  /// Adds a session under a number of its own.
  ///
  /// - Returns: Nil if the connection is closed or about to be.
  func add(_ make: (Int) -> PairSession) -> PairSession? {
    let number = state.withLock { state -> Int? in
      if state.isClosing { return nil }
      state.newestSession += 1
      return state.newestSession
    }
    guard let number else { return nil }
    let session = make(number)
    let isOpen = state.withLock { state in
      if !state.isClosing { state.sessions[number] = session }
      return !state.isClosing
    }
    return isOpen ? session : nil
  }

  func remove(_ session: PairSession) {
    // The last reference may be released here, outside of the lock.
    _ = state.withLock { $0.sessions.removeValue(forKey: session.number) }
  }

  /// Failures are about to be reported of messages that no outbox has any more.
  func beginReporting() { reporting.add(1, ordering: .relaxed) }

  /// They were passed to `callbackQueue`. Pairs with the load in `finishTelling` (releasing, acquiring).
  func endReporting() { reporting.subtract(1, ordering: .releasing) }

  func report(_ failure: NATSFailure) {
    callbackQueue.async { self.failures.transmitter.broadcast(failure) }
  }
}

/// What ``NATSConnection/statistics`` counts.
final class Counts: Sendable {
  let published = Atomic<Int>(0)
  let republished = Atomic<Int>(0)
  let acknowledged = Atomic<Int>(0)
  let heard = Atomic<Int>(0)
  let reconnects = Atomic<Int>(0)
}
#endif
