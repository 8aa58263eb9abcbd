public import Airwave
import Dispatch
import Foundation

/// The signals that the system, a user, or another program sends to this process, as receivers.
///
/// ```swift
/// import AirwaveFoundation
/// import Foundation
///
/// let resized = Signals.receiver(for: [SIGWINCH]).values
/// raise(SIGWINCH)
/// for await _ in resized.prefix(1) { print("the window has another size") }
/// // the window has another size
/// ```
///
/// This is a namespace: it has no case, and no later version adds one.
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
  /// While there is a listener, the actions of these signals, such as ending the process, are suspended. When the last
  /// listener has left, the previous action of each signal is restored.
  ///
  /// Every signal that comes after the first `listen` has returned is heard. The system may merge several signals of
  /// the same number that come almost at once. Signals of different numbers that come almost at once may be heard in
  /// any order, because the system does not report which came first.
  ///
  /// A dispatch source of your own can hear the same signals. On Linux, make it before the first listener joins:
  /// Dispatch installs its handler for a signal only once in a process, and the restored action replaces that handler
  /// when the last listener has left.
  ///
  /// On Linux, a child process that a listener starts inherits a mask from the threads of Dispatch, so that `SIGTERM`
  /// does not end it. The overview of AirwaveFoundation says what to do.
  ///
  /// - Parameters:
  ///   - signals: The signal numbers. A signal that cannot be caught, such as `SIGKILL`, stops the program.
  ///   - fileID: The file that the inspector shows for the signals. Omit this argument and `line`.
  ///   - line: The line that the inspector shows for the signals.
  /// - Returns: A receiver of the numbers, without replay. It broadcasts on a dispatch queue of its own, one signal at
  ///   a time.
  /// - Complexity: O(1) for each signal and listener; keeps nothing.
  public static func receiver(
    for signals: [Int32],
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Receiver<Int32> {
    signals.forEach(requireCatchable)
    let signals = Set(signals)
    return .create(fileID: fileID, line: line) { transmitter in
      // The queue of the sources runs no user code, so that waiting for it cannot deadlock. Listeners are called on
      // `deliveries`.
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
        // A source takes signals until its cancellation is complete. On Linux Dispatch never removes its handler.
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

/// The actions of a signal in this process: with and without listeners.
private struct SignalAction {
  /// The number of connections that listen to the signal.
  private var userCount = 0
  /// The action without listeners.
  private var own = sigaction()
  /// The action with listeners: an empty handler, or on Linux the handler of Dispatch. Dispatch installs its handler
  /// once in a process, so it is kept here to be installed again.
  private var diverted: sigaction?

  private static let all = Lock<[Int32: SignalAction]>([:])

  /// Adds a connection to a signal. For the first connection, saves the action of the signal and replaces it.
  static func divert(_ number: Int32) {
    change(number) { action in
      action.userCount += 1
      if action.userCount > 1 { return }
      sigaction(number, nil, &action.own)
      if var diverted = action.diverted {
        sigaction(number, &diverted, nil)
      } else {
        // On Linux Dispatch installs its handler when the first source for the signal is registered, and not for later
        // sources. So the present handler may be that of Dispatch, and without it no source would hear the signal.
        #if !os(Linux) && !os(Android)
        // Not `SIG_IGN`: child processes inherit it, and an ignored `SIGCHLD` discards the exit status of children.
        signal(number) { _ in }
        #endif
      }
    }
  }

  /// Saves the action that a signal has after a source was registered.
  static func remember(_ number: Int32) {
    change(number) { action in
      var current = sigaction()
      sigaction(number, nil, &current)
      action.diverted = current
    }
  }

  /// Removes a connection from a signal. After the last connection, restores the saved action of the signal.
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
