#if os(Linux) || os(macOS)
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
    #expect(try output(compiling: code) == "")
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
      ("\(make); _ = receiver.origin", "'origin' is inaccessible"),
      ("_ = Receiver<Int>()", "'init()' is unavailable: use make(strategy:)"),
      ("_ = Transmitter<Int>()", "'init()' is unavailable: use make(strategy:)"),
      ("let receiver: Receiver<Int> = .init()", "'init()' is unavailable: use make(strategy:)"),
      ("class Other: Receiver<Int> {}", "inheritance from a final class"),
      ("class Later: Disposable {}", "inheritance from a final class"),
      ("class Local {}; _ = Receiver<Local>.make()", "type 'Local' does not conform to the 'Sendable' protocol"),
    ]
  )
  func doesNotCompile(code: String, reason: String) throws {
    #expect(try output(compiling: code).contains(reason))
  }

  private func output(compiling code: String) throws -> String {
    try Compiler.compile("import Airwave\n\(code)\n", Settings.swift6.arguments)
  }
}
#endif
