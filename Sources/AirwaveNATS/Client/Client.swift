#if NATS
import Airwave
import CNATS
import Dispatch
import Foundation
import Synchronization

/// A connection of the C client, and the pairs that use it.
///
/// ```
/// NATSConnection ──▶ Client ◀──▶ Wire ◀── Transmitter of the user
///                      ▲          │
///    threads of the ───┘          └──▶ local pair ──▶ Receiver of the user
///    C client, by number
/// ```
///
/// The cycle between the client and its wires ends when the connection is closed.
final class Client: Sendable {
  /// What the threads of the C client call.
  static let all = Registry<Client>()

  private struct State {
    var connection: Handle?
    var wires: [ObjectIdentifier: Wire] = [:]
    /// No pair is made any more.
    var isClosing = false
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []
    /// Subscriptions to destroy later, and whether there ever was one.
    var broken: [Handle] = []
    var hasBroken = false
  }

  let options: NATSOptions
  /// How many bytes all wires have given to the C client that are not acknowledged.
  let inFlight = Atomic<Int>(0)
  /// Something that the C client was given was not answered in time, or was taken back, and nothing was answered since. The
  /// buffer of the socket may be full of what is no longer counted.
  ///
  /// It is set before `inFlight` is subtracted from (releasing), and loaded after that (acquiring): who sees that little is on
  /// its way also sees that the server is silent.
  let isSilent = Atomic<Bool>(false)
  let states = Receiver<NATSState>.make(strategy: .warm(upTo: 1))
  let failures = Receiver<NATSFailure>.make(strategy: .warm(upTo: 16))
  /// Tells how the connection is. The C client has one thread for this, which all of its connections share: a listener must
  /// not hold it up.
  private let telling = DispatchQueue(label: "airwave.nats.telling")
  private let number = all.reserve()
  private let state = Lock(State())

  private init(_ options: NATSOptions) {
    self.options = options
  }

  /// Connects, and blocks until that is done.
  static func connect(to urls: [String], _ options: NATSOptions) throws(NATSError) -> Client {
    let client = Client(options)
    all.insert(client, at: client.number)
    // What is told after it is on its way as soon as there is a connection.
    client.states.transmitter.broadcast(.connected)
    do throws(NATSError) {
      let settings = try options.make(for: urls, calling: client.number)
      defer { natsOptions_Destroy(settings.pointer) }
      var connection: OpaquePointer?
      try natsConnection_Connect(&connection, settings.pointer).check()
      guard let handle = connection.map(Handle.init) else { throw NATSError(NATS_NO_MEMORY) }
      client.state.withLock { $0.connection = handle }
    } catch {
      all.remove(client.number)
      throw error
    }
    return client
  }

  deinit {
    // Not before, for every use of the connection holds the client.
    for subscription in state.withLock({ $0.broken }) { natsSubscription_Destroy(subscription.pointer) }
    if let connection { natsConnection_Destroy(connection.pointer) }
  }

  var connection: Handle? { state.withLock { $0.connection } }

  var isConnected: Bool {
    guard let connection else { return false }
    return natsConnection_Status(connection.pointer) == NATS_CONN_STATUS_CONNECTED
  }

  /// Whether the newest thing that the server did not allow is a question about a stream.
  var wasRefused: Bool {
    refusal(on: connection?.pointer)?.contains("\"$JS.API.") ?? false
  }

  /// What the server said when it did not allow something, if that is the newest trouble of a connection.
  private func refusal(on connection: OpaquePointer?) -> String? {
    var text: UnsafePointer<CChar>?
    guard natsConnection_GetLastError(connection, &text) == NATS_NOT_PERMITTED else { return nil }
    return text.map { String(cString: $0) }
  }

  private var wires: [Wire] { state.withLock { Array($0.wires.values) } }

  /// - Returns: False if the connection is closed or about to be.
  func add(_ wire: Wire) -> Bool {
    state.withLock { state in
      if state.isClosing { return false }
      state.wires[ObjectIdentifier(wire)] = wire
      return true
    }
  }

  func remove(_ wire: Wire) {
    _ = state.withLock { $0.wires.removeValue(forKey: ObjectIdentifier(wire)) }
  }

  /// Destroys a subscription for which the C client may be making a consumer: after a while, or with this client.
  func destroyLater(_ subscription: Handle) {
    state.withLock { state in
      state.broken.append(subscription)
      state.hasBroken = true
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + options.heartbeat.interval(times: 4)) { [weak self] in
      let isLeft = self?.state.withLock { state in
        guard let index = state.broken.firstIndex(of: subscription) else { return false }
        state.broken.remove(at: index)
        return true
      }
      if isLeft == true { natsSubscription_Destroy(subscription.pointer) }
    }
  }

  func report(_ failure: NATSFailure) {
    failures.transmitter.broadcast(failure)
  }
}

/// What the threads of the C client tell.
extension Client {
  func disconnected() {
    for wire in wires { wire.disconnected() }
    tell(.reconnecting)
  }

  func reconnected() {
    for wire in wires { wire.reconnected() }
    tell(.connected)
  }

  func failed(_ connection: OpaquePointer?, _ subscription: OpaquePointer?, _ status: natsStatus) {
    if status == NATS_NOT_PERMITTED {
      let message = refusal(on: connection) ?? ""
      for wire in wires where message.contains("Publish to \"\(wire.subject)\"") { telling.async { wire.forbidden() } }
    } else if let subscription {
      // It hears nothing, or not all.
      for wire in wires where wire.isListening(by: Handle(pointer: subscription)) { wire.check() }
    }
  }

  /// The connection is closed, by this process or by the server: what it held is given up.
  func closed() {
    telling.async { self.end() }
  }

  private func tell(_ news: NATSState) {
    telling.async { [self] in
      if state.withLock({ !$0.isClosing }) { states.transmitter.broadcast(news) }
    }
  }
}

/// The end.
extension Client {
  /// Waits until all is acknowledged and heard, but no longer than the options say, and closes the connection.
  func close() async {
    state.withLock { $0.isClosing = true }
    let deadline = DispatchTime.now() + options.timeout.interval()
    let wires = wires
    for wire in wires { wire.finish() }
    for wire in wires { await wire.finish(by: deadline) }
    DispatchQueue.global().async { [self] in
      guard let connection else { return }
      if state.withLock({ $0.hasBroken }) {
        // The C client crashes if it is closed before a thread of its own, which makes a consumer anew, has got its turn.
        _ = natsConnection_Status(connection.pointer)
        Thread.sleep(forTimeInterval: 0.1)
      }
      natsConnection_Close(connection.pointer)
    }
    // The C client does not close a connection while it writes to it, which can take long if the network has stopped.
    telling.asyncAfter(deadline: max(deadline, .now() + .seconds(1))) { [weak self] in self?.end() }
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { state in
        if !state.isClosed { state.closers.append(continuation) }
        return state.isClosed
      }
      if isClosed { continuation.resume() }
    }
  }

  private func end() {
    for wire in state.withLock({ state in
      state.isClosing = true
      return Array(state.wires.values)
    }) { wire.abandon(isBroken: true) }
    Client.all.remove(number)
    states.transmitter.broadcast(.closed)
    states.transmitter.finish()
    failures.transmitter.finish()
    let closers = state.withLock { state in
      state.isClosed = true
      return exchange(&state.closers, with: [])
    }
    for closer in closers { closer.resume() }
  }
}

/// Runs what blocks, away from the threads of tasks.
func onQueue<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: body()) }
  }
}
#endif
