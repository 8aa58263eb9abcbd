#if os(Linux) || os(macOS)
import Foundation
import Testing

/// The Swift compiler, with the module `Airwave` that was built for these tests.
enum Compiler {
  /// Compiles a program up to the point where every diagnostic has been made.
  ///
  /// Type checking alone would leave out the diagnostics of later stages, such as data races.
  ///
  /// - Parameters:
  ///   - source: The program.
  ///   - arguments: The compiler arguments of the client.
  ///   - modules: The folder with the module.
  /// - Returns: The output of the compiler, which is empty if it has no diagnostic.
  /// - Throws: An error if there is no such folder, or no compiler.
  static func compile(_ source: String, _ arguments: [String], modules: URL? = modules) throws -> String {
    let modules = try #require(modules, "No module beside \(CommandLine.arguments)")
    return try run("exec \(frontend.get()) \"$@\"", ["-I", modules.path] + arguments, input: source)
  }

  /// Compiles lines of code in one program, each as the body of a function, so that the compiler checks all of them.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - preamble: What stands before the functions: whole lines.
  ///   - signature: The attributes of the functions, `func`, and their parameters, with `#` for the name.
  /// - Returns: The errors and warnings of each line.
  /// - Throws: As `compile`.
  static func diagnostics(
    of lines: [String],
    after preamble: String = "import Airwave\n",
    in signature: String = "func #()"
  ) throws -> [[Substring]] {
    let functions = lines.enumerated().map { number, line in
      signature.replacing("#", with: "line\(number)") + " { \(line) }\n"
    }
    let first = preamble.split(separator: "\n", omittingEmptySubsequences: false).count
    let output = try compile(preamble + functions.joined(), Settings.swift6.arguments).split(separator: "\n")
    let diagnostics = output.filter { $0.contains(": error: ") || $0.contains(": warning: ") }
    return lines.indices.map { number in diagnostics.filter { $0.contains(":\(first + number):") } }
  }

  /// The command by which the driver starts the compiler. To run the driver for each program would take as long again.
  private static let frontend = Result {
    try run("exec swiftc -emit-sil -o /dev/null -module-name Program -### -").trimmingCharacters(in: .newlines)
  }

  /// Runs a command of the shell, and returns its output and its errors.
  private static func run(_ command: String, _ arguments: [String] = [], input source: String = "") throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command, "sh"] + arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    input.fileHandleForWriting.write(Data(source.utf8))
    try input.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// The folder with the module. It is searched in the folders above the executable that runs the tests, and on Apple
  /// platforms above the bundles, because the tests are a bundle there.
  static let modules: URL? = {
    #if canImport(Darwin)
    let starts = CommandLine.arguments.prefix(1) + Bundle.allBundles.map(\.bundlePath) + [Bundle.main.bundlePath]
    #else
    let starts = CommandLine.arguments.prefix(1)
    #endif
    return starts.lazy.compactMap { modules(above: $0) }.first
  }()

  /// The folder with the module. It is searched in the folders above a path.
  static func modules(above path: String) -> URL? {
    var folder = URL(filePath: path).standardizedFileURL
    while folder.pathComponents.count > 1 {
      for candidate in [folder.appending(path: "Modules"), folder] {
        // Not `path()`, which percent-encodes spaces and umlauts.
        let module = candidate.appending(path: "Airwave.swiftmodule").path
        if FileManager.default.fileExists(atPath: module) { return candidate }
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }
}
#endif
