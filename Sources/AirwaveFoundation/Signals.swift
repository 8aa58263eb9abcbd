public import Airwave
import Dispatch
import Foundation

/// The signals that the system, a user, or another program sends to this process, as receivers.
public enum Signals {
  /// Makes a receiver of signals.
  ///
  /// ```swift
  /// import AirwaveFoundation
  /// import Foundation
  ///
  /// let signals = Signals.receiver(for: [SIGTERM, SIGHUP]).take(count: 1).values
  /// kill(getpid(), SIGHUP)
  /// for await signal in signals { print(signal == SIGHUP ? "hang up" : "terminate") }
  /// // hang up
  /// ```
  ///
  /// While anybody listens, none of these signals does what it does by itself, such as ending the process. When nobody
  /// listens any more, each does again what it did before. Every signal that comes after the first `listen` has returned is
  /// heard; of several of one kind that come almost at once the system may make one, as always. Signals of different kinds
  /// that come almost at once may be heard in any order: the system does not tell which came first.
  ///
  /// A dispatch source of your own may hear the same signals. On Linux, make it before anybody listens here: Dispatch takes
  /// hold of each signal once in the life of a process, which is undone when nobody listens any more.
  ///
  /// - Parameter signals: The numbers. One that cannot be caught, such as `SIGKILL`, stops the program.
  /// - Returns: A receiver of the numbers, without replay. It broadcasts on a dispatch queue of its own, one signal at a time.
  /// - Complexity: O(1) for each signal and listener; keeps nothing.
  public static func receiver(for signals: [Int32]) -> Receiver<Int32> {
    signals.forEach(requireCatchable)
    let signals = Set(signals)
    return .create { transmitter in
      // The sources have a queue for themselves, so that waiting for it waits for nobody's code.
      let queue = DispatchQueue(label: "Airwave.Signals")
      let deliveries = DispatchQueue(label: "Airwave.Signals.listeners")
      let changes = DispatchGroup()
      let sources = signals.map { signal in
        SignalAction.divert(signal)
        let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
        source.setEventHandler { deliveries.async { transmitter.broadcast(signal) } }
        source.setRegistrationHandler { changes.leave() }
        source.setCancelHandler { changes.leave() }
        changes.enter()
        source.activate()
        return source
      }
      changes.wait()
      signals.forEach(SignalAction.remember)
      // Dispatch lets any thread cancel a source.
      return Disposable(onAnyThread: {
        for source in sources {
          changes.enter()
          source.cancel()
        }
        // Until they are gone they take signals, on Linux for good.
        changes.wait()
        signals.forEach(SignalAction.restore)
      })
    }
  }

  /// Stops the program if a signal cannot be caught (Contract 12).
  private static func requireCatchable(_ signal: Int32) {
    var action = sigaction()
    if signal == SIGKILL || signal == SIGSTOP || sigaction(signal, nil, &action) != 0 {
      fatalError("Airwave: 'signals' must be signals that can be caught, but one is \(signal)")
    }
  }
}

/// What a signal of this process does, while somebody listens and otherwise.
private struct SignalAction {
  /// How many connections listen to it.
  private var userCount = 0
  /// What it does if nobody listens.
  private var own = sigaction()
  /// What it does while somebody listens: call an empty handler, or on Linux what Dispatch has it do. Dispatch says so once
  /// in the life of the process, hence it is kept for the next time.
  private var diverted: sigaction?

  private static let all = Lock<[Int32: SignalAction]>([:])

  /// Has a signal not do what it does by itself.
  static func divert(_ number: Int32) {
    change(number) { action in
      action.userCount += 1
      if action.userCount > 1 { return }
      sigaction(number, nil, &action.own)
      if var diverted = action.diverted {
        sigaction(number, &diverted, nil)
      } else {
        // On Linux Dispatch sets a handler as it registers the first source for the signal, and none for later ones: what
        // is there now may be its handler, without which no source hears anything.
        #if !os(Linux) && !os(Android)
        // Not `SIG_IGN`: child processes inherit it, and an ignored `SIGCHLD` discards the exit status of children.
        signal(number) { _ in }
        #endif
      }
    }
  }

  /// Remembers what a signal does now that a source is registered.
  static func remember(_ number: Int32) {
    change(number) { action in
      var current = sigaction()
      sigaction(number, nil, &current)
      action.diverted = current
    }
  }

  /// Has a signal do what it did before, if nobody listens any more.
  static func restore(_ number: Int32) {
    change(number) { action in
      action.userCount -= 1
      if action.userCount == 0 { sigaction(number, &action.own, nil) }
    }
  }

  private static func change(_ number: Int32, _ body: (inout SignalAction) -> Void) {
    all.withLock { body(&$0[number, default: SignalAction()]) }
  }
}
