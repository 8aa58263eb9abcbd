#if os(Linux) || os(macOS)
import Foundation
import Testing

@Suite("Contract 1: two ends")
struct Contract01TwoEndsTests {
  private static let make = "let (transmitter, receiver) = Receiver<Int>.make()"

  @Test(
    "what the two ends are for compiles",
    arguments: [
      "\(make); transmitter.broadcast(1)",
      "\(make); receiver.listen { print($0) }.dispose()",
      "\(make); let copy: Transmitter<Int> = transmitter; let view: Receiver<Int> = receiver.filter { $0 > 0 }",
      "\(make); func use(_ value: some Sendable) {}; use(transmitter); use(receiver)",
    ]
  )
  func compiles(code: String) throws {
    #expect(try errors(compiling: code) == [])
  }

  @Test(
    "what they are not for does not",
    arguments: [
      ("\(make); receiver.broadcast(1)", "has no member 'broadcast'"),
      ("\(make); receiver.finish()", "has no member 'finish'"),
      ("\(make); receiver.removeAllListeners()", "has no member 'removeAllListeners'"),
      ("\(make); receiver.clearReplay()", "has no member 'clearReplay'"),
      ("\(make); _ = receiver.transmitter", "has no member 'transmitter'"),
      ("\(make); receiver.map { $0 + 1 }.broadcast(1)", "has no member 'broadcast'"),
      ("\(make); transmitter.listen { print($0) }", "has no member 'listen'"),
      ("\(make); _ = transmitter.map { $0 }", "has no member 'map'"),
      ("\(make); _ = transmitter.latest", "has no member 'latest'"),
      ("\(make); _ = transmitter.receiver", "has no member 'receiver'"),
      ("\(make); _ = transmitter.end", "'end' is inaccessible"),
      ("\(make); _ = receiver.source", "'source' is inaccessible"),
      ("_ = Receiver<Int>()", "'Receiver<Value>' initializer is inaccessible"),
      ("_ = Transmitter<Int>()", "'Transmitter<Value>' initializer is inaccessible"),
      ("class Other: Receiver<Int> {}", "inheritance from a final class"),
      ("class Local {}; _ = Receiver<Local>.make()", "type 'Local' does not conform to the 'Sendable' protocol"),
    ]
  )
  func doesNotCompile(code: String, reason: String) throws {
    let errors = try errors(compiling: code)
    #expect(errors.contains { $0.contains(reason) }, "\(errors)")
  }

  /// The errors and warnings of the compiler for a program that imports the library as it was built for these tests.
  private func errors(compiling code: String) throws -> [String] {
    let directory = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(component: "main.swift")
    try "import Airwave\n\(code)\n".write(to: file, atomically: true, encoding: .utf8)

    let compiler = Process()
    let output = Pipe()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-I", try builtModules().path(), file.path(),
    ]
    compiler.standardError = output
    try compiler.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    let errors = text.split(separator: "\n").map(String.init).filter { $0.contains(": error:") }
    // A compiler that fails without an error in the program has not looked at it.
    try #require((compiler.terminationStatus == 0) == errors.isEmpty, "\(text)")
    return errors
  }

  /// Where the package manager puts the library's module, beside the bundle of the tests.
  private func builtModules() throws -> URL {
    let bundle = try #require(CommandLine.arguments.first { $0.contains(".xctest") })
    let path = bundle.components(separatedBy: ".xctest")[0]
    return URL(filePath: path).deletingLastPathComponent().appending(component: "Modules")
  }
}
#endif
