import Foundation

/// Where the program prints.
///
/// Unbuffered, so that a line is seen when it is printed, through a pipe too.
enum Terminal {
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  static func say(_ line: String) {
    write(line, to: .standardOutput)
  }

  static func complain(_ line: String) {
    write("lifecycle: " + line, to: .standardError)
  }

  private static func write(_ line: String, to file: FileHandle) {
    // If nobody can be told, nobody can be told of that either.
    try? file.write(contentsOf: Data((line + "\n").utf8))
  }
}

extension String {
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
