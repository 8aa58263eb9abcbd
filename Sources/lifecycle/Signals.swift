import Dispatch
import Foundation

/// What the system or a user can tell a process.
enum Signal: CaseIterable, Sendable {
  case suspend, resume, memoryWarning, terminate

  /// The numbers that mean it.
  var numbers: [Int32] {
    switch self {
    case .suspend: [SIGTSTP]
    case .resume: [SIGCONT]
    case .memoryWarning: [SIGUSR1]
    case .terminate: [SIGTERM, SIGINT]
    }
  }

  /// What it means to an app.
  var events: [AppLifecycle] {
    switch self {
    case .suspend: [.willResignActive, .didEnterBackground]
    case .resume: [.willEnterForeground, .didBecomeActive]
    case .memoryWarning: [.didReceiveMemoryWarning]
    case .terminate: [.willTerminate]
    }
  }

  /// Stops the process, as Ctrl-Z would have done by itself, if there is a shell to wake it up again.
  ///
  /// A shell with job control gives each program a process group of its own. Without one, nobody could type `fg`.
  static func suspendProcess() {
    guard isatty(STDIN_FILENO) == 1, getpgrp() != getsid(0) else { return }
    kill(getpid(), SIGSTOP)
  }
}

/// Catches the signals of this process, one after the other, for as long as it exists.
final class SignalSources {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter handle: Is told of every signal that arrives after this returns.
  init(_ handle: @escaping @Sendable (Signal) -> Void) {
    let queue = DispatchQueue(label: "signals")
    let registrations = DispatchGroup()
    sources = Signal.allCases.flatMap { meaning in
      meaning.numbers.map { number in
        // What the signal does by itself, ending the process for example, must not come first.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { handle(meaning) }
        registrations.enter()
        source.setRegistrationHandler { registrations.leave() }
        source.resume()
        return source
      }
    }
    registrations.wait()
  }

  deinit {
    sources.forEach { $0.cancel() }
  }
}
