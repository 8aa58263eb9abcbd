import Foundation
import Testing

/// The built program, running, with pipes at its three ends.
final class Program {
  private let process = Process()
  private let input = Pipe()
  private var output: AsyncStream<String>.Iterator
  private var errors: AsyncStream<String>.Iterator
  private var statuses: AsyncStream<Int32>.Iterator

  /// Runs it. Standard input is `/dev/null` unless it is to be held open.
  init(_ arguments: [String] = [], holdingInputOpen: Bool = false) throws {
    let (output, errors) = (Pipe(), Pipe())
    let (statuses, continuation) = AsyncStream<Int32>.makeStream()
    process.executableURL = Self.directory.appendingPathComponent("lifecycle")
    process.arguments = arguments
    process.standardInput = holdingInputOpen ? input : FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { continuation.yield($0.terminationStatus) }
    self.output = Self.lines(of: output.fileHandleForReading).makeAsyncIterator()
    self.errors = Self.lines(of: errors.fileHandleForReading).makeAsyncIterator()
    self.statuses = statuses.makeAsyncIterator()
    try process.run()
  }

  deinit {
    // Only a test that failed leaves it running.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  func write(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  func closeInput() throws {
    try input.fileHandleForWriting.close()
  }

  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// The event at the beginning of the next line that it prints.
  func nextEvent() async -> String? {
    await output.next(isolation: #isolation)?.split(separator: " ").first.map(String.init)
  }

  /// What it printed that was not asked for yet, and how it ended.
  func end() async -> (status: Int32?, output: [String], errors: [String]) {
    var (remaining, complaints): ([String], [String]) = ([], [])
    while let line = await output.next(isolation: #isolation) { remaining.append(line) }
    while let line = await errors.next(isolation: #isolation) { complaints.append(line) }
    return (await statuses.next(isolation: #isolation), remaining, complaints)
  }

  /// Where the build put the tests, and the program beside them.
  private static var directory: URL {
    #if canImport(Darwin)
    Bundle(for: Program.self).bundleURL.deletingLastPathComponent()
    #else
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
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
}

/// The events in a printed log, in order.
func logged(in output: [String]) -> [String] {
  output.drop { !$0.hasPrefix("Log, ") }.dropFirst().compactMap { $0.split(separator: " ").last.map(String.init) }
}
