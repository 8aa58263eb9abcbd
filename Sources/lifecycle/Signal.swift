import Airwave
import AirwaveFoundation
import Foundation

/// The kinds of signals that the program handles.
enum Signal: CaseIterable, Sendable {
  case suspend, resume, memoryWarning, terminate

  /// The signal numbers of this kind.
  var numbers: [Int32] {
    switch self {
    case .suspend: [SIGTSTP]
    case .resume: [SIGCONT]
    case .memoryWarning: [SIGUSR1]
    case .terminate: [SIGTERM, SIGINT] + Self.hangups
    }
  }

  /// SIGHUP, which a process gets when its terminal is closed. Empty if the parent process ignores that signal, as
  /// `nohup` does.
  private static let hangups: [Int32] = {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    // The first field is the handler. It is 1 for `SIG_IGN`, which Swift imports as a function and cannot compare.
    let isIgnored = withUnsafeBytes(of: action) { $0.load(as: Int.self) } == 1
    return isIgnored ? [] : [SIGHUP]
  }()

  /// The signals that are sent to this process while there is a listener.
  static let received = Signals.receiver(for: allCases.flatMap(\.numbers)).compactMap { number in
    allCases.first { $0.numbers.contains(number) }
  }

  /// The events of an app that receives a signal of this kind.
  var events: [AppLifecycle] {
    switch self {
    case .suspend: [.willResignActive, .didEnterBackground]
    case .resume: [.willEnterForeground, .didBecomeActive]
    case .memoryWarning: [.didReceiveMemoryWarning]
    case .terminate: [.willTerminate]
    }
  }

  /// Stops the process, as Ctrl-Z does by default, if a shell can continue it with `fg`.
  ///
  /// A shell with job control gives each program a process group of its own. Without such a shell no `fg` could
  /// continue the process. Standard input need not be the terminal, because a shell waits until every process of a
  /// pipeline has stopped.
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
