import Airwave
import AirwaveFoundation
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

  /// What is sent to this process, while somebody listens.
  static let received = Signals.receiver(for: allCases.flatMap(\.numbers)).compactMap { number in
    allCases.first { $0.numbers.contains(number) }
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
  /// A shell with job control gives each program a process group of its own. Without such a shell `fg` does nothing. A shell
  /// waits until every process of a pipeline has stopped, hence standard input need not be the terminal.
  static func suspendProcess() {
    guard hasControllingTerminal, getpgrp() != getsid(0) else { return }
    kill(getpid(), SIGSTOP)
  }

  private static var hasControllingTerminal: Bool {
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    if terminal < 0 { return false }
    close(terminal)
    return true
  }
}
