import Foundation

/// Runs one scenario for some seconds: `memory NAME SECONDS`. Without arguments it prints the names of all.
///
/// The program ends normally if the scenario finds no fault. It crashes, or exits with 1 and a message, if it finds
/// one.
@main
enum Memory {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.isEmpty { return Scenario.all.forEach { print($0.name) } }
    guard
      arguments.count == 2,
      let scenario = Scenario.all.first(where: { $0.name == arguments.first }),
      let seconds = arguments.last.flatMap(Double.init), seconds > 0
    else { fail("usage: memory [NAME SECONDS], where NAME is one of those that it prints without arguments") }

    // A scenario that hangs is ended by the signal SIGALRM, whatever its threads do.
    alarm(UInt32(seconds) + 20 * 60)
    scenario.run(Crew(seconds: seconds))
    Counted.requireNone()
  }
}

/// Ends the program with a message.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("memory: \(message)\n".utf8))
  exit(1)
}
