#if NATS
import Airwave
import CNATS
import Dispatch
import Foundation
import Synchronization

/// One pair of one process: sends what is broadcast to a stream, and hears the stream.
///
/// ```
/// broadcast ─▶ Outbox ─▶ context of the C client ─▶ server
///                ▲              │ acknowledgments      │ ordered consumer
///                └──────────────┘                      ▼
///                        listeners ◀─ local pair ◀─ Resequencer
/// ```
///
/// It knows bytes alone: `deliver` decodes them and broadcasts on the local pair.
final class Wire: Sendable {
  /// What the threads of the C client call.
  static let all = Registry<Wire>()

  struct State: ~Copyable {
    var outbox: Outbox
    /// A thread gives messages to the C client. No other may, or their order would break.
    var isSending = false
    /// The C client has taken a message.
    var hasSent = false
    /// How many bytes the C client was given that are not acknowledged.
    var inFlight = 0
    /// The sending queue will look for messages.
    var isScheduled = false
    /// What the C client was given has to be forgotten first.
    var mustRewind = false
    /// The stream's number of the newest message that was acknowledged, and of the newest that was heard.
    var stored: UInt64 = 0
    var heard: UInt64
    var subscription: Handle?
    var isReleaseScheduled = false
    /// It is asked whether the stream is still there.
    var isChecking = false
    /// What the stream had when the wire was made is heard.
    var isCaughtUp: Bool
    /// Waits for that.
    var catchingUp: CheckedContinuation<Void, Never>?
    /// The task that made the wire was cancelled before that.
    var isCancelled = false
    /// Nothing is accepted any more.
    var isFinishing = false
    var isOver = false
    /// Why it ended.
    var reason = NATSError.closed
    var finishers: [CheckedContinuation<Void, Never>] = []
  }

  let number: Int
  let client: Client
  let subject: String
  let stream: StreamPosition
  let messageLimit: Int
  let sender = UInt64.random(in: .min ... .max)
  let context: Handle
  let deliver: @Sendable ([UInt8]) -> Void
  let end: @Sendable () -> Void
  let state: Lock<State>
  /// Gives messages to the C client, when a broadcast does not do so itself.
  let sending = DispatchQueue(label: "airwave.nats.sending")
  /// Listens anew.
  let listening = DispatchQueue(label: "airwave.nats.listening")
  /// Held while messages are delivered, for an old subscription may still call while the new one does. Guards `resequencer`.
  let delivering = NSLock()
  let resequencer = Lock(Resequencer<[UInt8]>())

  // The number is a reserved one, which the context calls back.
  init(
    _ number: Int,
    _ client: Client,
    _ subject: String,
    _ stream: StreamPosition,
    _ context: Handle,
    deliver: @escaping @Sendable ([UInt8]) -> Void,
    end: @escaping @Sendable () -> Void
  ) {
    (self.number, self.client, self.subject, self.stream, self.context) = (number, client, subject, stream, context)
    (self.deliver, self.end) = (deliver, end)
    messageLimit = min(client.options.messageLimit, .max - 1)
    let outbox = Outbox(limit: client.options.bufferLimit)
    state = Lock(State(outbox: outbox, heard: stream.start - 1, isCaughtUp: stream.last < stream.start))
    Wire.all.insert(self, at: number)
  }

  deinit {
    // Not before, for every call with the context holds the wire.
    jsCtx_Destroy(context.pointer)
  }
}

/// The end.
extension Wire {
  /// Accepts nothing more. The pair is finished when all is acknowledged, and heard here.
  func finish() {
    state.withLock { $0.isFinishing = true }
    endIfDone()
  }

  /// Waits until that has happened, or a time has come.
  func finish(by deadline: DispatchTime) async {
    finish()
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.finishers.append(continuation) }
        return state.isOver
      }
      if isOver { return continuation.resume() }
      // Not on a queue of the wire, which may be waiting for the network, or for a listener.
      // Nor on one whose threads other pairs may occupy while they are made.
      let queue = DispatchQueue(label: "airwave.nats.deadline")
      queue.asyncAfter(deadline: deadline) { [weak self] in self?.abandon(isBroken: true) }
    }
  }

  /// Ends now, and reports what was not acknowledged.
  ///
  /// - Parameters:
  ///   - reason: Why it was not acknowledged.
  ///   - isBroken: Whether the subscription may be in trouble. The C client may then be making a consumer for it, and it is
  ///     destroyed later, not beside that.
  func abandon(_ reason: NATSError = .closed, isBroken: Bool = false) {
    let rest = state.withLock { state in
      state.isFinishing = true
      if !state.isOver { state.reason = reason }
      return state.outbox.giveUpAll()
    }
    for bytes in rest { client.report(NATSFailure(subject, .unsent(bytes), reason)) }
    endNow(isBroken: isBroken)
  }

  /// Called after each acknowledgment and message while the end is awaited.
  func endIfDone() {
    let isDone = state.withLock { state in
      !state.isOver && state.isFinishing && state.outbox.isEmpty && state.heard >= state.stored
    }
    guard isDone else { return }
    // Not on this thread, which may hold `delivering`.
    listening.async { [self] in
      releaseAll()
      endNow()
    }
  }

  /// Delivers what waits for an earlier message, which is not awaited any more.
  private func releaseAll() {
    delivering.withLock { release { $0.snapshot } }
  }

  private func endNow(isBroken: Bool = false) {
    let (wasOver, finishers, subscription, waiter) = state.withLock { state in
      if state.inFlight > 0 { client.isSilent.store(true, ordering: .relaxed) }
      client.inFlight.subtract(exchange(&state.inFlight, with: 0), ordering: .releasing)
      return (
        exchange(&state.isOver, with: true), exchange(&state.finishers, with: []),
        exchange(&state.subscription, with: nil), exchange(&state.catchingUp, with: nil)
      )
    }
    waiter?.resume()
    if !wasOver {
      if let subscription { isBroken ? client.destroyLater(subscription) : subscription.destroySubscription() }
      if resequencer.withLock({ $0.heldCount == 0 }) {
        end()
      } else {
        // Not on this thread, which must not wait for a listener.
        listening.async { [self] in
          releaseAll()
          end()
        }
      }
      client.remove(self)
      Wire.all.remove(number)
    }
    for finisher in finishers { finisher.resume() }
  }
}
#endif
