#if os(Linux) || os(macOS)
import Foundation
import TestSupport
import Testing

@testable import lifecycle

@Suite("The program", .inTurn)
struct ProgramTests {
  @Test("without an argument and a terminal, ends by itself after the scripted run")
  func demonstration() async throws {
    let end = try await Program(command: ["/bin/sh", "-c", "exec '\(Program.path)' </dev/null"]).end()
    #expect(end.status == 0)
    #expect(end.errors == [])
    #expect(end.output.count { $0.contains("Ctrl-Z") || $0.contains("kill -USR1") } == 2)
    #expect(logged(in: end.output) == ScriptedRun.steps.map(\.event.rawValue))
  }

  @Test(
    "without an argument and a terminal, says that it does not read what is written, or may be written, to it",
    arguments: ["didBecomeActive\n", nil]
  )
  func ignoredInput(text: String?) async throws {
    let program = try Program(holdingInputOpen: true)
    try text.map(program.write)
    let end = await program.end()
    #expect(end.status == 0)
    #expect(end.errors == ["lifecycle: standard input is ignored; to read events from it: --events -"])
    #expect(logged(in: end.output) == ScriptedRun.steps.map(\.event.rawValue))
  }

  @Test("explains itself, the events included")
  func help() async throws {
    let end = try await Program(["--help"]).end()
    #expect(end.status == 0)
    #expect(end.output.joined(separator: "\n") == Options.helpText)
    #expect(AppLifecycle.allCases.allSatisfy { Options.helpText.contains($0.rawValue) })
  }

  @Test(
    "reads standard input to its end, blank lines and a missing last newline included, blocking or not",
    arguments: [true, false]
  )
  func pipe(isBlocking: Bool) async throws {
    let program = try Program(["--events", "-"], holdingInputOpen: true, isInputBlocking: isBlocking)
    try program.write("didFinishLaunching\n\n  didBecomeActive\r\ndidEnter")
    #expect(await program.nextEvent() == "didFinishLaunching")
    #expect(await program.nextEvent() == "didBecomeActive")
    try program.write("Background")
    try program.closeInput()

    let end = await program.end()
    #expect(end.status == 0)
    #expect(end.errors == [])
    #expect(logged(in: end.output) == ["didFinishLaunching", "didBecomeActive", "didEnterBackground"])
  }

  @Test("reads a file, complains about each unknown word, and continues")
  func unknownEvents() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("didBecomeActive\n\nlunch time\ndidEnterBackground\nDidBecomeActive\nwillTerminate\n".utf8).write(to: file)

    let end = try await Program(["--events", file.path]).end()
    #expect(end.status == 1)
    #expect(
      end.errors == [
        "lifecycle: line 3: unknown event 'lunch time'; known events: \(AppLifecycle.knownNames)",
        "lifecycle: line 5: unknown event 'DidBecomeActive'; known events: \(AppLifecycle.knownNames)",
      ]
    )
    #expect(logged(in: end.output) == ["didBecomeActive", "didEnterBackground", "willTerminate"])
  }

  @Test("shows what a terminal would obey as text, and of a long word the beginning")
  func unprintable() async throws {
    let program = try Program(["--events", "-"], holdingInputOpen: true)
    try program.write("\u{1B}]0;title\u{7}\u{9B}31m\u{202E}é\n" + String(repeating: "x", count: 1_000_000) + "\n")
    try program.closeInput()

    let end = await program.end()
    #expect(end.status == 1)
    let rest = "known events: \(AppLifecycle.knownNames)"
    #expect(
      end.errors == [
        "lifecycle: line 1: unknown event '\\u{1B}]0;title\\u{7}\\u{9B}31m\\u{202E}é'; \(rest)",
        "lifecycle: line 2: unknown event '\(String(repeating: "x", count: 60))…'; \(rest)",
      ]
    )
  }

  @Test("reports output that cannot be written", arguments: ["--help", "--events -", ""])
  func unwritable(arguments: String) async throws {
    let program = try Program(command: ["/bin/sh", "-c", "exec '\(Program.path)' \(arguments) 1</dev/null"])
    // It fails if the program has ended already, as it may with `--help`.
    try? program.write("didBecomeActive\n")

    let end = await program.end()
    #expect(end.status == 74)
    #expect(end.errors == ["lifecycle: cannot write: Bad file descriptor"])
  }

  @Test(
    "says what is wrong with its arguments",
    arguments: [
      (["--event\u{1B}"], 64, "lifecycle: unknown option '--event\\u{1B}'; see --help"),
      (["--event"], 64, "lifecycle: unknown option '--event'; see --help"),
      (["--events"], 64, "lifecycle: --events needs a file, or - for standard input; see --help"),
      (["--events", "/no/such"], 66, "lifecycle: cannot open '/no/such': No such file or directory"),
      (["--events", "/"], 66, "lifecycle: cannot read the events: Is a directory"),
    ] as [([String], Int32, String)]
  )
  func refuses(arguments: [String], status: Int32, message: String) async throws {
    let end = try await Program(arguments).end()
    #expect(end.status == status)
    #expect(end.errors == [message])
    #expect(logged(in: end.output) == [])
  }

  #if !Inspector
  @Test("names the trait that the inspector needs")
  func inspectWithoutTrait() async throws {
    let end = try await Program(["--inspect"]).end()
    #expect(end.status == 69)
    let command = "swift run --traits Inspector lifecycle --inspect"
    #expect(end.errors == ["lifecycle: --inspect needs the trait Inspector: \(command)"])
  }
  #endif

  @Test(
    "hears signals while standard input is silent, and ends at once with one",
    arguments: [SIGTERM, SIGINT, SIGHUP]
  )
  func signals(termination: Int32) async throws {
    let program = try Program(["--events", "-"], holdingInputOpen: true)
    // After its first answer, the program hears signals, too.
    try program.write("didFinishLaunching\n")
    #expect(await program.nextEvent() == "didFinishLaunching")

    var expected = ["didFinishLaunching"]
    for _ in 0..<20 {
      for signal in [Signal.suspend, .resume, .memoryWarning] {
        signal.numbers.forEach(program.send)
        for event in signal.events {
          expected.append(event.rawValue)
          #expect(await program.nextEvent() == event.rawValue)
        }
      }
    }
    program.send(termination)
    #expect(await program.nextEvent() == "willTerminate")

    let end = await program.end()
    #expect(end.status == 0)
    #expect(end.errors == [])
    #expect(logged(in: end.output) == expected + ["willTerminate"])
  }

  @Test("goes on when its terminal is closed, if nohup has started it")
  func nohup() async throws {
    let command = "trap '' HUP; exec '\(Program.path)' --events -"
    let program = try Program(command: ["/bin/sh", "-c", command])
    try program.write("didBecomeActive\n")
    #expect(await program.nextEvent() == "didBecomeActive")
    program.send(SIGHUP)
    program.send(SIGUSR1)
    #expect(await program.nextEvent() == "didReceiveMemoryWarning")
    try program.closeInput()

    let end = await program.end()
    #expect(end.status == 0)
    #expect(logged(in: end.output) == ["didBecomeActive", "didReceiveMemoryWarning"])
  }
}
#endif
