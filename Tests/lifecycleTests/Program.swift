#if os(Linux) || os(macOS)
import Foundation
import Testing

/// The built program as a running process, with pipes as standard input, output and error.
///
/// It leads a session without a terminal, so that it does not depend on the terminal of the tests.
final class Program {
  private let id: pid_t
  private let input = Pipe.closedOnExec()
  private var output: AsyncStream<String>.Iterator
  private var errors: AsyncStream<String>.Iterator
  private var statuses: AsyncStream<Int32>.Iterator
  private var hasEnded = false

  /// Runs the program. Standard input is at its end, unless it is held open.
  convenience init(_ arguments: [String] = [], holdingInputOpen: Bool = false, isInputBlocking: Bool = true) throws {
    try self.init(command: [Self.path] + arguments, isInputBlocking: isInputBlocking)
    if !holdingInputOpen { try closeInput() }
  }

  /// A write to a program that has ended fails with an error. Otherwise the signal would end all tests.
  private static let ignoresBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

  /// Runs a command: the path of a program, and its arguments. Standard input is held open.
  init(command: [String], isInputBlocking: Bool = true) throws {
    Self.ignoresBrokenPipes
    if !isInputBlocking { input.fileHandleForReading.makeNonBlocking() }
    let (output, errors) = (Pipe.closedOnExec(), Pipe.closedOnExec())
    let ends = [input.fileHandleForReading, output.fileHandleForWriting, errors.fileHandleForWriting]
    id = try spawn(command, ends)
    for end in ends { try end.close() }
    self.output = Self.lines(of: output.fileHandleForReading).makeAsyncIterator()
    self.errors = Self.lines(of: errors.fileHandleForReading).makeAsyncIterator()
    statuses = Self.statuses(of: id).makeAsyncIterator()
  }

  deinit {
    // The program is still running only if the test has failed.
    if !hasEnded { kill(id, SIGKILL) }
  }

  func write(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  func closeInput() throws {
    try input.fileHandleForWriting.close()
  }

  func send(_ signal: Int32) {
    kill(id, signal)
  }

  /// The next line that the program prints.
  func nextLine() async -> String? {
    await output.next(isolation: #isolation)
  }

  /// The event at the beginning of the next line that the program prints.
  func nextEvent() async -> String? {
    await nextLine()?.split(separator: " ").first.map(String.init)
  }

  /// Waits for the end of the program. Returns the lines that were not read yet, and the exit status, or the negative
  /// number of the signal that has ended it.
  func end() async -> (status: Int32?, output: [String], errors: [String]) {
    var (remaining, complaints): ([String], [String]) = ([], [])
    while let line = await output.next(isolation: #isolation) { remaining.append(line) }
    while let line = await errors.next(isolation: #isolation) { complaints.append(line) }
    let status = await statuses.next(isolation: #isolation)
    hasEnded = status != nil
    return (status, remaining, complaints)
  }

  /// The path of the program, in the folder of the built tests.
  static var path: String {
    #if canImport(Darwin)
    let tests = Bundle(for: Program.self).bundleURL
    #else
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    #endif
    return tests.deletingLastPathComponent().appendingPathComponent("lifecycle").path
  }

  private static func lines(of file: FileHandle) -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    Thread.detachNewThread {
      var rest = Data()
      while case let data = file.availableData, !data.isEmpty {
        rest += data
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<newline], as: UTF8.self))
          rest = Data(rest[(newline + 1)...])
        }
      }
      continuation.finish()
    }
    return lines
  }

  private static func statuses(of id: pid_t) -> AsyncStream<Int32> {
    let (statuses, continuation) = AsyncStream<Int32>.makeStream()
    Thread.detachNewThread {
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0 && errno == EINTR {}
      let signal = status & 0x7F
      continuation.yield(signal == 0 ? (status >> 8) & 0xFF : -signal)
    }
    return statuses
  }
}
#endif

/// The events in a printed log, in order.
func logged(in output: [String]) -> [String] {
  output.drop { !$0.hasPrefix("Log, ") }.dropFirst().compactMap { $0.split(separator: " ").last.map(String.init) }
}
