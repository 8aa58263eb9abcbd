#if os(Linux) || os(macOS)
import Foundation

/// Runs a command in a session of its own, which `Process` cannot do.
///
/// - Parameters:
///   - command: The path of a program, and its arguments.
///   - files: The standard input, output and error of the program.
/// - Returns: The identifier of the process.
/// - Throws: A `POSIXError` if there is no such program.
func spawn(_ command: [String], _ files: [FileHandle]) throws -> pid_t {
  #if canImport(Darwin)
  var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
  let newSession = Int32(POSIX_SPAWN_SETSID)
  #else
  var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
  // The value of POSIX_SPAWN_SETSID, which the module of the C library lacks.
  let newSession: Int32 = 0x80
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }

  for (number, file) in files.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, Int32(number))
  }
  // Threads of Dispatch block signals, and a new process would inherit that.
  var (none, all) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setflags(&attributes, Int16(newSession | Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))

  var arguments = command.map { strdup($0) } + [nil]
  defer { arguments.forEach { free($0) } }
  var id: pid_t = 0
  let code = posix_spawn(&id, command[0], &actions, &attributes, &arguments, environ)
  if code != 0 { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
  return id
}

extension FileHandle {
  /// Lets a read and a write fail instead of waiting. Every process that shares the file is affected.
  func makeNonBlocking() {
    _ = fcntl(fileDescriptor, F_SETFL, fcntl(fileDescriptor, F_GETFL) | O_NONBLOCK)
  }
}

extension Pipe {
  /// A pipe whose ends a process inherits only if they are passed to it.
  static func closedOnExec() -> Pipe {
    let pipe = Pipe()
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    return pipe
  }
}
#endif
