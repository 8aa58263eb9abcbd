#if Inspector
import FlyingFox
import FlyingSocks
import Foundation

/// Waits for sockets, as the pool of FlyingFox does, and ends connections that only wait.
///
/// A connection that waits for the rest of its request is closed ten seconds after the first such wait, however often
/// bytes come. One whose other end does not read for ten seconds is closed, too. If more than 32 connections wait for
/// their request, the one with the earliest deadline is closed. So clients that say little leave room for others.
///
/// The bytes of a request are not counted: FlyingFox collects what a client sends without a pause.
actor ConnectionPool: AsyncSocketPool {
  static let patience = Duration.seconds(10)
  static let mostWaiting = 32

  private let base: any AsyncSocketPool
  private let patience: Duration
  private var waiting: [(id: Int, deadline: ContinuousClock.Instant, task: Task<Void, any Error>)] = []
  private var nextID = 0
  /// When the request of a connection must be complete, by its other end.
  private var deadlines: [HTTPRequest.Address: ContinuousClock.Instant] = [:]
  /// The other ends of connections that became WebSockets, which may be silent.
  private var upgraded: Set<HTTPRequest.Address> = []

  init(base: any AsyncSocketPool = HTTPServer.defaultPool(), patience: Duration = ConnectionPool.patience) {
    (self.base, self.patience) = (base, patience)
  }

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  /// Called when the request of a connection is complete.
  func received(from address: HTTPRequest.Address?) {
    if let address { deadlines[address] = nil }
  }

  func allowSilence(of address: HTTPRequest.Address?) {
    if let address { upgraded.insert(address) }
  }

  func forget(_ address: HTTPRequest.Address?) {
    if let address { upgraded.remove(address) }
  }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // Only the listening socket has no other end.
    guard let peer = try? socket.remotePeer() else {
      return try await base.suspendSocket(socket, untilReadyFor: events)
    }
    let address = HTTPRequest.Address.make(from: peer)
    let isReading = events.contains(.read)
    if isReading, upgraded.contains(address) {
      return try await base.suspendSocket(socket, untilReadyFor: events)
    }
    let deadline = isReading ? deadline(of: address) : .now + patience
    let task = Task { [base] in try await base.suspendSocket(socket, untilReadyFor: events) }
    let limit = Task {
      try await Task.sleep(until: deadline)
      task.cancel()
    }
    defer { limit.cancel() }
    let id = nextID
    nextID += 1
    if isReading {
      waiting.append((id, deadline, task))
      if waiting.count > Self.mostWaiting, let first = waiting.min(by: { $0.deadline < $1.deadline }) {
        waiting.removeAll { $0.id == first.id }
        first.task.cancel()
      }
    }
    defer { waiting.removeAll { $0.id == id } }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func deadline(of address: HTTPRequest.Address) -> ContinuousClock.Instant {
    let now = ContinuousClock.now
    if let deadline = deadlines[address] { return deadline }
    // Those of connections that have ended without a request.
    deadlines = deadlines.filter { $0.value + patience > now }
    deadlines[address] = now + patience
    return now + patience
  }
}
#endif
