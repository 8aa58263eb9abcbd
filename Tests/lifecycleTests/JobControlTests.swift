#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Makes a terminal. It passes its input to the terminal, and prints the output of the terminal.
private let script = "/usr/bin/script"

@Suite(
  "The program in a terminal",
  .inTurn,
  .enabled(if: FileManager.default.isExecutableFile(atPath: script), "There is no \(script) on this machine.")
)
struct JobControlTests {
  @Test("Ctrl-Z stops it and gives the shell back, fg continues it", arguments: ["", "cat | "])
  func suspends(feed: String) async throws {
    let commands = """
      exec 2>/dev/null
      stty -echo -onlcr && echo ready
      \(feed)'\(Program.path)' --events -
      echo stopped
      fg >/dev/null
      echo "ended $?"
      """
    let program = try Program(command: [script, "-qc", "exec bash -mc '\(commands.quoted)'", "/dev/null"])
    #expect(await program.nextLine() == "ready")
    try program.write("didBecomeActive\n")
    #expect(await program.nextEvent() == "didBecomeActive")
    try program.write("\u{1A}")
    #expect(await program.nextEvent() == "willResignActive")
    #expect(await program.nextEvent() == "didEnterBackground")
    #expect(await program.nextLine() == "stopped")
    #expect(await program.nextEvent() == "willEnterForeground")
    #expect(await program.nextEvent() == "didBecomeActive")
    // Ctrl-D.
    try program.write("\u{4}")
    #expect(await program.end().output.last == "ended 0")
  }
}

extension String {
  /// The text for a shell, to be put between single quotation marks.
  fileprivate var quoted: String { replacing("'", with: #"'\''"#) }
}
#endif
