#if os(Linux) || os(macOS)
import Foundation
import TestSupport
import Testing

/// A program that uses Airwave.
struct Program: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let source: String

  init(_ title: String, _ body: String) {
    testDescription = title
    source = body.contains("import Airwave") ? body : "import Airwave\n\n" + body
  }
}

/// The compiler settings of a client.
struct Settings: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let arguments: [String]

  static let swift6 = Settings(testDescription: "Swift 6", arguments: ["-swift-version", "6"])
  static let swift6OnMainActor = swift6.onMainActor
  static let swift5 = Settings(testDescription: "Swift 5", arguments: ["-swift-version", "5"])

  /// Swift 6 with and without main-actor default isolation and the upcoming features.
  static let everySwift6: [Settings] = [swift6, swift6.upcoming, swift6.onMainActor, swift6.onMainActor.upcoming]

  private var onMainActor: Settings {
    Settings(
      testDescription: testDescription + ", main actor by default",
      arguments: arguments + ["-default-isolation", "MainActor"]
    )
  }

  private var upcoming: Settings {
    let features = [
      "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
      "InferIsolatedConformances",
    ]
    return Settings(
      testDescription: testDescription + ", upcoming features",
      arguments: arguments + features.flatMap { ["-enable-upcoming-feature", $0] }
    )
  }
}

@Suite("The compiler", .inTurn)
struct CompilationTests {
  @Test("accepts a program without a warning", arguments: cases(AcceptedPrograms.all, Settings.everySwift6))
  func accepts(program: Program, settings: Settings) throws {
    let output = try Compiler.compile(program.source, settings.arguments)

    #expect(output == "")
  }

  @Test("accepts what was written for the original library, in Swift 5 mode", arguments: OriginalPrograms.all)
  func acceptsOriginal(program: Program) throws {
    let output = try Compiler.compile(program.source, Settings.swift5.arguments)

    #expect(errors(in: output) == [])
  }

  @Test("says of source written for the original what the article quotes", arguments: OriginalPrograms.rejectedInSwift6)
  func explainsOriginal(rejected: RejectedProgram) throws {
    let inSwift5 = try Compiler.compile(rejected.program.source, Settings.swift5.arguments)

    #expect(errors(in: inSwift5) == [])
    try checkExplanation(of: rejected, Settings.swift6)
  }

  @Test("does not yet accept a method on a global actor that is not public", arguments: Settings.everySwift6)
  func misjudges(settings: Settings) throws {
    let output = try Compiler.compile(AcceptedPrograms.methodOnInternalActor.source, settings.arguments)

    // A bug of the compiler: it makes a function that is shared between modules, and the function calls
    // `StorageActor.shared`, which it must not. This also happens without Airwave, when a method is passed as an
    // `@isolated(any)` function.
    withKnownIssue("function has wrong linkage to be called") { #expect(output == "") }
  }

  @Test("names the new spelling of the original factory")
  func deprecates() throws {
    let source = "import Airwave\n_ = Receiver<Int>.make(with: .cold)"
    let output = try Compiler.compile(source, Settings.swift5.arguments)

    #expect(output.contains("'make(with:)' is deprecated: renamed to 'make(strategy:)'"))
  }

  @Test("tells the pairs of withPrevious() without labels from those that code completion puts first")
  func deprecatesPairs() throws {
    let source = "import Airwave\nlet pairs: Receiver<(Int?, Int)> = Receiver<Int>.make().receiver.withPrevious()"
    let output = try Compiler.compile(source, Settings.swift5.arguments)

    #expect(output.contains("'withPrevious()' is deprecated: write the labels"))
  }

  @Test("finds the module wherever the package is", arguments: ["folder", "a folder", "Übung", "50%20%"])
  func finds(name: String) throws {
    let parent = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let folder = parent.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: parent) }
    let modules = try #require(Compiler.modules)
    try FileManager.default.createSymbolicLink(at: folder.appending(path: "Modules"), withDestinationURL: modules)

    let found = try #require(Compiler.modules(above: folder.appending(path: "debug/tests").path))
    #expect(found.pathComponents.suffix(2) == [name, "Modules"])
    #expect(try Compiler.compile("import Airwave", [], modules: found) == "")
  }

  @Test("rejects a program, and says why", arguments: RejectedPrograms.all)
  func rejects(rejected: RejectedProgram) throws {
    let output = try Compiler.compile(rejected.program.source, Settings.swift6.arguments)

    #expect(errors(in: output).contains { $0.contains(rejected.reason) }, "\(output)")
  }

  @Test("says what the article about compiler errors quotes", arguments: ExplainedPrograms.all)
  func explains(rejected: RejectedProgram) throws {
    try checkExplanation(of: rejected, Settings.swift6)
  }

  @Test(
    "says what the article about compiler errors quotes where the main actor is the default",
    arguments: ExplainedPrograms.onMainActor
  )
  func explainsOnMainActor(rejected: RejectedProgram) throws {
    try checkExplanation(of: rejected, Settings.swift6OnMainActor)
  }

  /// The message is a cell of the article's table.
  private func checkExplanation(of rejected: RejectedProgram, _ settings: Settings) throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    let article = root.appending(path: "Sources/Airwave/Documentation.docc/CompilerErrors.md")
    let output = try Compiler.compile(rejected.program.source, settings.arguments)

    #expect(errors(in: output).contains { $0.contains(rejected.reason) }, "\(output)")
    #expect(try String(contentsOf: article, encoding: .utf8).contains("| `\(rejected.reason)` |"))
  }

  @Test("does not yet reject a race that needs no Airwave", arguments: OverlookedRaces.all)
  func overlooks(race: OverlookedRace) throws {
    let outputs = [
      try Compiler.compile(race.withAirwave.source, Settings.swift6.arguments),
      try Compiler.compile(race.withoutAirwave, Settings.swift6.arguments),
    ]
    for output in outputs { withKnownIssue("The compiler does not see the race") { #expect(errors(in: output) != []) } }
  }

  /// The compiler's errors, one line each.
  private func errors(in output: String) -> [String] {
    output.split(separator: "\n").map(String.init).filter { $0.contains(": error: ") || $0.hasPrefix("error: ") }
  }
}
#endif
