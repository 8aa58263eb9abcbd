import Foundation

/// Where the program prints.
///
/// Unbuffered, so that a line is seen when it is printed, through a pipe too.
enum Terminal {
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// Prints a line, or ends the process if that fails: what it does is not seen any more.
  static func say(_ line: String) {
    do { try write(line, to: STDOUT_FILENO) } catch { end(error) }
  }

  static func complain(_ line: String) {
    // There is nowhere to report a failure to report.
    try? write("lifecycle: " + line, to: STDERR_FILENO)
  }

  static func end(_ failure: Failure) -> Never {
    complain(failure.message)
    exit(failure.status.rawValue)
  }

  private static func write(_ line: String, to descriptor: Int32) throws(Failure) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        throw Failure(status: .cannotWrite, message: "cannot write: \(String(cString: strerror(errno)))")
      }
    }
  }
}

extension String {
  /// The beginning of a text from elsewhere, with what a terminal would obey written as an escape sequence of Swift.
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
  /// In seconds, to a tenth.
  var inSeconds: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
