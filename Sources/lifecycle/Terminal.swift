import Foundation

/// The output of the program.
///
/// Output is not buffered, so that each line is visible at once, through a pipe too.
enum Terminal {
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether standard input, which is no terminal, has data or may have data later.
  ///
  /// Waits at most a second for a program that was started at the same time to write, or to close its end. The first
  /// byte is lost.
  static var hasUnreadInput: Bool {
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 1_000) == 1 else { return true }
    var byte: UInt8 = 0
    return read(STDIN_FILENO, &byte, 1) > 0
  }

  /// Prints a line. If that fails, ends the process, because no further output would be visible.
  static func say(_ line: String) {
    do { try write(line, to: STDOUT_FILENO) } catch { end(error) }
  }

  static func complain(_ line: String) {
    // A failure to write to standard error cannot be reported.
    try? write("lifecycle: " + line, to: STDERR_FILENO)
  }

  static func end(_ failure: Failure) -> Never {
    complain(failure.message)
    exit(failure.status.rawValue)
  }

  static func write(_ line: String, to descriptor: Int32) throws(Failure) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if !canRetry(POLLOUT, descriptor) {
        throw Failure(status: .cannotWrite, message: "cannot write: \(String(cString: strerror(errno)))")
      }
    }
  }
}

extension String {
  /// The beginning of a text from an unknown source. Control characters, which a terminal would obey, are written as
  /// escape sequences of Swift.
  var printable: String {
    let shown = unicodeScalars.prefix(60).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: String(scalar)
      }
    }
    return shown.joined() + (unicodeScalars.count > shown.count ? "…" : "")
  }

  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}

extension Duration {
  /// The duration in seconds, rounded to a tenth.
  var inSeconds: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
