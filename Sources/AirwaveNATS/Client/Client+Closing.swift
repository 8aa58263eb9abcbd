#if NATS
import Airwave
import CNATS
import Foundation
import Synchronization

extension Client {
  /// Waits until everything is acknowledged and heard, but no longer than the options say, and closes the connection.
  func close() async {
    let deadline = Nanoseconds.now + Nanoseconds(options.timeout)
    let sessions = state.withLock { state in
      state.isClosing = true
      return Array(state.sessions.values)
    }
    for session in sessions { session.finish() }
    // At the same time: the end of one may take seconds after the deadline.
    await withTaskGroup { group in
      for session in sessions { group.addTask { await session.finish(by: deadline) } }
    }
    end()
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { state in
        if !state.isClosed { state.closers.append(continuation) }
        return state.isClosed
      }
      if isClosed { continuation.resume() }
    }
  }

  /// Gives up what is not acknowledged, and closes the connection. Everything that was reported until then is told
  /// before the receivers of states and failures finish.
  func end() {
    let isFirst = state.withLock { state in
      state.isClosing = true
      return !exchange(&state.isEnding, with: true)
    }
    guard isFirst else { return }
    for session in sessions { session.abandon() }
    failRequests()
    alarms.end()
    finishTelling(isQuiet: false)
    Thread.detachNewThread { [self] in
      // This waits for a publish that waits for the network.
      if let connection { natsConnection_Close(connection.pointer) }
      Client.all.remove(number)
    }
  }

  /// Finishes the receivers once nothing more can be reported. What was being reported when a closure looked is queued
  /// behind that closure, so that it takes another one.
  private func finishTelling(isQuiet wasQuiet: Bool) {
    callbackQueue.async { [self] in
      let isQuiet = reporting.load(ordering: .acquiring) == 0
      guard isQuiet, wasQuiet else {
        if !isQuiet { sched_yield() }
        return finishTelling(isQuiet: isQuiet)
      }
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
}
#endif
