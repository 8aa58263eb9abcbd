import Foundation

/// The exit statuses of the program. The numbers from 64 on are those of `sysexits.h`.
enum ExitCode: Int32 {
  case success = 0
  case unknownEvent = 1
  case usage = 64
  case noInput = 66
  case unavailable = 69
  case cannotWrite = 74
}

/// An error that ends the program at once.
struct Failure: Error, Equatable {
  let status: ExitCode
  let message: String
}

/// The parsed arguments.
enum Options: Equatable {
  case help
  /// Without arguments: show a scripted run, then wait for signals.
  case demonstration
  case events(path: String)
  /// Show the app in the inspector.
  case inspect

  init(_ arguments: some Sequence<String>) throws(Failure) {
    self = .demonstration
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--help", "-h":
        self = .help
        return
      case "--events":
        guard self != .inspect else { throw .usage("--events and --inspect exclude each other") }
        guard self == .demonstration else { throw .usage("--events is given twice") }
        guard let path = arguments.next(), !path.hasPrefix("--") else {
          throw .usage("--events needs a file, or - for standard input")
        }
        self = .events(path: path)
      case "--inspect":
        guard self == .demonstration || self == .inspect else {
          throw .usage("--events and --inspect exclude each other")
        }
        self = .inspect
      default:
        let kind = argument.hasPrefix("-") ? "unknown option" : "unexpected argument"
        throw .usage("\(kind) '\(argument.printable)'")
      }
    }
  }

  /// Opens the file that `--events` names, or standard input for `-`.
  static func descriptor(for path: String) throws(Failure) -> Int32 {
    if path == "-" { return STDIN_FILENO }
    let descriptor = open(path, O_RDONLY)
    if descriptor >= 0 { return descriptor }
    throw Failure(status: .noInput, message: "cannot open '\(path.printable)': \(String(cString: strerror(errno)))")
  }

  static let helpText = """
    Usage: lifecycle [--events FILE | --events - | --inspect]

    Follows the life of an app, which is this process: shows the screen after each event, and a log at the end.

      --events FILE  Read event names from a file, one a line.
      --events -     Read them from standard input.
      --inspect      Show the app in a browser while it plays a day, one event a second, until the input ends. Needs
                     the trait Inspector: swift run --traits Inspector lifecycle --inspect
      --help         Show this.

    Without an option it shows a scripted run, launches, and waits for signals if it has a terminal. If not, it ends.
    It reads no events then.

    Signals, heard beside the events too:
      Ctrl-Z, SIGTSTP          willResignActive, didEnterBackground
      fg, SIGCONT              willEnterForeground, didBecomeActive
      SIGUSR1                  didReceiveMemoryWarning
      Ctrl-C, SIGINT, SIGTERM  willTerminate
      SIGHUP                   willTerminate, unless the program was started by nohup

    Events: \(AppLifecycle.knownNames).
    willTerminate ends the program, and so does the end of the input. Blank lines are skipped.

    Exit status: 0; 1 after an unknown event name; 64 for wrong arguments; 66 if the file cannot be read; 69 if the
    inspector cannot be started; 74 if the output cannot be written.
    """
}

extension Failure {
  fileprivate static func usage(_ message: String) -> Failure {
    Failure(status: .usage, message: message + "; see --help")
  }
}
